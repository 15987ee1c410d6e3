"""Names from a schema made safe for Python."""

import builtins
import re
from collections.abc import Collection
from keyword import iskeyword

ROOT_ALIAS = "SerbenchRoot"
# Names in the modules that are rendered next to the plain types.
_TAKEN = frozenset({ROOT_ALIAS, "BOOLS", "ClassVar", "Fault", "MASK", "NAN", "PLANS", "Struct"})
# What each class derived from enum.Enum has.
_OF_ENUMS = frozenset({"mro", "name", "value"})
_CLASS = re.compile(r"(?!S_|DECLARED_)[A-Z]\w*(?<!_NAMES)(?<!_NUMBERS)")


def class_name(name: str) -> str:
    """The name of a message or enum as that of a class."""
    safe = _CLASS.fullmatch(name) and not (hasattr(builtins, name) or iskeyword(name) or name in _TAKEN)
    return name if safe else f"T_{name}"


def attribute_name(name: str, taken: Collection[str] = (), private: str = "__") -> str:
    """The name of a field as that of an attribute, none of those ``taken``, and none that begins with
    ``private``: with two underscores before it, it would have another name in each class."""
    if name.startswith(private):
        name = f"x{name}"
    return f"{name}_" if iskeyword(name) or name == "self" or name in taken else name


def enum_member_name(name: str) -> str:
    """The name of a value as that of a member of an ``enum.Enum``, which has names with underscores before
    them for itself."""
    name = f"x{name}" if name.startswith("_") else name
    return f"{name}_" if iskeyword(name) or name in _OF_ENUMS else name
