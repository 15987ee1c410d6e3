"""Messages of any depth after three that hold themselves a few times over. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from serbench.experiments.torture.cases.structure import varint


def deeper(one: bytes, two: bytes, three: bytes, levels: int) -> bytes | None:
    """The message that is ``levels`` deeper than ``one``, where ``two`` and ``three`` are deeper by one and
    two. None where no pattern is known by which each level is made."""
    found = _repeated(one, two, three, levels)
    if found is None:
        envelope = next(_envelopes(one, two, three), None)
        found = None if envelope is None else envelope.around(one, levels)
    return found


def _repeated(one: bytes, two: bytes, three: bytes, levels: int) -> bytes | None:
    """Where each level adds the same bytes at one place before what is innermost and at one behind."""
    growth = len(two) - len(one)
    if growth <= 0 or len(three) - len(two) != growth:
        return None
    start = _same(one, two)
    for before in range(growth, -1, -1):
        opened = two[start : start + before]
        behind = growth - before
        # What is innermost may begin as a level and end as one.
        end = min(_same(one[::-1], two[::-1]), len(one) - start) if behind else 0
        middle = one[start : len(one) - end] if end else one[start:]
        closed = two[len(two) - end - behind : len(two) - end] if behind else b""
        tail = one[len(one) - end :] if end else b""
        made = [one[:start] + opened * n + middle + closed * n + tail for n in (1, 2)]
        if made == [two, three]:
            return one[:start] + opened * levels + middle + closed * levels + tail
    return None


def _same(one: bytes, other: bytes) -> int:
    """How many bytes at the beginning are the same."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


@dataclass(frozen=True, slots=True)
class _Envelope:
    """The bytes that a level puts around the message inside.
    They stand before and behind it. Those before it contain the message's length plus ``more`` bytes."""

    before_length: bytes
    length: Callable[[int], bytes]
    more: int
    behind_length: bytes
    behind: bytes

    def around(self, message: bytes, levels: int) -> bytes:
        size_bytes = len(message)
        heads = []
        for _ in range(levels):
            head = self.before_length + self.length(size_bytes + self.more) + self.behind_length
            heads.append(head)
            size_bytes += len(head) + len(self.behind)
        return b"".join(reversed(heads)) + message + self.behind * levels


def _fixed(number: int) -> bytes:
    return number.to_bytes(4, "little")


def _envelopes(one: bytes, two: bytes, three: bytes) -> Iterator[_Envelope]:
    """The envelopes that make ``two`` of ``one`` and ``three`` of ``two``."""
    growth = len(two) - len(one)
    for start in range(1, growth + 1):
        if two[start : start + len(one)] != one:
            continue
        head, behind = two[:start], two[start + len(one) :]
        for length in (varint, _fixed):
            for more in range(growth + 1):
                written = length(len(one) + more)
                at = head.find(written)
                while at >= 0:
                    envelope = _Envelope(head[:at], length, more, head[at + len(written) :], behind)
                    if envelope.around(two, 1) == three:
                        yield envelope
                    at = head.find(written, at + 1)
