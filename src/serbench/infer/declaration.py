"""Adds to what was seen of a file's values the types that the file declares."""

from serbench.infer.observation import Place, Shape, merge
from serbench.inputs.types import Declared, ListOf, MapOf, Record


def declare(root: Place, record: Record, is_schema: bool = False) -> None:
    """Gives each place its declared type, also those that no value reaches. Values say what may be absent,
    and where there are none (``is_schema``) the record does."""
    _Declaration(is_schema).add(root, record)


class _Declaration:
    """Holds the shape of each record, which its places share."""

    def __init__(self, is_schema: bool) -> None:
        self._is_schema = is_schema
        self._shapes: dict[Record, Shape] = {}

    def add(self, place: Place, declared: Declared) -> None:
        place.declared = declared
        if isinstance(declared, ListOf):
            place.element = place.element or Place()
            self.add(place.element, declared.element)
        elif isinstance(declared, MapOf):
            entry = Place()
            for value in place.shape.members.values() if place.shape else ():
                entry.absorb(value)
            self.add(entry, declared.value)
            place.become_map(entry)
        elif isinstance(declared, Record):
            self._add_record(place, declared)

    def _add_record(self, place: Place, record: Record) -> None:
        known = self._shapes.get(record)
        shape = place.shape
        if shape is not None and known is not None and shape is known.latest():
            return
        if shape is None:
            # A record that holds itself ends where no value does.
            shape = known or Shape()
            place.become_object(shape)
            if known is not None:
                return
        shape.one_of = record.one_of
        shape.optional = record.optional if self._is_schema else ()
        self._shapes.setdefault(record, shape)
        for name, declared in record.members.items():
            # Members that hold the record make its shapes one meanwhile.
            self.add(shape.latest().members.setdefault(name, Place()), declared)
        if known is not None:
            merge(known, shape)
