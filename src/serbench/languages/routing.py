"""What a router changes in objects or reads of them (FORMAT.md, section 7), as steps. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from serbench.languages.lowering import Step
from serbench.schema.model import Field, Schema
from serbench.schema.routing import batch_list, envelope_fields, number_path


class HasSteps(Protocol):
    """A message as a language lowers it."""

    @property
    def steps(self) -> Sequence[Step]: ...


@dataclass(frozen=True, slots=True)
class Routing:
    """The steps that lead from a root to its ``number``, none where it has none; its ``batch``, and those
    that lead from an element of that to its ``key``; an envelope's ``destination`` and ``payload``."""

    number: tuple[Step, ...]
    batch: Step | None
    key: tuple[Step, ...]
    destination: Step | None
    payload: Step | None


def routing_steps(schema: Schema, lowered: Sequence[HasSteps]) -> Routing:
    """The routing of a schema whose messages were lowered in its order."""
    steps = {
        (message.name, step.schema_name): step
        for message, low in zip(schema.messages, lowered, strict=True)
        for step in low.steps
    }

    def path(message: str) -> tuple[Step, ...]:
        found: list[Step] = []
        for field in number_path(schema, message) or ():
            found.append(steps[message, field.name])
            message = field.type.name
        return tuple(found)

    def of_root(field: Field | None) -> Step | None:
        return steps[schema.root, field.name] if field else None

    batch = batch_list(schema)
    destination, payload = envelope_fields(schema) or (None, None)
    return Routing(
        path(schema.root),
        of_root(batch),
        path(batch.type.name) if batch else (),
        of_root(destination),
        of_root(payload),
    )
