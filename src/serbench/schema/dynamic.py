"""Classes of the protobuf library for the messages of a schema, as it is given."""

from collections import Counter

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass, GetMessageClassesForFiles


class MessageClasses:
    """The classes of a descriptor set's messages; its extensions are known to them."""

    def __init__(self, descriptors: FileDescriptorSet) -> None:
        self.pool = pool_of(descriptors)
        GetMessageClassesForFiles([file.name for file in descriptors.file], self.pool)

    def find(self, name: str) -> type[Message] | None:
        """The class of a message by its full name; None where the set has none."""
        try:
            return GetMessageClass(self.pool.FindMessageTypeByName(name))
        except KeyError:
            return None


def pool_of(descriptors: FileDescriptorSet) -> DescriptorPool:
    """The library's descriptors of the files. Raises TypeError where they are not what protoc writes."""
    pool = DescriptorPool()
    for file in descriptors.file:
        pool.AddSerializedFile(_with_own_names(file).SerializeToString())
    return pool


def _with_own_names(given: FileDescriptorProto) -> FileDescriptorProto:
    """The file, in which fields whose name in JSON is another's have their own name there, too: proto2 allows
    such fields, and the library refuses them."""
    file = FileDescriptorProto()
    file.CopyFrom(given)
    waiting = list(file.message_type)
    while waiting:
        message = waiting.pop()
        waiting += message.nested_type
        counts = Counter(field.json_name for field in message.field)
        for field in message.field:
            if counts[field.json_name] > 1:
                field.json_name = field.name
    return file
