"""Messages that hold themselves many times over, where the schema allows it."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, whole

KIND = "nesting"


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    """All, whatever the budget: there are few."""
    return [whole(KIND, data, words) for words, data in material.nested]
