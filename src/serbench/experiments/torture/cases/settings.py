"""Messages of which one byte is the least or greatest of its kind."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "byte set"
_VALUES = (0x00, 0x7F, 0x80, 0xFF)


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    every = [
        (base, at, value)
        for base, message in enumerate(material.messages)
        for at, byte in enumerate(message.data)
        for value in _VALUES
        if byte != value
    ]
    return [
        edited(KIND, material, base, at, at + 1, bytes([value]), f"byte {at} set to {value:02x}")
        for base, at, value in sorted(rng.sample(every, min(budget, len(every))))
    ]
