"""Variants of a workload: the same kind of data with parameters, written ``nested:levels=4``.

A generator that has parameters names them with their usual values (``PARAMETERS = {"levels": (1, 2, 4)}``)
and takes them as arguments of ``objects``. Every workload that is measured has the parameter ``batch``: the
number of objects in one message.
"""

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from serbench.errors import BadInput
from serbench.schema.graph import order_and_mark_cycles
from serbench.schema.model import Field, Kind, Label, Message, Schema, Type

BATCH = "batch"
BATCH_MEMBER = "objects"
LARGEST_PARAMETER = 1_000_000
Parameters = tuple[tuple[str, int], ...]
_ASSIGNMENT = re.compile(r"([a-z][a-z0-9_]*)=([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class VariantName:
    """A workload's folder and the parameters that were given with it."""

    family: str
    parameters: Parameters

    def __str__(self) -> str:
        if not self.parameters:
            return self.family
        return f"{self.family}:{','.join(f'{name}={value}' for name, value in self.parameters)}"


def parse_name(text: str) -> VariantName:
    """``record``, ``nested:levels=4`` or ``tuples:tuples=64,batch=2``; BadInput for anything else."""
    family, colon, rest = text.partition(":")
    if not colon:
        return VariantName(family, ())
    parameters: dict[str, int] = {}
    for part in rest.split(","):
        match = _ASSIGNMENT.fullmatch(part)
        if not match or not 1 <= int(match[2]) <= LARGEST_PARAMETER:
            raise BadInput(
                f'"{part}" in {text} is not a parameter of a workload; write name=N, with N from 1 to'
                f" {LARGEST_PARAMETER}."
            )
        if match[1] in parameters:
            raise BadInput(f"{text} gives the parameter {match[1]} twice.")
        parameters[match[1]] = int(match[2])
    return VariantName(family, tuple(parameters.items()))


def variants(name: VariantName, axes: Mapping[str, tuple[int, ...]]) -> list[VariantName]:
    """The variants that a name means: parameters that were not given take all their usual values, and one
    without any is left to the generator.

    Raises BadInput for a parameter that the workload does not have.
    """
    given = dict(name.parameters)
    for parameter in given:
        if parameter not in axes and parameter != BATCH:
            known = ", ".join([*axes, BATCH])
            raise BadInput(f"The workload {name.family} has no parameter {parameter}; it has {known}.")
    choices = [
        [(axis, value) for value in ((given[axis],) if axis in given else axes[axis])]
        for axis in axes
        if axis in given or axes[axis]
    ]
    if BATCH in given:
        choices.append([(BATCH, given[BATCH])])
    return [VariantName(name.family, parameters) for parameters in itertools.product(*choices)]


def batched(schema: Schema) -> Schema:
    """The schema of messages that hold a list of the schema's objects."""
    root = "serbench.Batch"
    taken = {message.name for message in schema.messages} | {enum.name for enum in schema.enums}
    while root in taken:
        root += "_"
    element = Type(Kind.MESSAGE, schema.root, schema.root)
    member = Field(BATCH_MEMBER, 1, BATCH_MEMBER, Label.REPEATED, element)
    messages = {message.name: message for message in schema.messages} | {root: Message(root, (member,))}
    return order_and_mark_cycles(root, messages, schema.enums)
