"""Where the members of each message occur in generated Java: a message's own class, the class of a group for
each way that leads to it, and that of a composite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from serbench.render.idls.sbe.blocks import SbeGroup, Shape
from serbench.schema.model import Oneof, Schema


class Leading(Protocol):
    """The needed facts about a member: the type of message that it holds, and how."""

    @property
    def shape(self) -> str: ...

    @property
    def groups(self) -> tuple[SbeGroup, ...]: ...

    @property
    def held(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SbePlace:
    """A generated class that writes the members of a message, and the one that reads them. A place
    ``is_whole`` if no further element can follow it in the stream."""

    encoder: str
    decoder: str
    is_whole: bool


def places_of(
    schema: Schema,
    types: Mapping[str, str],
    members: Mapping[tuple[str, str], Leading],
    cases: Mapping[tuple[str, str], Leading],
    roots: Sequence[str],
) -> Mapping[str, tuple[SbePlace, ...]]:
    """The places of every message, by its full name; ``roots`` are SBE messages of their own."""
    found: dict[str, dict[SbePlace, None]] = {message.name: {} for message in schema.messages}

    def enter(full_name: str, place: SbePlace) -> None:
        if place in found[full_name]:
            return
        found[full_name][place] = None
        for member in schema.message(full_name).members:
            leading = [members[full_name, member.name]]
            if isinstance(member, Oneof):
                leading = [cases[full_name, case.name] for case in member.cases]
            for one in leading:
                follow(one, place)

    def follow(member: Leading, place: SbePlace) -> None:
        if member.shape == Shape.COMPOSITE:
            enter(member.held, outermost(member.held, False))
        elif member.shape == Shape.GROUP:
            encoder, decoder = place.encoder, place.decoder
            for group in member.groups:
                encoder += f".{group.class_name}Encoder"
                decoder += f".{group.class_name}Decoder"
            enter(member.held, SbePlace(encoder, decoder, False))

    def outermost(full_name: str, is_whole: bool) -> SbePlace:
        name = types[full_name]
        return SbePlace(f"wire.{name}Encoder", f"wire.{name}Decoder", is_whole)

    for root in roots:
        enter(root, outermost(root, True))
    return {name: tuple(places) for name, places in found.items()}
