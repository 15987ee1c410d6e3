"""Names from a schema made safe for Python."""

import builtins
import re
from keyword import iskeyword

ROOT_ALIAS = "SerbenchRoot"
# Names in the modules that are rendered next to the plain types.
_TAKEN = frozenset({ROOT_ALIAS, "ClassVar", "Fault", "MASK", "NAN", "PLANS", "Struct"})
_CLASS = re.compile(r"(?!S_|DECLARED_)[A-Z]\w*(?<!_NAMES)(?<!_NUMBERS)")


def class_name(name: str) -> str:
    """The name of a message or enum as that of a class."""
    safe = _CLASS.fullmatch(name) and not (hasattr(builtins, name) or iskeyword(name) or name in _TAKEN)
    return name if safe else f"T_{name}"


def attribute_name(name: str) -> str:
    """The name of a field as that of an attribute; two underscores before it would have another name in
    each class."""
    if name.startswith("__"):
        name = f"x{name}"
    return f"{name}_" if iskeyword(name) or name == "self" else name
