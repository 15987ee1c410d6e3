"""Counts values that are not quite as the file has them: timestamps kept as numbers, decimals as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from serbench.inputs.types import Declared, ListOf, MapOf, Record, Scalar

# Members whose names are data have as many paths as there are names.
_MOST_PATHS = 200
_ELSEWHERE = "elsewhere"


class Changes:
    """The counts, by the path of the field without indices and by what its values became."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def clear(self) -> None:
        self._counts.clear()

    def add(self, path: str, note: str, count: int = 1) -> None:
        """Counts values."""
        key = path, note
        if len(self._counts) >= _MOST_PATHS and key not in self._counts:
            key = _ELSEWHERE, note
        self._counts[key] += count

    def move_to(self, other: Changes) -> None:
        """Counts in another place what was counted here."""
        for (path, note), count in self._counts.items():
            other.add(path, note, count)
        self.clear()

    def sentences(self) -> tuple[str, ...]:
        """One for each field that has such values, with their count."""
        return tuple(f"{path}: {note} ({count}×)" for (path, note), count in self._counts.items())


Count = Callable[[Any, str, Changes], None]


def counting(declared: Declared) -> Count | None:
    """The function that counts such values in a value of a declared type; None where it can have none."""
    return _Counting().of(declared)


class _Counting:
    """Holds the functions of records, which may hold themselves."""

    def __init__(self) -> None:
        self._records: dict[Record, Count] = {}

    def of(self, declared: Declared) -> Count | None:
        if not self._is_noted(declared, set()):
            return None
        if isinstance(declared, Scalar):
            note = declared.note
            return lambda value, path, changes: changes.add(path, note)
        if isinstance(declared, ListOf):
            element = self.of(declared.element)
            return element and _each(element, iter)
        if isinstance(declared, MapOf):
            inner = self.of(declared.value)
            values = _each(inner, lambda value: iter(value.values())) if inner else None
            return _with_keys(declared.note, values) if declared.note else values
        assert isinstance(declared, Record)
        return self._records.get(declared) or self._record(declared)

    def _record(self, record: Record) -> Count:
        members: dict[str, Count] = {}
        outermost: list[str] = []

        def count(value: Any, path: str, changes: Changes) -> None:
            # The members of a record within itself are those of the outermost, however deep they are.
            outermost.append(outermost[0] if outermost else path)
            path = outermost[0]
            for name, inner in members.items():
                if (content := value.get(name)) is not None:
                    inner(content, f"{path}.{name}" if path else name, changes)
            outermost.pop()

        self._records[record] = count
        found = {name: self.of(declared) for name, declared in record.members.items()}
        members.update((name, inner) for name, inner in found.items() if inner is not None)
        return count

    def _is_noted(self, declared: Declared, asked: set[Record]) -> bool:
        if isinstance(declared, Scalar):
            return bool(declared.note)
        if isinstance(declared, ListOf):
            return self._is_noted(declared.element, asked)
        if isinstance(declared, MapOf):
            return bool(declared.note) or self._is_noted(declared.value, asked)
        if not isinstance(declared, Record) or declared in asked:
            return False
        asked.add(declared)
        return any(self._is_noted(member, asked) for member in declared.members.values())


def _with_keys(note: str, values: Count | None) -> Count:
    def count(value: Any, path: str, changes: Changes) -> None:
        if value:
            changes.add(path, note, len(value))
        if values is not None:
            values(value, path, changes)

    return count


def _each(inner: Count, elements: Callable[[Any], Iterator[Any]]) -> Count:
    def count(value: Any, path: str, changes: Changes) -> None:
        for element in elements(value):
            if element is not None:
                inner(element, f"{path}[]", changes)

    return count
