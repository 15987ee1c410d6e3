"""Counts members whose name a later one of their object has: ``{"id": 1, "id": 2}`` holds the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from serbench.inputs.changes import Changes

_NOTE = "values that a later member of the same name replaces"


class Repeated:
    """Remembers the objects in which a name occurs more than once, until they are counted by their paths."""

    def __init__(self) -> None:
        # The objects are held, so that no other has the identity of one.
        self._lost: dict[int, tuple[dict[Any, Any], Counter[Any]]] = {}

    def object(self, members: Sequence[tuple[Any, Any]]) -> dict[Any, Any]:
        """The dict of an object's members, as a hook of a parser makes it."""
        made = dict(members)
        if len(made) < len(members):
            self._lost[id(made)] = made, Counter(name for name, _ in members) - Counter(made.keys())
        return made

    def note(self, made: dict[Any, Any], name: Any) -> None:
        """Remembers that an object had this name already."""
        self._lost.setdefault(id(made), (made, Counter()))[1][name] += 1

    def count(self, values: Iterable[Any], changes: Changes) -> None:
        """Adds what is missing in the values that hold such objects, and forgets these."""
        waiting = [(value, "") for value in values][::-1] if self._lost else []
        while waiting:
            each, path = waiting.pop()
            if isinstance(each, dict):
                _, lost = self._lost.get(id(each), (each, Counter[Any]()))
                for name, count in lost.items():
                    changes.add(_within(path, name), _NOTE, count)
                waiting += [(inner, _within(path, name)) for name, inner in reversed(each.items())]
            elif isinstance(each, list):
                waiting += [(inner, f"{path}[]") for inner in each]
        self._lost.clear()


def _within(path: str, name: Any) -> str:
    return f"{path}.{name}" if path else str(name)
