"""Messages with something behind them, nothing at all, and bytes at random."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited, whole

KIND = "garbage"
_TAILS = (1, 2, 7, 8, 64, 1024)
_LONGEST_RANDOM = 512


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    found = [whole(KIND, b"", "no bytes")]
    for base, message in enumerate(material.messages[:4]):
        size = len(message.data)
        tails = [bytes([byte]) * length for length in _TAILS for byte in (0, 0xFF)]
        tails += [rng.randbytes(length) for length in _TAILS]
        tails.append(message.data)
        found += [
            edited(KIND, material, base, size, size, tail, f"{len(tail)} bytes behind the message")
            for tail in tails
        ]
    while len(found) < budget:
        length = rng.randint(1, _LONGEST_RANDOM)
        if rng.random() < 0.5:
            found.append(whole(KIND, rng.randbytes(length), f"{length} random bytes"))
        else:
            base = rng.randrange(len(material.messages))
            data = material.messages[base].data
            start = rng.randrange(len(data) + 1)
            tail = rng.randbytes(length)
            words = f"random bytes from byte {start} on"
            found.append(edited(KIND, material, base, start, len(data), tail, words))
    return found[:budget]
