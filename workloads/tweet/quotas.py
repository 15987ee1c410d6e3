"""Draws by quota: how many tweets have what is the study's share to the nearest, only their order is random.

Every published frequency is an urn of so many balls of each colour, drawn one by one without replacement. So
nothing but the urns is kept in memory, however many tweets there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

SIMPLE, QUOTE, RETWEET, RETWEET_OF_QUOTE = range(4)
# Per million tweets, from the study's object diagram.
KINDS = (332_901, 68_582, 489_562, 108_955)
EXTENDED, EXTENDED_MEDIA = 204_495, 47_689
HASHTAGS, MEDIA, URLS, MENTIONS, SYMBOLS = 678_611, 163_993, 514_691, 1_374_920, 12_977
PLACES, COORDINATES = 11_974, 1_586
# Not published; rare enough to stay rare, often enough that a corpus of 512 tweets has one of each.
RARE, RARITIES = 2_000, 5
# How many of the lists that are not empty hold 1, 2, 3 … elements, in hundredths.
LENGTHS = {
    "hashtags": (52, 24, 13, 7, 4),
    "mentions": (64, 22, 9, 5),
    "urls": (91, 9),
    "symbols": (75, 15, 10),
}


def share(per_million: int, count: int) -> int:
    """The number of things among ``count`` tweets, to the nearest."""
    return (per_million * count + 500_000) // 1_000_000


def shares(per_million: Sequence[int], count: int) -> list[int]:
    """The numbers of things that divide ``count`` among themselves: each near its share, the sum exact."""
    bounds = [share(bound, count) for bound in accumulate(per_million)]
    return [high - low for low, high in zip([0, *bounds], bounds, strict=False)]


class Urn:
    """Balls of several colours, drawn without replacement."""

    def __init__(self, random: Random, balls: Sequence[int]) -> None:
        self._random, self._balls, self._left = random.random, list(balls), sum(balls)

    def draw(self) -> int:
        """The colour of the next ball."""
        at = int(self._random() * self._left)
        self._left -= 1
        for colour, number in enumerate(self._balls):
            if at < number:
                self._balls[colour] = number - 1
                return colour
            at -= number
        raise ValueError("the urn is empty")

    def draw_two(self) -> tuple[int, int]:
        """Two colours, the smaller one first."""
        first, second = self.draw(), self.draw()
        return (first, second) if first < second else (second, first)


def _of(number: int, among: int) -> tuple[int, int]:
    return among - number, number


def _lengths(total: int, lists: int, hundredths: Sequence[int]) -> list[int]:
    """How many of ``lists`` have 0, 1, 2 … elements, so that they have ``total`` together."""
    mean_hundredths = sum(length * part for length, part in enumerate(hundredths, 1))
    longer = [total * part // mean_hundredths for part in hundredths[1:]]
    single = total - sum(length * number for length, number in enumerate(longer, 2))
    return [lists - single - sum(longer), single, *longer]


class Plan:
    """The urns of the outer tweets or of all inner statuses.

    A long status, which has an extended_tweet, has two lists of each entity: those of the text that is
    cut off and those of the full one; the cut text ends with a link to the status. The text of a quote
    has a link to what it quotes. Retweets are never long and begin with a mention; of the inner statuses
    as many do.
    """

    def __init__(self, random: Random, count: int, originals: int, addressed: int, quotes: int) -> None:
        long, rich = share(EXTENDED, count), share(EXTENDED_MEDIA, count)
        exact, places = share(COORDINATES, count), share(PLACES, count)

        def lengths(name: str, total: int, lists: int) -> Urn:
            return Urn(random, _lengths(total, lists, LENGTHS[name]))

        self.long = Urn(random, _of(long, originals))
        self.addressed = Urn(random, _of(addressed, count - long))
        self.rich = Urn(random, _of(rich, long))
        self.media = Urn(random, _of(share(MEDIA, count) - rich, count - rich))
        self.urls = lengths("urls", share(URLS, count) - long - quotes, count)
        self.mentions = lengths("mentions", share(MENTIONS, count) - addressed, count + long)
        self.hashtags = lengths("hashtags", share(HASHTAGS, count), count + long)
        self.symbols = lengths("symbols", share(SYMBOLS, count), count + long)
        self.places = Urn(random, (originals - places, places - exact, exact))
        self.rare = [Urn(random, _of(share(RARE, count), count)) for _ in range(RARITIES)]
