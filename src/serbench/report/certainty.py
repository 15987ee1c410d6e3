"""How certain the differences of a ranking are: which comparisons hold together, and how far apart two may
lie that it shows as tied. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from serbench.engine.twins import noise_of
from serbench.languages import title_of
from serbench.report.cells import AnyResult, Results
from serbench.report.standing import Standing, by_language, rankings
from serbench.report.words import listed
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors, noise_between
from serbench.statistics.power import found_from

_LEVEL = "95 %"


@dataclass(frozen=True, slots=True)
class Family:
    """The contestants that are compared with each other, and corrected for together where they are: those of
    one list and of the language of this title, or of all languages under none."""

    title: str
    times: Mapping[str, Estimate]
    places: Mapping[str, Place]

    @property
    def is_corrected(self) -> bool:
        return all(place.corrected for place in self.places.values())

    @property
    def ties(self) -> int:
        """The pairs without a significant difference."""
        return sum(len(place.tied) for place in self.places.values()) // 2


def families_of(
    times: Mapping[str, Estimate], standings: Mapping[str, Standing], is_across: bool
) -> list[Family]:
    """The families of one list with any comparison."""
    placed = {codec: place for codec, of in standings.items() if (place := of.shown(is_across))}
    found = [
        Family(title, {one: times[one] for one in codecs}, {one: placed[one] for one in codecs})
        for title, codecs in rankings(placed, is_across).items()
    ]
    return [family for family in found if len(family.places) > 1]


def families_in(results: Results[AnyResult], is_across: bool) -> list[Family]:
    """The families of all lists of a run: the results of one workload and way are a list. Where lists are of
    several languages, those of one are named, too."""
    lists: dict[tuple[str, str], list[AnyResult]] = {}
    for one in results.rows:
        lists.setdefault(one.cell[1:], []).append(one)
    found = [
        family
        for of_list in lists.values()
        for family in families_of(
            {one.codec: one.ranked_by for one in of_list},
            {one.codec: one.standing for one in of_list},
            is_across,
        )
    ]
    if is_across or len(by_language(codec for family in found for codec in family.times)) < 2:
        return found
    return [replace(family, title=title_of(next(iter(family.times)))) for family in found]


def comparison_words(families: Sequence[Family], noise: NoiseFloors, noun: str = "forks") -> list[str]:
    """The sentences that say at what level differences are significant, among which, and what a tie means;
    none without comparisons. ``noun`` is what the values of an estimate are called."""
    return [*_level_words(families, noun), *_tie_words(families, noise)]


def _level_words(families: Iterable[Family], noun: str) -> list[str]:
    corrected: dict[str, bool] = {}
    for family in families:
        corrected[family.title] = corrected.get(family.title, True) and family.is_corrected
    together = [title for title, is_corrected in corrected.items() if is_corrected]
    alone = [title for title, is_corrected in corrected.items() if not is_corrected]
    lines = []
    if together:
        scope = "one list and language" if any(together) else "one list"
        lines.append(
            f"The comparisons of {scope} hold at {_LEVEL} together{_in(together)} (rank-sum test, Holm's"
            " correction)."
        )
    if alone:
        lines.append(
            f"Each comparison holds at {_LEVEL} on its own{_in(alone)}; with so few {noun} no correction is"
            " possible."
        )
    return lines


def _tie_words(families: Sequence[Family], noise: NoiseFloors) -> list[str]:
    """How large a difference must be to be found, by language."""
    distances: dict[str, list[str]] = {}
    for title in dict.fromkeys(family.title for family in families):
        of_title = [family for family in families if family.title == title]
        tied = max((family.ties for family in of_title if family.is_corrected), default=1)
        times = [time for family in of_title for time in family.times.values()]
        codecs = [codec for family in of_title for codec in family.times]
        apart = found_from(times, tied, noise_between(noise_of(codecs, noise), *codecs))
        if apart is not None and any(family.ties for family in of_title):
            distances.setdefault(f"{max(100 * apart, 1):.0f} %", []).append(title)
    if not distances:
        return []
    first, *others = distances.items()
    said = [f"{first[0]} apart{_in(first[1])}", *(distance + _in(titles) for distance, titles in others)]
    return [f"A tie means less than about {', '.join(said)}: more is found in 9 of 10 cases."]


def _in(titles: Sequence[str]) -> str:
    """The languages of these titles, where there are several."""
    return f" in {listed(titles, len(titles))}" if any(titles) else ""
