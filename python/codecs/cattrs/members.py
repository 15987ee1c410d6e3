"""What the attributes of an application's classes have in common."""

import attrs


def member(default, name):
    """An attribute with a default of its own for each object, and its name in messages."""
    metadata = {"name": name}
    if isinstance(default, list | dict):
        return attrs.field(factory=type(default), metadata=metadata)
    return attrs.field(default=default, metadata=metadata)
