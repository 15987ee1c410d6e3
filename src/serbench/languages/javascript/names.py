"""Names from a schema made safe for JavaScript."""

import re

# Words that no class may be called, and the one global that the plain types use.
_RESERVED = frozenset(
    "arguments await break case catch class const continue debugger default delete do else enum eval export"
    " extends false finally for function if implements import in instanceof interface let new null package"
    " private protected public return static super switch this throw true try typeof undefined var void while"
    " with yield Object".split()
)
# Properties that mean something to the language, or to libraries that look for them in every object.
_MEANINGFUL = frozenset({"__proto__", "constructor", "then", "toJSON"})
# Those of every object, which generators of protobuf keep free.
_OF_EVERY_OBJECT = frozenset({"constructor", "toString", "toJSON", "valueOf"})
_CAMEL = re.compile(r"_+(.)?")


def type_name(name: str) -> str:
    """The name of a class or of an enum's constant."""
    return f"{name}_" if name in _RESERVED else name


def member(name: str) -> str:
    """The name of a property, which is that of the schema: what libraries write for plain objects."""
    return f"{name}_" if name in _MEANINGFUL else name


def accessor(name: str) -> str:
    """How generators of protobuf spell a field of an IDL file: ``id_str`` becomes ``idStr``."""
    camel = _CAMEL.sub(lambda found: (found[1] or "").upper(), name)
    return f"{camel}$" if camel in _OF_EVERY_OBJECT else camel
