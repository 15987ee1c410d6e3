"""Messages of which one bit is another."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "bit flip"


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    bits = [8 * len(message.data) for message in material.messages]
    found = []
    for number in sorted(rng.sample(range(sum(bits)), min(budget, sum(bits)))):
        base = 0
        while number >= bits[base]:
            number -= bits[base]
            base += 1
        at, bit = divmod(number, 8)
        other = bytes([material.messages[base].data[at] ^ 1 << bit])
        found.append(edited(KIND, material, base, at, at + 1, other, f"bit {bit} of byte {at} flipped"))
    return found
