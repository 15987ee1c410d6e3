"""What the fields of an application's dataclasses have in common."""

from dataclasses import field

from mashumaro import field_options


def member(default, name):
    """A field with a default of its own for each object, and its name in messages."""
    metadata = field_options(alias=name)
    if isinstance(default, list | dict):
        return field(default_factory=type(default), metadata=metadata)
    return field(default=default, metadata=metadata)
