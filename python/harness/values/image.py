"""An object as its canonical bytes alone: what the floor holds."""

from dataclasses import dataclass
from typing import Any

from harness.values.form import Form, Relayed


@dataclass(slots=True)
class Image:
    """An object's bytes."""

    data: bytes


class ImageForm:
    """Handles images of the objects that another form handles."""

    relayed: Relayed | None = None

    def __init__(self, of: Form) -> None:
        self._of = of

    def read(self, data: bytes, strict: bool = True) -> Image:
        """Keeps the bytes of a valid object."""
        self._of.read(data, strict)
        return Image(data)

    def write(self, object: Any) -> bytes:
        """The bytes."""
        return bytes(object.data)

    def touched(self, object: Any, plan: str) -> int:
        """Reads the object that the bytes hold."""
        return self._of.touched(self._of.read(object.data), plan)
