"""What a relay changes in plain objects (FORMAT.md, section 7), as steps to render. Pure."""

from dataclasses import dataclass

from serbench.languages.java.lowering import JavaMessage, JavaSchema
from serbench.languages.lowering import Step
from serbench.schema.model import Field, Kind, Schema
from serbench.schema.routing import batch_list, number_path

_ENVELOPE = (("count", Kind.UINT32), ("destination", Kind.UINT32), ("payload", Kind.BYTES))


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
    """The ways to the number of the root and to that of an element of its batch, empty where there is none;
    the batch; the members of an envelope by name."""

    number: tuple[Level, ...]
    batch: Step | None
    element_number: tuple[Level, ...]
    envelope: dict[str, Step]


def relayed_steps(schema: Schema, lowered: JavaSchema) -> RelayedSteps:
    """The steps of a schema and of what it was lowered to."""
    classes = {message.name: message for message in lowered.messages}
    number = _levels(number_path(schema) or (), lowered.root, classes)
    envelope = _envelope(schema, lowered.root)
    found = batch_list(schema)
    if found is None:
        return RelayedSteps(number, None, (), envelope)
    batch = _step_of(lowered.root, found)
    path = number_path(schema, found.type.name) or ()
    return RelayedSteps(number, batch, _levels(path, classes[batch.value.name], classes), envelope)


def _levels(
    path: tuple[Field, ...], message: JavaMessage, classes: dict[str, JavaMessage]
) -> tuple[Level, ...]:
    levels: list[Level] = []
    for place, field in enumerate(path):
        step = _step_of(message, field)
        levels.append(Level(place, message.type, step))
        message = classes.get(step.value.name, message)
    return tuple(levels)


def _step_of(message: JavaMessage, field: Field) -> Step:
    return next(step for step in message.steps if step.schema_name == field.name)


def _envelope(schema: Schema, root: JavaMessage) -> dict[str, Step]:
    members = schema.message(schema.root).members
    fields = tuple((field.name, field.type.kind) for field in members if isinstance(field, Field))
    if len(fields) != len(members) or fields != _ENVELOPE:
        return {}
    return {step.schema_name: step for step in root.steps}
