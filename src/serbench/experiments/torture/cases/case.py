"""A case, and the material that cases are made of."""

from dataclasses import dataclass, field

from serbench.experiments.torture.positions import Positions

# The outcome of what is not made of a valid message has no value to compare with.
NO_BASE = -1


@dataclass(frozen=True, slots=True)
class Message:
    """A valid message, the digest of its value and what ``access-all`` touches in it."""

    data: bytes
    digest: str
    touch: int
    positions: Positions = field(default_factory=Positions)


@dataclass(frozen=True, slots=True)
class Case:
    """The bytes of ``messages[base]`` in which ``start`` to ``end`` are replaced; without a base the
    replacement alone. ``place`` says what the edit meets, where that is known. ``words`` tell it, ``name`` is
    that of a named case, with its ``reference``."""

    kind: str
    base: int
    start: int
    end: int
    replacement: bytes
    words: str
    place: str = ""
    name: str = ""
    reference: str = ""

    def data(self, messages: tuple[Message, ...]) -> bytes:
        if self.base == NO_BASE:
            return self.replacement
        valid = messages[self.base].data
        return valid[: self.start] + self.replacement + valid[self.end :]

    def size_bytes(self, messages: tuple[Message, ...]) -> int:
        whole = 0 if self.base == NO_BASE else len(messages[self.base].data)
        return whole - (self.end - self.start) + len(self.replacement)


@dataclass(frozen=True, slots=True)
class CaseMaterial:
    """Valid messages of one codec, the first of which is decoded after each case; ``nested`` and ``foreign``
    are whole inputs with their words; ``format`` is the codec's."""

    messages: tuple[Message, ...]
    format: str = ""
    nested: tuple[tuple[str, bytes], ...] = ()
    foreign: tuple[tuple[str, bytes], ...] = ()


def edited(
    kind: str, material: CaseMaterial, base: int, start: int, end: int, replacement: bytes, words: str
) -> Case:
    """A case of a message, with what its first byte that changes is."""
    place = material.messages[base].positions.place(start)
    return Case(kind, base, start, end, replacement, words, place)


def whole(kind: str, data: bytes, words: str, name: str = "", reference: str = "") -> Case:
    """A case that no message is the base of."""
    return Case(kind, NO_BASE, 0, 0, data, words, "", name, reference)
