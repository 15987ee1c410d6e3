"""A/A twins: codecs that are measured twice as if they were two; their disagreement is a language's noise."""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, TypeVar

from serbench.codecs.naming import language_name
from serbench.engine.describe import SubjectKey
from serbench.languages import language_names, title_of
from serbench.record.names import CodecName, LogRatio, Word, WorkloadName
from serbench.statistics.noise import NoiseFloor, NoiseFloors, noise_share

_Subject = TypeVar("_Subject")
_MARK = " (twin)"


@dataclass(frozen=True, slots=True)
class Twin:
    """A codec that was measured twice with a workload in a run; of each operation that ranks the logarithm of
    the second time over the first."""

    run: Word
    codec: CodecName
    workload: WorkloadName
    log_ratios: tuple[LogRatio, ...]


def twin_name(codec: str) -> str:
    """The name of the second of two twins in plans and rows."""
    return codec + _MARK


def choose_twins(codecs: Collection[str], of_each_language: int, order: str) -> dict[str, str]:
    """The codecs to measure twice, by their twins' names: a number of each language, drawn by the words of
    ``order``, so that over many runs each codec represents its language."""
    by_language: dict[str, list[str]] = {}
    for codec in sorted(set(codecs)):
        by_language.setdefault(language_name(codec), []).append(codec)
    chosen: list[str] = []
    for language, names in by_language.items():
        chosen += random.Random(f"{order} twins of {language}").sample(names, len(names))[:of_each_language]
    return {twin_name(codec): codec for codec in chosen}


def with_twins(
    subjects: Mapping[SubjectKey, _Subject],
    twins: Mapping[str, str],
    laid_out: Mapping[SubjectKey, _Subject],
) -> dict[SubjectKey, _Subject]:
    """The subjects, and those that are measured twice once more under their twins' names: as they were
    ``laid_out`` in another way, where they were."""
    doubled = {
        (twin, workload): laid_out.get((codec, workload), subject)
        for twin, codec in twins.items()
        for (name, workload), subject in subjects.items()
        if name == codec
    }
    return {**subjects, **doubled}


def twins_in(
    run: str,
    medians: Mapping[tuple[str, str, str], float],
    twins: Mapping[str, str],
    operations: Collection[str],
) -> tuple[Twin, ...]:
    """The twins of a run, with the ratios of their times.

    ``medians`` are by codec, workload and operation, ``twins`` as ``choose_twins`` gives them; of the
    operations only those that rank count.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for (second, workload, operation), median in medians.items():
        first = medians.get((twins.get(second, ""), workload, operation), 0.0)
        # A time below the clock's resolution tells nothing.
        if operation in operations and first > 0 and median > 0:
            found.setdefault((twins[second], workload), []).append(log(median / first))
    return tuple(Twin(run, *cell, tuple(log_ratios)) for cell, log_ratios in found.items())


def earlier_twins(record: Mapping[str, Any]) -> tuple[Twin, ...]:
    """The twins of earlier runs, as a run recorded them when it began."""
    return tuple(
        Twin(of["run"], of["codec"], of["workload"], tuple(of["log_ratios"]))
        for of in record.get("earlier_twins", ())
    )


def noise_floors(twins: Iterable[Twin]) -> dict[str, NoiseFloor]:
    """The noise floor of each language that has twins."""
    by_language: dict[str, list[Twin]] = {}
    for twin in twins:
        by_language.setdefault(language_name(twin.codec), []).append(twin)
    return {
        language: NoiseFloor(
            noise_share([found for twin in of for found in twin.log_ratios]),
            len(of),
            len({twin.run for twin in of}),
        )
        for language, of in by_language.items()
    }


def noise_of(codecs: Iterable[str], noise: NoiseFloors) -> dict[str, NoiseFloor]:
    """The noise floor of each codec whose language has one."""
    return {codec: noise[name] for codec in codecs if (name := language_name(codec)) in noise}


def noise_list(noise: NoiseFloors) -> str:
    """``C++ 1.2% (9 twins in 4 runs), Go 0.8% (1 twin)``: each language's floor."""
    return ", ".join(f"{title_of(name)} {of.share:.1%} ({_amount(of)})" for name, of in sorted(noise.items()))


def noise_words(noise: NoiseFloors) -> str:
    """The noise floors in short; empty where there are none."""
    return f"noise floor {noise_list(noise)}" if noise else ""


def _amount(noise: NoiseFloor) -> str:
    twins = f"{noise.twins} twin" + ("s" if noise.twins > 1 else "")
    return twins + (f" in {noise.runs} runs" if noise.runs > 1 else "")


def noise_sentence(noise: NoiseFloors, codecs: Sequence[str]) -> str:
    """The sentence that explains the noise floors, and names the languages of these codecs that have none."""
    own = {language_name(codec) for codec in codecs}
    without = [title_of(name) for name in language_names() if name in own - noise.keys()]
    none = f"; none in {' and '.join(without)}, where nothing was measured twice" if without else ""
    shown = {name: of for name, of in noise.items() if name in own}
    return (
        f"Noise floor: {noise_list(shown)}{none}. The same code, measured twice, differs by less in 19 of 20"
        " cases; smaller differences are not significant."
    )
