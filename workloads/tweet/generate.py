"""Tweets as the complex-object study counts them (README.md): users, texts and entities around its quotas."""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workloads.tweet.fields import FIRST_MS, LANGUAGES, SOURCES, WORDS, Fields, Text, date, snowflake
    from workloads.tweet.media import Media
    from workloads.tweet.quotas import KINDS, QUOTE, RETWEET, RETWEET_OF_QUOTE, Plan, Urn, share, shares
else:
    # The loader runs this file alone, without a package around it.
    for _name in ("fields.py", "media.py", "quotas.py"):
        _defined = runpy.run_path(str(Path(__file__).with_name(_name)))
        globals().update({name: value for name, value in _defined.items() if not name.startswith("_")})

JSON = dict[str, Any]
Content = dict[str, list[JSON]]

# The entities that stand in the text: what they begin with there, and the field that follows.
MARKS = {
    "user_mentions": ("@", "screen_name"),
    "hashtags": ("#", "text"),
    "symbols": ("$", "text"),
    "urls": ("", "url"),
    "media": ("", "url"),
}
MENTIONED = ("id", "id_str", "name", "screen_name")
# Code points: where a long text is cut, and what its full text has at least.
CUT, BEYOND = 90, 145


def objects(count: int, seed: int) -> Iterable[JSON]:
    """``count`` tweets. No two of the first 4 194 304 statuses, inner ones included, have the same id."""
    writer = _Writer(Random(seed), count)
    for index in range(count):
        yield writer.tweet(index)


class _Writer:
    """Writes tweets, each with the statuses in it."""

    def __init__(self, random: Random, count: int) -> None:
        kinds = shares(KINDS, count)
        retweets = kinds[RETWEET] + kinds[RETWEET_OF_QUOTE]
        inner = kinds[RETWEET] + kinds[QUOTE] + 3 * kinds[RETWEET_OF_QUOTE]
        addressed = share(KINDS[RETWEET] + KINDS[RETWEET_OF_QUOTE], inner)
        self._kinds = Urn(random, kinds)
        self._outer = Plan(random, count, count - retweets, retweets, kinds[QUOTE])
        self._inner = Plan(random, inner, inner, addressed, kinds[RETWEET_OF_QUOTE])
        self._fields = Fields(random)
        self._media = Media(self._fields)
        self._statuses = 0
        self._phrases: list[str] = []

    def tweet(self, index: int) -> JSON:
        """The next tweet. A retweet of a quote has a quoted status itself, where the study counts it, and
        another in what it retweets."""
        kind, before = self._kinds.draw(), self._fields.before
        ms = FIRST_MS + 20 * index + self._fields.bits(4)
        quoted = retweeted = None
        if kind in (QUOTE, RETWEET_OF_QUOTE):
            quoted = self._status(self._inner, before(ms))
        if kind in (RETWEET, RETWEET_OF_QUOTE):
            then = before(ms)
            inside = self._status(self._inner, before(then)) if kind == RETWEET_OF_QUOTE else None
            retweeted = self._status(self._inner, then, inside)
        return self._status(self._outer, ms, quoted, retweeted)

    def _id(self, ms: int) -> int:
        """The time, and a serial number scattered over the 22 bits below it by an odd factor."""
        self._statuses += 1
        return snowflake(ms, self._statuses * 2_654_435_761 & 0x3FFFFF)

    def _status(self, plan: Plan, ms: int, quoted: JSON | None = None, retweeted: JSON | None = None) -> JSON:
        fields, id_ = self._fields, self._id(ms)
        chance, number = fields.chance, fields.number
        code = retweeted["user"]["lang"] if retweeted else fields.pick(LANGUAGES)
        status: JSON = {
            "created_at": date(ms),
            "id": id_,
            "id_str": str(id_),
            "source": fields.pick(SOURCES),
            "user": fields.user(code, ms),
            "is_quote_status": quoted is not None,
            "quote_count": number(8),
            "reply_count": number(9),
            "retweet_count": 0 if chance() < 0.4 else number(18),
            "favorite_count": number(16),
            "favorited": False,
            "retweeted": False,
            "filter_level": "low",
            "lang": code if chance() < 0.95 else "und",
        }
        if quoted:
            status["quoted_status_id"], status["quoted_status"] = quoted["id"], quoted
        if retweeted:
            status["retweeted_status"] = retweeted
        self._write(status, plan, ms)
        if not retweeted:
            self._add_reply(status, ms)
            where = plan.places.draw()
            if where:
                status.update(fields.place(where == 2))
        if any(status["entities"][name] for name in ("urls", "media")):
            status["possibly_sensitive"] = chance() < 0.03
        self._add_rare(status, *(urn.draw() for urn in plan.rare))
        return status

    def _write(self, status: JSON, plan: Plan, ms: int) -> None:
        """Draws the entities and writes text, entities and extended_tweet around them."""
        retweeted = status.get("retweeted_status")
        long = retweeted is None and plan.long.draw() == 1
        rich = long and plan.rich.draw() == 1
        urns = (plan.mentions, plan.hashtags, plan.symbols)
        drawn = [urn.draw_two() if long else (urn.draw(),) * 2 for urn in urns]
        if retweeted or (plan is self._inner and not long and plan.addressed.draw()):
            drawn[0] = (drawn[0][0] + 1, drawn[0][1] + 1)
        media = 1 if rich else plan.media.draw()
        content = self._content(status, [*(most for _, most in drawn), plan.urls.draw(), media], ms)
        status["truncated"] = long
        if long:
            self._write_long(status, content, [few for few, _ in drawn], rich, ms)
            return
        text, language = Text(), WORDS["languages"][status["user"]["lang"]]
        length = 8 + self._fields.bits(6)
        if not retweeted:
            status["entities"] = self._stage(text, language, content, length)
        else:
            text.add("RT")
            first = self._placed(text, "user_mentions", content["user_mentions"][:1])
            text.add(":", "")
            content["user_mentions"] = content["user_mentions"][1:]
            status["entities"] = self._stage(text, language, content, length, self._phrases)
            status["entities"]["user_mentions"][:0] = first
        status["text"] = str(text)
        if media:
            status["display_text_range"] = [0, status["entities"]["media"][0]["indices"][0] - 1]

    def _write_long(self, status: JSON, content: Content, few: list[int], rich: bool, ms: int) -> None:
        fields, text, language = self._fields, Text(), WORDS["languages"][status["user"]["lang"]]
        first = {name: content[name][:number] for name, number in zip(MARKS, [*few, 0, 0], strict=True)}
        rest = {name: content[name][number:] for name, number in zip(MARKS, [*few, 0, 0], strict=True)}
        short = self._stage(text, language, first, CUT - 12 * few[1])
        phrases, cut = self._phrases, Text()
        cut.add(f"{text}…")
        more = self._stage(text, language, rest, BEYOND + fields.bits(5))
        self._phrases = phrases
        full = {name: short[name] + more[name] for name in MARKS}
        link = fields.url("twitter.com", f"i/web/status/{status['id']}")
        short["urls"] = self._placed(cut, "urls", [link])
        end = full["media"][0]["indices"][0] - 1 if full["media"] else text.length
        status["text"], status["entities"] = str(cut), short
        status["display_text_range"] = [0, cut.length]
        extended = {"full_text": str(text), "display_text_range": [0, end], "entities": full}
        if rich:
            extended["extended_entities"] = {"media": self._media.gallery(full["media"][0], ms)}
        status["extended_tweet"] = extended

    def _content(self, status: JSON, numbers: list[int], ms: int) -> Content:
        """The entities without indices: those of the retweeted status as far as they go, then others."""
        fields, retweeted = self._fields, status.get("retweeted_status")
        language = WORDS["languages"][status["user"]["lang"]]
        given: Content = {name: [] for name in MARKS}
        if retweeted:
            given.update(retweeted["entities"])
            user = {name: retweeted["user"][name] for name in MENTIONED}
            source = {"source_status_id": retweeted["id"], "source_status_id_str": retweeted["id_str"]}
            given |= {
                "user_mentions": [user, *given["user_mentions"]],
                "media": [{**photo, **source} for photo in given["media"]],
            }
        elif "quoted_status" in status:
            quoted = status["quoted_status"]
            numbers[3] += 1
            path = f"{quoted['user']['screen_name']}/status/{quoted['id']}"
            given["urls"] = [fields.url("twitter.com", path)]
        content: Content = {}
        for name, number in zip(MARKS, numbers, strict=True):
            content[name] = given[name][:number]
            while len(content[name]) < number:
                photo = name == "media"
                made = self._media.photo(status, ms) if photo else fields.entity(name, language)
                content[name].append(made)
        return content

    def _stage(
        self, text: Text, language: JSON, content: Content, length: int, phrases: Sequence[str] = ()
    ) -> Content:
        """Writes mentions, a sentence and the other entities; the entities with their indices."""
        mentions = self._placed(text, "user_mentions", content["user_mentions"])
        self._phrases = self._fields.sentence(text, language, length, phrases)
        others = {name: self._placed(text, name, content[name]) for name in MARKS if name != "user_mentions"}
        return {"user_mentions": mentions, **others}

    def _placed(self, text: Text, name: str, items: list[JSON]) -> list[JSON]:
        prefix, key = MARKS[name]
        return [{**item, "indices": text.add(prefix + item[key])} for item in items]

    def _add_reply(self, status: JSON, ms: int) -> None:
        mentions = status["entities"]["user_mentions"]
        if mentions and mentions[0]["indices"][0] == 0 and self._fields.chance() < 0.6:
            status["in_reply_to_user_id"] = mentions[0]["id"]
            status["in_reply_to_screen_name"] = mentions[0]["screen_name"]
            status["in_reply_to_status_id"] = snowflake(self._fields.before(ms), self._fields.bits(22))

    def _add_rare(self, status: JSON, rules: int, scopes: int, own: int, withheld: int, poll: int) -> None:
        fields = self._fields
        if rules:
            id_ = snowflake(FIRST_MS, fields.bits(22))
            status["matching_rules"] = [{"tag": fields.pick(WORDS["paths"]), "id": id_, "id_str": str(id_)}]
        if scopes:
            status["scopes"] = {"followers": fields.chance() < 0.5, "place_ids": False}
        if own:
            status["current_user_retweet"] = snowflake(FIRST_MS, fields.bits(22))
        if withheld:
            countries = ["DE", "FR", "TR"][: 1 + fields.bits(1)]
            status.update(withheld_copyright=False, withheld_in_countries=countries, withheld_scope="status")
            status["user"].update(withheld_in_countries=countries[:1], withheld_scope="user")
        if poll:
            status.get("extended_tweet", status)["entities"]["polls"] = [fields.poll(status["user"]["lang"])]
