"""What a codec adds to the plain types of Rust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from serbench.languages.rust.names import rust_identifier
from serbench.render.idl import snake_case
from serbench.schema.model import Kind


@dataclass(frozen=True, slots=True)
class PlainStyle:
    """What a codec adds to the plain types.

    ``derives`` stand on every struct and enum. ``attributes`` maps what is to carry them to attributes
    without their brackets, in which ``{name}`` is the schema's name and ``{type}`` the Rust type's, on types
    its own and on fields that of one value, with its path. On types: ``message``, ``enum``, ``oneof`` (the
    enum of a oneof), ``message_on_cycle`` (messages that can reach themselves), ``oneof_on_cycle`` (oneofs
    with a case that leads back to their message), and ``value`` on the values of an enum. On fields:
    ``field`` (every one), the label (``plain``, ``optional``, ``boxed``, ``repeated``, ``map``,
    ``oneof_field``), label and leaf (``optional_bytes``, ``map_number`` …), ``on_cycle`` (those that lead
    back to their message). On the cases of a oneof: ``case``, ``case_bytes`` …, and on the value in a case
    ``on_cycle``. The kind of a number, where it is named (``map_uint64``), stands in the place of all
    numbers.

    ``snake_case`` has the fields of structs named so, where a derive finds no others; ``taken`` are names of
    fields with which what a derive generates does not compile.
    """

    derives: tuple[str, ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    snake_case: bool = False
    taken: tuple[str, ...] = ()

    def field_name(self, name: str) -> str:
        """The name of a struct's field, from that in the schema."""
        identifier = rust_identifier(snake_case(name) if self.snake_case else name)
        return f"{identifier}_" if identifier in self.taken else identifier

    def of(self, name: str, *kinds: str, type_name: str = "") -> tuple[str, ...]:
        """The attributes for these kinds, in their order."""
        lines = (line for kind in kinds for line in self.attributes.get(kind, ()))
        plain_type = type_name.removeprefix("r#")
        return tuple(line.replace("{name}", name).replace("{type}", plain_type) for line in lines)

    def leaf(self, label: str, kind: Kind, leaf: str) -> str:
        """The name of the attributes of a field or a case with this kind of value."""
        narrow = f"{label}_{kind}"
        return narrow if narrow in self.attributes else f"{label}_{leaf}"
