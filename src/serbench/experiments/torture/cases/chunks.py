"""Messages of which a part is missing, comes twice or is another message's; many parts begin or end where a
value lies, so that keys are unknown, missing or repeated."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "chunk"
_LONGEST = 64


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    found: dict[tuple[int, int, int, bytes], Case] = {}
    long_enough = [base for base, message in enumerate(material.messages) if len(message.data) > 2]
    for _ in range(2 * budget if long_enough else 0):
        if len(found) == budget:
            break
        base = rng.choice(long_enough)
        data = material.messages[base].data
        start, end = _bounds(material, base, rng)
        what = rng.choice(("removed", "repeated", "spliced"))
        replacement = {"removed": b"", "repeated": 2 * data[start:end]}.get(what)
        if replacement is None:
            other = material.messages[rng.choice(long_enough)].data
            begin = rng.randrange(len(other))
            replacement = other[begin : begin + rng.randint(1, _LONGEST)]
        words = f"bytes {start} to {end - 1} {what}"
        case = edited(KIND, material, base, start, end, replacement, words)
        if replacement != data[start:end]:
            found[base, start, end, replacement] = case
    return list(found.values())


def _bounds(material: CaseMaterial, base: int, rng: random.Random) -> tuple[int, int]:
    message = material.messages[base]
    size = len(message.data)
    known = [at for at, _ in message.positions.payload] + [*message.positions.structure]
    start = rng.choice(known) if known and rng.random() < 0.5 else rng.randrange(size)
    later = [at for at in known if start < at <= start + _LONGEST]
    end = rng.choice(later) if later and rng.random() < 0.5 else start + rng.randint(1, _LONGEST)
    return start, min(end, size)
