"""Tables and sentences of results by their places, whatever the experiment. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from serbench.engine.twins import noise_sentence
from serbench.languages import languages, title_of
from serbench.report.cells import AnyResult, Result, Results
from serbench.report.certainty import comparison_words, families_in
from serbench.report.libraries import Library
from serbench.report.standing import WITHIN, by_language, rankings, what_else_differs
from serbench.report.table import Cell
from serbench.report.words import ABSENT, interval_words, listed

HAND_WRITTEN = " (hand-written)"
# The doubt of a library that no other is compared with.
ALONE = ", the only one"
_SINCE = re.compile(r" \(ended [^)]*\)")
ENDED_WORDS = "Ended: the project of the library has ended or is archived, so defects are no longer fixed."
HAND_WRITTEN_WORDS = (
    "Hand-written (hand) means code written for this schema, a reference that has no rank; where such code is"
    " interpreted, a library in compiled code can be faster."
)


def has_places(results: Sequence[Result], is_across: bool) -> bool:
    """Whether any codec has a place among others."""
    places = [result.standing.shown(is_across) for result in results]
    return any(place and place.rank_high > 1 for place in places)


def in_order(group: Sequence[AnyResult], is_across: bool) -> list[AnyResult]:
    """The libraries in the order of their rankings, then hand-written ones and the floors; each in the order
    of the group."""
    libraries = dict.fromkeys(one.codec for one in group if not one.is_reference)
    order = {codec: at for at, of in enumerate(rankings(libraries, is_across).values()) for codec in of}
    return sorted(group, key=lambda one: (one.floor, one.hand_written, order.get(one.codec, 0)))


def marked_name(result: Result) -> str:
    """The codec, marked where it is a reference, or where the project of its library has ended."""
    mark = " (floor)" if result.floor else HAND_WRITTEN if result.hand_written else ""
    return result.codec + (mark or ended_mark(result.ended))


def ended_mark(since: str) -> str:
    """The mark of a library whose project has ended since this month; empty where it goes on."""
    return f" (ended {since})" if since else ""


def name_cell(name: str) -> Cell:
    """The cell of a marked name. A terminal of 80 columns has no room for the whole mark."""
    return Cell(name, short=_SINCE.sub(" (ended)", name.replace(HAND_WRITTEN, " (hand)")))


def library_cell(library: Library) -> Cell:
    """The cell of a library. A terminal has room for its release; the codec says its name."""
    return Cell(library.text or ABSENT, short=library.short or ABSENT)


@dataclass(frozen=True, slots=True)
class Leading(Generic[AnyResult]):
    """The libraries in first place of a ranking, and the ``result`` of the first of them. ``language`` is
    empty where there is one ranking; ``doubt`` says in words why a first place means less, with a comma
    before them, and is empty where it is certain."""

    language: str
    codecs: tuple[str, ...]
    result: AnyResult
    doubt: str = ""

    def words(self, time: str) -> str:
        """``cpp/a and cpp/b (2.31 µs, no significant difference) in C++``."""
        where = f" in {self.language}" if self.language else ""
        return f"{listed(self.codecs)} ({time}{self.doubt}){where}"


def firsts(results: Sequence[AnyResult], is_across: bool) -> list[Leading[AnyResult]]:
    """Who comes first in each ranking."""
    of_codec = {one.codec: one for one in results if not one.is_reference}
    found = []
    for language, codecs in rankings(of_codec, is_across).items():
        places = {codec: of_codec[codec].standing.shown(is_across) for codec in codecs}
        first = tuple(codec for codec, place in places.items() if place and place.is_first)
        doubt = ", no significant difference" if len(first) > 1 else ""
        if not first:
            first = (codecs[0],)
            noun = "blocks" if of_codec[first[0]].is_of_blocks else "repetitions"
            doubt = f", too few {noun} to distinguish it" if len(codecs) > 1 else ALONE
        found.append(Leading(language, first, of_codec[first[0]], doubt))
    return found


def mark_words(results: Iterable[Result]) -> list[str]:
    """The lines that explain the marks of names; empty where there are none."""
    found = list(results)
    lines = [HAND_WRITTEN_WORDS] if any(result.hand_written for result in found) else []
    return lines + ([ENDED_WORDS] if any(result.ended for result in found) else [])


def rank_words(results: Sequence[Result], is_across: bool, by: str = "") -> list[str]:
    """The lines that explain ranks, ``by`` what they are where that must be said; empty where none are."""
    lines = mark_words(results)
    if has_places(results, is_across):
        by = f" by {by}" if by else ""
        lines.append(f"Rank: the places that a codec may have{by}; 6–8 means any from 6 to 8.")
        if len(by_language(result.codec for result in results if not result.hand_written)) > 1:
            lines.append(what_else_differs() if is_across else WITHIN)
    return lines


def certainty_words(results: Results[AnyResult], is_across: bool) -> list[str]:
    """How certain the ranks are, and how noisy the run was."""
    lines = [results.blocks.sentence] if results.blocks.sentence else []
    lines += comparison_words(families_in(results, is_across), results.noise, results.noun)
    return lines + (
        [noise_sentence(results.noise, [row.codec for row in results.rows])] if results.noise else []
    )


def interval_sentence(results: Results[AnyResult]) -> str:
    """The meaning of the column ±."""
    return interval_words([one.ranked_by for one in results.all], results.noun)


def collecting_languages() -> str:
    """The languages that leave releases to a collector, in a heap of its own."""
    return listed([one.title for one in languages() if one.collects_garbage and one.heap_bytes])


def collector_words(counted: Iterable[tuple[str, float | None]], where: str) -> list[str]:
    """The sentence that tells of how many results the measurements span collections, by language; none where
    no runner counts collections.

    ``counted`` has the codec of each result and how many collections fell into one of its measurements on
    average, None where they are not counted. ``where`` is the beginning of the sentence.
    """
    known = [(codec, collections) for codec, collections in counted if collections is not None]
    if not known:
        return []
    said = []
    for title in by_language(codec for codec, _ in known):
        spans = [collections >= 1 for codec, collections in known if title_of(codec) == title]
        said.append(f"{sum(spans) or 'none'} of {len(spans)} in {title}")
    return [f"{where}, on average one at least: {listed(said, most=len(said))}."]
