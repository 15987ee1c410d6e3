"""Reads .proto files with the real protobuf compiler, never with a parser of ours."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError

from serbench.errors import BadInput

_IDENTIFIER = re.compile("[A-Za-z_][A-Za-z0-9_]*")
_NOT_FOUND = ": File not found."


def read_descriptors(proto: Path, import_paths: Sequence[Path] = ()) -> FileDescriptorSet:
    """The descriptor set of a .proto file and of all it imports.

    An import is searched in the file's folder, in ``import_paths``, in each folder above the file's, the
    nearest first, and among the well-known types: so a schema somewhere in a tree of schemas finds the
    others, whose imports begin at the root of the tree. The compiler runs as a process of its own, because a
    schema is untrusted text and protoc keeps global state. Raises BadInput with protoc's first message.
    """
    if not proto.is_file():
        raise BadInput(f"The schema {proto} {'is not a file' if proto.exists() else 'does not exist'}.")
    well_known = resources.files("grpc_tools") / "_proto"
    beside = proto.resolve().parent
    folders = [beside, *(path.resolve() for path in import_paths), *beside.parents, Path(str(well_known))]
    with tempfile.TemporaryDirectory(prefix="serbench-protoc-") as temporary:
        out = Path(temporary) / "descriptors"
        command = [sys.executable, "-m", "grpc_tools.protoc"]
        command += [f"--proto_path={folder}" for folder in dict.fromkeys(folders)]
        command += ["--include_imports", f"--descriptor_set_out={out}", str(proto.resolve())]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not out.exists():
            raise BadInput(f"The schema {proto} is not valid: {_explained(_first_message(done.stderr))}")
        return FileDescriptorSet.FromString(out.read_bytes())


def given_descriptors(data: bytes, source: str) -> FileDescriptorSet:
    """The descriptor set that ``read_descriptors`` gave, out of a file that may be anyone's: it must be one
    that protoc could have written. Raises BadInput that names ``source``."""
    try:
        found = FileDescriptorSet.FromString(data)
        pool = DescriptorPool()
        for file in found.file:
            # It checks all names, numbers and types.
            pool.AddSerializedFile(file.SerializeToString())
            require_identifiers(file, source)
    except (DecodeError, TypeError, ValueError):
        raise BadInput(f"The schema in {source} is not one that protoc has read.") from None
    if not found.file:
        raise BadInput(f"The schema in {source} is empty.")
    return found


def require_identifiers(file: FileDescriptorProto, source: str) -> None:
    """Raises BadInput where a name that becomes one of generated code is no identifier."""
    names = [part for part in file.package.split(".") if file.package]
    messages: list[DescriptorProto] = list(file.message_type)
    enums = list(file.enum_type)
    for message in messages:
        messages += message.nested_type
        enums += message.enum_type
        names += [message.name, *(field.name for field in message.field)]
        names += [oneof.name for oneof in message.oneof_decl]
    names += [name for enum in enums for name in (enum.name, *(value.name for value in enum.value))]
    for name in names:
        if not _IDENTIFIER.fullmatch(name):
            raise BadInput(f"The schema in {source} has a name that is no identifier: {name[:60]!r}.")


def _first_message(stderr: str) -> str:
    """The first line of protoc about the schema; warnings come before errors."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if "warning:" not in line and "RuntimeWarning" not in line]
    return (errors or lines or ["protoc gave no reason."])[0]


def _explained(message: str) -> str:
    if not message.endswith(_NOT_FOUND):
        return message
    return f"{message} Imports are searched next to the schema, in the folders above it and in --proto-path."
