"""The ways to the numbers of plain objects (FORMAT.md, section 7), as methods to render. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.languages.java.lowering import JavaMessage, JavaSchema
from serbench.languages.lowering import Step
from serbench.languages.routing import Routing, routing_steps
from serbench.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Level:
    """A message on the way to a number: its place on that way, its class, and the member that is next."""

    place: int
    type: str
    step: Step

    @property
    def below(self) -> int:
        return self.place + 1


@dataclass(frozen=True, slots=True)
class RelayedSteps:
    """The steps of a schema, and the ways to the number of the root and to that of an element of its batch,
    empty where there is none."""

    routing: Routing
    number: tuple[Level, ...]
    element_number: tuple[Level, ...]


def relayed_steps(schema: Schema, lowered: JavaSchema) -> RelayedSteps:
    """The steps of a schema and of what it was lowered to."""
    routing = routing_steps(schema, lowered.messages)
    classes = {message.name: message for message in lowered.messages}
    element = classes[routing.batch.value.name] if routing.batch else lowered.root
    return RelayedSteps(
        routing, _levels(routing.number, lowered.root, classes), _levels(routing.key, element, classes)
    )


def _levels(path: Sequence[Step], message: JavaMessage, classes: dict[str, JavaMessage]) -> tuple[Level, ...]:
    levels: list[Level] = []
    for place, step in enumerate(path):
        levels.append(Level(place, message.type, step))
        message = classes.get(step.value.name, message)
    return tuple(levels)
