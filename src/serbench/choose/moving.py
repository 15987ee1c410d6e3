"""The way from what runs now to an option: what reads old bytes, and what tells old from new. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serbench.choose.options import Known, Option
from serbench.choose.request import Request
from serbench.facts.fact import Facts

# The bytes with which messages of a codec begin, by its name.
FirstBytes = Mapping[str, frozenset[int]]
_SERDE = "serde"
_MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Move:
    """The move from what runs now: options that read its bytes (``reads_old_bytes``), those whose types keep
    their derives (``same_derives``), and the first bytes of what it writes (``old``) and of what the first
    option writes (``new``), empty where they are not known."""

    reads_old_bytes: tuple[str, ...] = ()
    same_derives: tuple[str, ...] = ()
    old: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()

    @property
    def first_byte_differs(self) -> bool | None:
        """Whether the first byte of a message tells old from new; None where one of them is not known."""
        return self.old.isdisjoint(self.new) if self.old and self.new else None

    def to_json(self) -> dict[str, Any]:
        return {
            "reads_old_bytes": list(self.reads_old_bytes),
            "same_derives": list(self.same_derives),
            "first_byte_differs": self.first_byte_differs,
        }


NO_MOVE = Move()


def move_of(
    options: Iterable[Option], first: Option | None, request: Request, known: Known, bytes_: FirstBytes
) -> Move:
    """The move to these options, of which one is ``first`` on the list; without a codec that runs now there
    is none."""
    candidates = {one.name: one for one in known.candidates}
    now = [candidates[name] for name in request.now if name in candidates]
    if not now:
        return NO_MOVE
    writers = [one for one in now if one.language in request.write] or now

    def reads(option: Option) -> bool:
        readers = [candidates[option.codecs[name]] for name in request.read if name in option.codecs]
        return all(
            writer.format == option.format and (writer == reader or known.fits(writer, reader))
            for writer in writers
            for reader in readers
        )

    found = tuple(options)
    names = [one.name for one in now]
    new = [first.codecs[name] for name in request.write if name in first.codecs] if first else []
    return Move(
        tuple(option.id for option in found if option.codecs and reads(option)),
        tuple(option.id for option in found if _keeps_derives(option, names, known.facts)),
        _together([one.name for one in writers], bytes_),
        _together(new, bytes_),
    )


def _together(codecs: Iterable[str], bytes_: FirstBytes) -> frozenset[int]:
    """The first bytes of all of these codecs; empty where those of one are not known."""
    each = [bytes_.get(name, frozenset()) for name in codecs]
    return frozenset().union(*each) if all(each) else frozenset()


def _keeps_derives(option: Option, now: Iterable[str], facts: Facts) -> bool:
    """Whether types that derive serde for what runs now are those that the option takes."""
    codecs = (*now, *option.codecs.values())
    kinds = [facts.get(name, {}).get("types") for name in codecs]
    return all(
        fact is not None and isinstance(fact.value, list | tuple) and _SERDE in fact.value for fact in kinds
    )


def move_lines(move: Move, first: Option | None, request: Request) -> Iterator[str]:
    """How to move to the first option, in sentences; none where nothing is known of it."""
    if first is None or not request.now:
        return
    old = ", ".join(request.now)
    if first.id in move.reads_old_bytes:
        yield f"{first.title} reads what {old} writes: programs move one by one."
    elif move.first_byte_differs:
        yield (
            f"Readers first: the first byte of a message tells {old} ({_hex(move.old)}) from"
            f" {first.title} ({_hex(move.new)}), in all messages that were measured. Then writers."
        )
    elif move.first_byte_differs is False:
        both = _hex(move.old & move.new)
        yield (
            f"Readers first, by a mark of your own before the bytes: messages of {old} and of {first.title}"
            f" begin with the same bytes ({both}). Then writers."
        )
    if first.id in move.same_derives:
        yield "Its types keep their derives of serde."


def _hex(values: Iterable[int]) -> str:
    ordered = sorted(values)
    shown = " ".join(f"{value:02x}" for value in ordered[:_MOST_SHOWN])
    return f"{shown} and {len(ordered) - _MOST_SHOWN} more" if len(ordered) > _MOST_SHOWN else shown
