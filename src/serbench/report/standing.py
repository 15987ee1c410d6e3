"""The places of codecs, within each language and across all: every experiment has them decided here. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from serbench.codecs.manifest import HAND_WRITTEN
from serbench.engine.twins import noise_of
from serbench.languages import languages, title_of
from serbench.report.words import listed
from serbench.statistics.comparison import Place, places
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NO_NOISE, NoiseFloors

# A codec, a workload and a way of a cell.
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """A codec's place ``within`` its language, and that ``across`` all of them; None where it has too few
    forks to differ from any other, and for what is a reference and not ranked."""

    within: Place | None = None
    across: Place | None = None

    def shown(self, is_across: bool) -> Place | None:
        return self.across if is_across else self.within

    def to_json(self) -> dict[str, Any]:
        """The low and the high place within the language and across, and the codecs of the language from
        which it does not differ significantly."""
        within, across = self.within, self.across
        return {
            "rank": within.rank if within else None,
            "rank_high": within.rank_high if within else None,
            "rank_across": across.rank if across else None,
            "rank_across_high": across.rank_high if across else None,
            "tied": list(within.tied) if within else [],
        }


UNRANKED = Standing()
WITHIN = "Ranks are within each language; --across ranks all of them together."


def floors_in(record: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(runner["codec"] for runner in record.get("runners", ()) if runner.get("floor"))


def hand_written_in(record: Mapping[str, Any]) -> frozenset[str]:
    """The codecs of a run that are written for the schema. Runs of before there was the trait say that they
    have no library."""
    return frozenset(
        runner["codec"]
        for runner in record.get("runners", ())
        if HAND_WRITTEN in runner.get("traits", ()) or runner.get("library", "").startswith("none")
    )


def ended_in(record: Mapping[str, Any]) -> dict[str, str]:
    """The codecs of a run whose libraries' projects had ended when it began, with the month since which."""
    ended = ((runner["codec"], runner.get("ended")) for runner in record.get("runners", ()))
    return {codec: found["since"] for codec, found in ended if found}


def standings(
    times: Mapping[str, Estimate], noise: NoiseFloors = NO_NOISE, bounds: Collection[str] = ()
) -> dict[str, Standing]:
    """The standing of each codec among these; less is better. ``noise`` is by language. Times of
    ``bounds`` are upper bounds."""
    of_codecs = noise_of(times, noise)
    across = places(times, of_codecs, bounds)
    within: dict[str, Place] = {}
    for codecs in by_language(times).values():
        within |= places({codec: times[codec] for codec in codecs}, of_codecs, bounds)
    return {codec: Standing(within.get(codec), across.get(codec)) for codec in times}


def standings_by_way(
    times: Mapping[Key, Estimate], noise: NoiseFloors, bounds: Collection[Key] = ()
) -> dict[Key, Standing]:
    """The standing of each codec, by codec, workload and operation, among those of the same two. Times of
    ``bounds`` are upper bounds."""
    ways: dict[tuple[str, str], dict[str, Estimate]] = {}
    for cell, time in times.items():
        ways.setdefault(cell[1:], {})[cell[0]] = time
    found = {
        way: standings(of_way, noise, {codec for codec, *of in bounds if tuple(of) == way})
        for way, of_way in ways.items()
    }
    return {cell: found[cell[1:]][cell[0]] for cell in times}


def by_language(codecs: Iterable[str]) -> dict[str, list[str]]:
    """The codecs of each language by its title, in the order of the languages; in each in the given order."""
    found: dict[str, list[str]] = {}
    for codec in codecs:
        found.setdefault(title_of(codec), []).append(codec)
    known = [language.title for language in languages()]
    order = sorted(found, key=lambda title: known.index(title) if title in known else len(known))
    return {title: found[title] for title in order}


def rankings(codecs: Iterable[str], is_across: bool) -> dict[str, list[str]]:
    """The codecs of each ranking: those of each language by its title, or all under no title where they are
    ranked across languages or are of one."""
    codecs = list(codecs)
    found = by_language(codecs)
    return {"": codecs} if len(found) == 1 or (found and is_across) else found


def what_else_differs() -> str:
    """The sentence that tells what a ranking across languages compares besides the codecs."""
    collecting = listed([one.title for one in languages() if one.collects_garbage])
    compiling = listed([one.title for one in languages() if one.jit_compiled])
    return (
        f"Ranks are across languages, where more differs than the codec: {collecting} leave releases to a"
        f" collector, code of {compiling} is compiled for this processor as it runs, and strings are of"
        " each language's own type."
    )
