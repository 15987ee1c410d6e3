"""Whether collections of garbage fell into what was timed, in the words of legends. Pure."""

from collections.abc import Iterable

from serbench.languages import title_of
from serbench.report.standing import by_language
from serbench.report.words import listed


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
