"""The codecs and modes for which a test of all modes is run."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., None])
Pair = tuple[str, str]


def of_modes(test: _Test) -> _Test:
    """A test of what the harness does in a mode, whatever the codec: one codec has it for all."""
    test.__dict__["is_of_modes"] = True
    return test


def pairs_for(metafunc: pytest.Metafunc, pairs: Sequence[Pair]) -> list[Pair]:
    """The codecs with their modes for a test: all, or of each mode the first."""
    if "is_of_modes" not in metafunc.function.__dict__:
        return list(pairs)
    first = {mode: codec for codec, mode in reversed(pairs)}
    return [(codec, mode) for codec, mode in pairs if first[mode] == codec]
