"""Messages that end too early."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "truncation"
# Up to this size every length, beyond it this number of lengths.
_ALL_TO_BYTES, _LENGTHS = 4096, 512


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    """Every length of one message after the other, within the budget."""
    found: list[Case] = []
    for base, message in enumerate(material.messages):
        size = len(message.data)
        lengths = range(size)
        chosen = lengths if size <= _ALL_TO_BYTES else sorted(rng.sample(lengths, _LENGTHS))
        for length in chosen:
            if len(found) == budget:
                return found
            words = f"the first {length} of {size} bytes"
            found.append(edited(KIND, material, base, length, size, b"", words))
    return found
