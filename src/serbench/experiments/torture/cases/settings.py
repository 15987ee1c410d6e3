"""Messages of which one byte is the least or greatest of its kind."""

import random
from bisect import bisect
from itertools import accumulate

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "byte set"
_VALUES = (0x00, 0x7F, 0x80, 0xFF)


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    """Some of all bytes and values are drawn, of which no list is made; a byte that has the value already
    gives no case."""
    starts = [0, *accumulate(len(message.data) for message in material.messages)]
    places = range(starts[-1] * len(_VALUES))
    found = []
    for place in sorted(rng.sample(places, min(budget, len(places)))):
        number, of_value = divmod(place, len(_VALUES))
        base, value = bisect(starts, number) - 1, _VALUES[of_value]
        at = number - starts[base]
        if material.messages[base].data[at] != value:
            words = f"byte {at} set to {value:02x}"
            found.append(edited(KIND, material, base, at, at + 1, bytes([value]), words))
    return found
