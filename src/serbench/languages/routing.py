"""The members that a router changes or reads in objects, as steps (FORMAT.md, section 7). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from serbench.languages.steps import Step
from serbench.schema.model import Field, Schema
from serbench.schema.routing import batch_list, envelope_fields, number_path


class HasSteps(Protocol):
    """A message as a language lowers it."""

    @property
    def steps(self) -> Sequence[Step]: ...


@dataclass(frozen=True, slots=True)
class Level:
    """A message on the way to a number: its ``place`` on that way, from 0, and its member that is next."""

    place: int
    message: HasSteps
    step: Step

    @property
    def below(self) -> int:
        return self.place + 1

    @property
    def index(self) -> int:
        """The member's place in its message."""
        return self.message.steps.index(self.step)

    @property
    def before(self) -> Sequence[Step]:
        return self.message.steps[: self.index]

    @property
    def behind(self) -> Sequence[Step]:
        return self.message.steps[self.index + 1 :]


@dataclass(frozen=True, slots=True)
class Routing:
    """The levels that lead from a root to its ``number``, none where it has none; its ``batch``, and those
    that lead from an element of that to its ``key``; an envelope's ``destination`` and ``payload``."""

    number: tuple[Level, ...]
    batch: Step | None
    key: tuple[Level, ...]
    destination: Step | None
    payload: Step | None


def steps_by_member(schema: Schema, lowered: Sequence[HasSteps]) -> dict[tuple[str, str], Step]:
    """The steps by message and member of a schema whose messages were lowered in its order."""
    return {
        (message.name, step.schema_name): step
        for message, low in zip(schema.messages, lowered, strict=True)
        for step in low.steps
    }


def routing_steps(schema: Schema, lowered: Sequence[HasSteps]) -> Routing:
    """The routing of a schema whose messages were lowered in its order."""
    messages = {message.name: low for message, low in zip(schema.messages, lowered, strict=True)}
    steps = steps_by_member(schema, lowered)

    def levels(message: str) -> tuple[Level, ...]:
        found: list[Level] = []
        for place, field in enumerate(number_path(schema, message) or ()):
            found.append(Level(place, messages[message], steps[message, field.name]))
            message = field.type.name
        return tuple(found)

    def of_root(field: Field | None) -> Step | None:
        return steps[schema.root, field.name] if field else None

    batch = batch_list(schema)
    destination, payload = envelope_fields(schema) or (None, None)
    return Routing(
        levels(schema.root),
        of_root(batch),
        levels(batch.type.name) if batch else (),
        of_root(destination),
        of_root(payload),
    )
