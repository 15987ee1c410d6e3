"""What stands in the fields of a tweet: dates, links, users, media, places; no frequencies of the study."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

JSON = dict[str, Any]

FIRST_MS = 1_525_132_800_000  # 2018-05-01, when the first tweet is written; each other 20 ms later.
SNOWFLAKE_EPOCH_MS = 1_288_834_974_657
DAY_MS = 86_400_000
SNOWFLAKE_USERS_MS = 1_451_606_400_000  # Older users have short ids.

WORDS: JSON = json.loads((Path(__file__).parent / "words.json").read_text(encoding="utf-8"))
LANGUAGES = [code for code, language in WORDS["languages"].items() for _ in range(language["weight"])]
SOURCES = [html for weight, html in WORDS["sources"] for _ in range(weight)]
BASE64 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789xy"
PAIRS = [first + second for first in BASE64 for second in BASE64]
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
THEME = "abs.twimg.com/images/themes/theme{}/bg.png"
COLOURS = {
    "profile_background_color": "F5F8FA",
    "profile_link_color": "1DA1F2",
    "profile_sidebar_border_color": "C0DEED",
    "profile_sidebar_fill_color": "DDEEF6",
    "profile_text_color": "333333",
}


# Primes, so that a walk through any list of phrases by such steps brings all before it brings one twice.
STEPS = (10_007, 10_009, 10_037, 10_039, 10_061, 10_067, 10_069, 10_079, 10_091, 10_093, 10_099, 10_103)


class Text:
    """A text that grows by words; its length and all indices count code points."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0

    def add(self, word: str, joiner: str = " ") -> list[int]:
        """Appends a word, behind a joiner if it is not the first; its indices."""
        if self.length and joiner:
            self._parts.append(joiner)
            self.length += len(joiner)
        start = self.length
        self._parts.append(word)
        self.length = start + len(word)
        return [start, self.length]

    def __str__(self) -> str:
        return "".join(self._parts)


def date(ms: int) -> str:
    """A time in Twitter's format; ``strftime`` would speak the language of the machine."""
    t = time.gmtime(ms // 1000)
    clock = f"{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}"
    return f"{WEEKDAYS[t.tm_wday]} {MONTHS[t.tm_mon - 1]} {t.tm_mday:02} {clock} +0000 {t.tm_year}"


def snowflake(ms: int, low: int) -> int:
    """An id as Twitter makes them: milliseconds above 22 bits of a machine's own."""
    return (ms - SNOWFLAKE_EPOCH_MS) << 22 | low


class Fields:
    """Draws the values of fields. Uses ``random()`` and ``getrandbits()`` alone, which give the same numbers
    in every Python."""

    def __init__(self, random: Random) -> None:
        self.chance, self.bits = random.random, random.getrandbits

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.chance() * len(choices))]

    def number(self, bits: int) -> int:
        """A number of at most so many bits, small ones more often."""
        return self.bits(bits) >> self.bits(4)

    def before(self, ms: int) -> int:
        """A time at most 25 days earlier."""
        return ms - 1000 - (self.bits(31) >> self.bits(4))

    def recent_id(self, ms: int) -> int:
        """The id of something made before ``ms``."""
        return snowflake(self.before(ms), self.bits(22))

    def letters(self, count: int) -> str:
        """Letters and digits, an even number of them."""
        bits = self.bits(6 * count)
        return "".join([PAIRS[bits >> shift & 4095] for shift in range(0, 6 * count, 12)])

    def link(self) -> str:
        return f"https://t.co/{self.letters(10)}"

    def url(self, domain: str = "", path: str = "") -> JSON:
        """An URLEntity without its indices."""
        domain = domain or self.pick(WORDS["domains"])
        if not path:
            words = [self.pick(WORDS["paths"]) for _ in range(2 + self.bits(1))]
            path = f"{'/'.join(words)}/{self.number(34)}"
        shown = f"{domain}/{path}"
        if len(path) > 15:
            shown = f"{domain}/{path[:15]}…"
        return {"url": self.link(), "expanded_url": f"https://{domain}/{path}", "display_url": shown}

    def title(self) -> str:
        return str(self.pick(WORDS["paths"]).replace("-", " ").capitalize())

    def screen_name(self) -> str:
        handles = WORDS["handles"]
        return f"{self.pick(handles)}{self.pick(handles)}{self.number(16) or ''}"[:15]

    def name(self, language: JSON) -> str:
        first, last = self.pick(language["names"]), self.pick(language["families"])
        choice = self.bits(3)
        if choice < 2:
            return f"{first} {self.pick(WORDS['emoji'])}"
        if choice < 3:
            return str(first)
        return f"{last} {first}" if language["family_first"] else f"{first} {last}"

    def user_id(self, created_ms: int) -> int:
        recent = created_ms > SNOWFLAKE_USERS_MS
        return snowflake(created_ms, self.bits(22)) if recent else 1 + (self.bits(32) >> self.bits(2))

    def mention(self, language: JSON) -> JSON:
        """A UserMentionEntity without its indices."""
        id_ = self.user_id(FIRST_MS - self.bits(38))
        return {"id": id_, "id_str": str(id_), "name": self.name(language), "screen_name": self.screen_name()}

    def sentence(self, text: Text, language: JSON, length: int, given: Sequence[str] = ()) -> list[str]:
        """Appends phrases, given ones first, until the text has at least ``length`` code points, and what may
        end a sentence; the phrases."""
        phrases: list[str] = []
        order, step = self.bits(16), self.pick(STEPS)
        while text.length < length or not phrases:
            at = len(phrases)
            others = language["fragments"]
            phrase = given[at] if at < len(given) else others[order % len(others)]
            order += step
            text.add(phrase, language["joiner"] if phrases else " ")
            phrases.append(phrase)
        text.add(self.pick(language["endings"]), "")
        while self.chance() < 0.35:
            text.add(self.pick(WORDS["emoji"]))
        return phrases

    def entity(self, name: str, language: JSON) -> JSON:
        """An entity of the named list, without its indices."""
        if name == "user_mentions":
            return self.mention(language)
        if name == "hashtags":
            tag = self.pick(language["hashtags"])
            return {"text": f"{tag}{self.bits(7)}" if self.chance() < 0.3 else tag}
        if name == "symbols":
            return {"text": self.pick(WORDS["symbols"])}
        return self.url()

    def user(self, code: str, ms: int) -> JSON:
        """A user older than ``ms``."""
        language, chance, bits = WORDS["languages"][code], self.chance, self.bits
        created_ms = ms - DAY_MS - bits(38)
        id_ = self.user_id(created_ms)
        picture = f"pbs.twimg.com/profile_images/{self.recent_id(ms)}/{self.letters(8)}_normal.jpg"
        plain = chance() < 0.55
        user: JSON = {
            "id": id_,
            "id_str": str(id_),
            "name": self.name(language),
            "screen_name": self.screen_name(),
            "protected": False,
            "verified": chance() < 0.01,
            "followers_count": self.number(20),
            "friends_count": self.number(15),
            "listed_count": self.number(10),
            "favourites_count": self.number(19),
            "statuses_count": self.number(20),
            "created_at": date(created_ms),
            "profile_image_url_https": f"https://{picture}",
            "profile_image_url": f"http://{picture}",
            "default_profile": plain,
            "default_profile_image": chance() < 0.03,
            "geo_enabled": chance() < 0.4,
            "lang": code,
            "contributors_enabled": False,
            "is_translator": chance() < 0.01,
            "profile_background_tile": not plain and chance() < 0.3,
            "profile_use_background_image": chance() < 0.8,
            "show_all_inline_media": False,
        }
        self._add_colours(user, plain)
        if chance() < 0.6:
            banner = f"{id_}/{self.before(ms) // 1000}"
            user["profile_banner_url"] = f"https://pbs.twimg.com/profile_banners/{banner}"
        if chance() < 0.02:
            user["follow_request_sent"] = False
        if chance() < 0.65:
            user["location"] = self.pick(language["locations"])
        if chance() < 0.3:
            user["url"] = self.link()
        if chance() < 0.3:
            user["time_zone"], user["utc_offset"] = self.pick(WORDS["time_zones"])
        if chance() < 0.8:
            self._add_description(user, language)
        return user

    def _add_colours(self, user: JSON, plain: bool) -> None:
        if plain:
            user.update(COLOURS)
        else:
            colours = f"{self.bits(120):030X}"
            user.update({name: colours[6 * at : 6 * at + 6] for at, name in enumerate(COLOURS)})
        # Users without a background of their own have an empty text there, or, older ones, a theme.
        theme = "" if self.chance() < 0.85 else THEME.format(1 + (0 if plain else self.bits(4)))
        user["profile_background_image_url"] = theme and f"http://{theme}"
        user["profile_background_image_url_https"] = theme and f"https://{theme}"

    def _add_description(self, user: JSON, language: JSON) -> None:
        text = Text()
        self.sentence(text, language, 8 + self.bits(5))
        if self.chance() < 0.1:
            entity = self.url()
            user["description_url_entities"] = [{"indices": text.add(entity["url"]), **entity}]
        user["description"] = str(text)

    def poll(self, code: str) -> JSON:
        texts = WORDS["languages"][code]["fragments"]
        options = [{"position": at, "text": self.pick(texts)} for at in range(1, 3 + self.bits(1))]
        minutes = 60 * (1 + self.bits(5))
        end = date(FIRST_MS + 60_000 * minutes)
        return {"options": options, "end_datetime": end, "duration_minutes": minutes}

    def place(self, exact: bool) -> JSON:
        """The fields ``place`` and, when ``exact``, ``coordinates`` of a status."""
        name, country_code, country, kind, full_name, east, north = self.pick(WORDS["places"])
        id_ = f"{self.bits(64):016x}"
        west, south = round(east - 0.1, 6), round(north - 0.08, 6)
        right, top = round(east + 0.1, 6), round(north + 0.08, 6)
        corners = ([west, south], [west, top], [right, top], [right, south])
        found: JSON = {
            "place": {
                "id": id_,
                "url": f"https://api.twitter.com/1.1/geo/id/{id_}.json",
                "name": name,
                "country_code": country_code,
                "country": country,
                "place_type": kind,
                "full_name": full_name,
                "bounding_box": {
                    "type": "Polygon",
                    "coordinates": [{"positions": [{"values": corner} for corner in corners]}],
                },
            }
        }
        if exact:
            point = [round(east + self.chance() / 5 - 0.1, 8), round(north + self.chance() / 6 - 0.08, 8)]
            found["coordinates"] = {"type": "Point", "coordinates": point}
        return found
