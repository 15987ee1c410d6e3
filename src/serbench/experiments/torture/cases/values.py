"""Messages with values that the schema does not have: texts that are no UTF-8, bools, enums and tags beyond
the declared ones."""

import random

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited
from serbench.schema.model import Kind

KIND = "value"
# A byte of no character, one that is over-long, a surrogate, one beyond the last, one that is cut off, and
# NUL.
_TEXTS = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\0")
_NUMBERS = (b"\x02", b"\x03", b"\x7f", b"\x80", b"\xc8", b"\xff")
# Digits and letters of formats that are texts.
_LETTERS = (b"9", b"-", b"e", b'"', b"\\")


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    every = [
        (base, at, replacement, kind)
        for base, message in enumerate(material.messages)
        for at, kind in message.positions.payload
        for replacement in _replacements(kind)
        if message.data[at : at + len(replacement)] != replacement
    ]
    chosen = sorted(rng.sample(range(len(every)), min(budget, len(every))))
    return [
        edited(
            KIND,
            material,
            base,
            at,
            min(at + len(replacement), len(material.messages[base].data)),
            replacement,
            f"{replacement.hex(' ')} in a value of kind {kind} at byte {at}",
        )
        for base, at, replacement, kind in map(every.__getitem__, chosen)
    ]


def _replacements(kind: Kind) -> tuple[bytes, ...]:
    return _TEXTS if kind in (Kind.STRING, Kind.BYTES) else (*_NUMBERS, *_LETTERS)
