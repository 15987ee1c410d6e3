"""Messages of protobuf as objects and as JSON, for commands that show data and measure nothing."""

from __future__ import annotations

from typing import Any

from google.protobuf.json_format import Error as JsonError
from google.protobuf.json_format import MessageToDict

from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.sampled import ignored_sentence
from serbench.corpus.wire_mapping import WireMapping
from serbench.errors import BadInput
from serbench.schema.dynamic import MessageClasses
from serbench.schema.open_enums import open_enums


class MessageReader:
    """Reads the messages of a schema. Fields that it does not know are counted."""

    def __init__(self, own: OwnSchema) -> None:
        known = own.with_descriptors()
        schema = known.read()
        assert known.descriptors is not None
        enums = open_enums(known.descriptors)
        self._mapping = WireMapping(schema, known.descriptors, relaxed=True, open_enums=enums)
        classes = MessageClasses(known.descriptors)
        found = classes.find(schema.root)
        assert found is not None
        self._pool, self._class = classes.pool, found

    def plain(self, data: bytes) -> dict[str, Any]:
        """The plain object of a message's bytes. Raises BadInput for what is no message of the schema."""
        return self._mapping.read(data)

    def document(self, data: bytes) -> dict[str, Any]:
        """The message in protobuf's JSON mapping. Raises BadInput also for one that it cannot express, such
        as an ``Any`` of a type that the schema does not have."""
        self._mapping.read(data)
        try:
            found: dict[str, Any] = MessageToDict(self._class.FromString(data), descriptor_pool=self._pool)
        except (JsonError, TypeError, ValueError) as error:
            raise BadInput(f"JSON cannot express the message: {error}") from None
        return found

    def sentences(self) -> tuple[str, ...]:
        """A sentence on the fields that were not read; none where all were."""
        return (ignored_sentence(self._mapping.ignored),) if self._mapping.ignored else ()
