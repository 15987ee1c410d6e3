"""How Java holds, writes, reads and touches one value of each kind."""

from dataclasses import dataclass

from serbench.schema.model import Field, Kind, Label, Message


@dataclass(frozen=True, slots=True)
class JavaValue:
    """One value: its Java type and the helper methods of java/harness that handle it.

    ``kind`` is that of the schema, ``shape`` leaf, enum or message; ``name`` that of the enum or message
    among the plain types. ``put`` is a method of Writing, ``get`` of Reading and ``touch`` of Touch; ``raw``
    follows the value where these take its number; ``next`` is the position behind the value at ``at``.
    ``array_of`` (Longs …) ends the methods for a whole array where a list of such values is an array of
    primitives. ``order`` is the constant of KeyOrder for map keys. ``least_bytes`` is the size of the
    smallest value in FORMAT.md's bytes.
    """

    kind: str
    shape: str
    type: str
    boxed: str
    name: str = ""
    put: str = ""
    get: str = ""
    touch: str = ""
    raw: str = ""
    next: str = ""
    array_of: str = ""
    order: str = ""
    least_bytes: int = 0
    initial: str = ""

    @property
    def is_message(self) -> bool:
        return self.shape == "message"

    @property
    def is_enum(self) -> bool:
        return self.shape == "enum"

    @property
    def is_text(self) -> bool:
        return self.kind == "string"

    @property
    def is_bytes(self) -> bool:
        return self.kind == "bytes"

    @property
    def is_bool(self) -> bool:
        return self.kind == "bool"


def _fixed(
    kind: Kind, type_: str, boxed: str, method: str, touch: str, size_bytes: int, order: str = ""
) -> JavaValue:
    return JavaValue(
        str(kind),
        "leaf",
        type_,
        f"java.lang.{boxed}",
        put=f"put{method}",
        get=f"get{method}",
        touch=f"of{touch}",
        next=f"at + {size_bytes}",
        array_of=f"{method}s",
        order=order,
        least_bytes=size_bytes,
    )


def _sized(kind: Kind, type_: str, method: str, initial: str, order: str = "") -> JavaValue:
    return JavaValue(
        str(kind),
        "leaf",
        type_,
        type_,
        put=f"put{method}",
        get=f"get{method}",
        touch=f"of{method}",
        next="serbench.values.Reading.behind(b, at)",
        order=order,
        least_bytes=4,
        initial=initial,
    )


# Unsigned numbers have the bits of the signed type; only their touch and their key order differ.
LEAVES = {
    value.kind: value
    for value in (
        _fixed(Kind.BOOL, "boolean", "Boolean", "Bool", "Bool", 1, "BOOL"),
        _fixed(Kind.INT32, "int", "Integer", "Int", "Int", 4, "INT"),
        _fixed(Kind.UINT32, "int", "Integer", "Int", "UnsignedInt", 4, "UNSIGNED_INT"),
        _fixed(Kind.INT64, "long", "Long", "Long", "Long", 8, "LONG"),
        _fixed(Kind.UINT64, "long", "Long", "Long", "Long", 8, "UNSIGNED_LONG"),
        _fixed(Kind.FLOAT, "float", "Float", "Float", "Float", 4),
        _fixed(Kind.DOUBLE, "double", "Double", "Double", "Double", 8),
        _sized(Kind.STRING, "java.lang.String", "String", ' = ""', "STRING"),
        _sized(Kind.BYTES, "byte[]", "Bytes", " = new byte[0]"),
    )
}


def least_bytes(message: Message) -> int:
    """The size of the message's smallest object in the bytes of FORMAT.md, section 1."""
    return sum(_least_of(member) if isinstance(member, Field) else 4 for member in message.members)


def _least_of(field: Field) -> int:
    if field.label is Label.OPTIONAL:
        return 1
    if field.label is Label.PLAIN:
        # Plain fields are leaves, because every singular message has presence.
        return 4 if field.type.kind is Kind.ENUM else LEAVES[field.type.kind].least_bytes
    return 4
