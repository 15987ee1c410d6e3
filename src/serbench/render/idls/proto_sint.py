"""The names of a rendered .proto file whose signed integers are ``sint`` and whose strings are bytes, which
is another format (formats/protobuf-sint.md)."""

from typing import ClassVar

from serbench.render.idls import proto


class Names(proto.Names):
    """A key stays a text: a map has no keys of bytes."""

    spelled: ClassVar = {"int32": "sint32", "int64": "sint64", "string": "bytes"}
    spelled_as_key: ClassVar = {"int32": "sint32", "int64": "sint64"}
