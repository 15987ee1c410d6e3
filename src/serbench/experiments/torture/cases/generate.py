"""All cases of a codec: each class has its share of the budget, and bit flips have what the others leave."""

import random
from collections.abc import Callable

from serbench.experiments.torture.cases import (
    chunks,
    ends,
    flips,
    foreign,
    named,
    nesting,
    settings,
    structure,
    truncation,
    values,
)
from serbench.experiments.torture.cases.case import Case, CaseMaterial

# The shares in percent; the rest is that of bit flips.
_SHARES: tuple[tuple[str, Callable[[CaseMaterial, int, random.Random], list[Case]], int], ...] = (
    (named.KIND, named.cases, 1),
    (nesting.KIND, nesting.cases, 1),
    (truncation.KIND, truncation.cases, 18),
    (settings.KIND, settings.cases, 15),
    (structure.KIND, structure.cases, 22),
    (chunks.KIND, chunks.cases, 9),
    (values.KIND, values.cases, 6),
    (ends.KIND, ends.cases, 4),
    (foreign.KIND, foreign.cases, 2),
)
KINDS = (*(kind for kind, _, _ in _SHARES), flips.KIND)


def generate(material: CaseMaterial, budget: int, seed: int) -> list[Case]:
    """Named and nested cases first, the others mixed: so where a run of a codec ends early, what it has tried
    stands for all. At most ``budget`` cases and those."""
    found = {
        kind: make(material, budget * share // 100, random.Random(f"{seed} {kind}"))
        for kind, make, share in _SHARES
    }
    first = found.pop(named.KIND) + found.pop(nesting.KIND)
    rest = [case for of_kind in found.values() for case in of_kind]
    left = max(0, budget - len(first) - len(rest))
    rest += flips.cases(material, left, random.Random(f"{seed} {flips.KIND}"))
    random.Random(f"{seed} order").shuffle(rest)
    return first + rest
