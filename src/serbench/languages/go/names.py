"""Names from a schema made safe for Go."""

import re

# What generated messages have as methods, so that a field of the name gets an underscore.
_METHODS_OF_MESSAGES = frozenset(
    "Descriptor ExtensionMap ExtensionRangeArray Marshal ProtoMessage Reset String Unmarshal".split()
)
_CAMEL = re.compile(r"(^|[0-9])([a-z])|_([a-z])")

ROOT_ALIAS = "SerbenchRoot"


def exported(name: str) -> str:
    """The name as one that other packages see, as Go's generators spell it: ``id_str`` becomes ``IdStr``, and
    an underscore that begins it ``X``."""
    if name.startswith("_"):
        name = f"X{name}"
    camel = _CAMEL.sub(lambda found: (found[1] or "") + (found[2] or found[3]).upper(), name)
    return f"{camel}_" if camel == ROOT_ALIAS else camel


def accessor(name: str) -> str:
    """How protoc-gen-go and its like spell a field of an IDL file."""
    camel = exported(name)
    return f"{camel}_" if camel in _METHODS_OF_MESSAGES else camel
