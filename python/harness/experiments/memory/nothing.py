"""An adapter that does nothing, so that the loop of an operation over it shows what the loop itself costs."""

from types import FunctionType, MethodType
from typing import Any

from harness.adapter import has_access

_OF_ONE = (
    "encode",
    "decode",
    "build",
    "serialize",
    "deserialize",
    "extract",
)


class Nothing:
    """Has the methods of another adapter. One that is written in Python is a method here as well; one that is
    the library's own function is a function of the interpreter, ``callable``, which is called as quickly and
    does as good as nothing."""

    def __init__(self, like: Any) -> None:
        for name in _OF_ONE:
            if hasattr(like, name):
                written = isinstance(getattr(like, name), FunctionType | MethodType)
                setattr(self, name, self._nothing if written else callable)
        if hasattr(like, "decode_reuse"):
            self.decode_reuse = self._nothing_of_two
        if has_access(like):
            self.access = self._nothing_of_two

    def _nothing(self, one: Any) -> None:
        pass

    def _nothing_of_two(self, one: Any, other: Any) -> None:
        pass
