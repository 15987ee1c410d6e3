"""A/A twins: codecs that are measured twice as if they were two; their disagreement is a run's noise."""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from serbench.codecs.naming import language_name
from serbench.engine.describe import SubjectKey

_Subject = TypeVar("_Subject")
_MARK = " (twin)"


def twin_name(codec: str) -> str:
    """The name of the second of two twins in plans and rows."""
    return codec + _MARK


def noise_sentence(noise: float, twins: Sequence[str]) -> str:
    """The sentence that explains a noise floor and names the codecs whose twins showed it."""
    names = list(dict.fromkeys(twin.removesuffix(_MARK) for twin in twins))
    listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return (
        f"Noise floor {noise:.1%}: {listed}, measured twice, differed by this much. Smaller differences are"
        " not significant."
    )


def choose_twins(codecs: Collection[str], of_each_language: int, seed: int) -> dict[str, str]:
    """The codecs to measure twice, by their twins' names: a number of each language, drawn by the seed, so
    that over many runs each codec represents its language."""
    by_language: dict[str, list[str]] = {}
    for codec in sorted(set(codecs)):
        by_language.setdefault(language_name(codec), []).append(codec)
    chosen: list[str] = []
    for language, names in by_language.items():
        order = random.Random(f"{seed} twins of {language}").sample(names, len(names))
        chosen += order[:of_each_language]
    return {twin_name(codec): codec for codec in chosen}


def with_twins(
    subjects: Mapping[SubjectKey, _Subject], twins: Mapping[str, str]
) -> dict[SubjectKey, _Subject]:
    """The subjects, and those that are measured twice once more under their twins' names."""
    doubled = {
        (twin, workload): subject
        for twin, codec in twins.items()
        for (name, workload), subject in subjects.items()
        if name == codec
    }
    return {**subjects, **doubled}


def noise_floor(
    medians: Mapping[tuple[str, str, str], float], twins: Mapping[str, str], operations: Collection[str]
) -> float | None:
    """The largest disagreement of two twins: 0.02 where one took 2 % longer than the other.

    ``medians`` are by codec, workload and operation, ``twins`` as ``choose_twins`` gives them; of the
    operations only those that rank count. None where no pair was measured.
    """
    quotients = [
        median / medians[twins[codec], workload, operation]
        for (codec, workload, operation), median in medians.items()
        if codec in twins and operation in operations and (twins[codec], workload, operation) in medians
    ]
    if not quotients:
        return None
    return max(max(quotient, 1 / quotient) for quotient in quotients) - 1
