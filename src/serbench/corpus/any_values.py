"""JSON of ``google.protobuf.Any``, which names its type, as a message that holds the bytes of the other."""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.json_format import ParseDict, ParseError

from serbench.corpus.json_values import expected
from serbench.corpus.layout import Refusal
from serbench.corpus.well_known import READERS, WRAPPERS
from serbench.schema.dynamic import MessageClasses

ANY = "google.protobuf.Any"
_TYPE = "@type"
# Types whose JSON is no object of their fields stand in a member of their own.
_VALUE = "value"
_OWN_JSON = frozenset((*READERS, *WRAPPERS, ANY))


class AnyPacker:
    """Packs values of the types that a descriptor set declares; without one, none is known."""

    def __init__(self, descriptors: FileDescriptorSet | None) -> None:
        self._descriptors = descriptors
        self._classes: MessageClasses | None = None

    def read(self, value: Any) -> dict[str, Any]:
        """The fields of the ``Any``. Raises Refusal for a type that the schema does not have, and for what is
        no value of it."""
        if type(value) is not dict:
            raise expected(f"an object with {_TYPE}", value)
        if not value:
            return {}
        url = value.get(_TYPE)
        if type(url) is not str:
            raise Refusal(f"expected the member {_TYPE} with the name of a type, found none")
        found = self._known().find(url.rpartition("/")[2])
        if found is None:
            raise Refusal(f"expected a value of a type of the schema, which does not declare {url}")
        content: Any = {name: each for name, each in value.items() if name != _TYPE}
        is_own = found.DESCRIPTOR.full_name in _OWN_JSON
        message = found()
        try:
            ParseDict(content.get(_VALUE) if is_own else content, message, descriptor_pool=self._known().pool)
        except ParseError as error:
            raise Refusal(f"expected a value of {url}: {error}") from None
        return {"type_url": url, "value": message.SerializeToString(deterministic=True)}

    def _known(self) -> MessageClasses:
        if self._classes is None:
            self._classes = MessageClasses(self._descriptors or FileDescriptorSet())
        return self._classes
