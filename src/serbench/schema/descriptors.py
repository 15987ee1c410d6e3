"""Reads .proto files with the real protobuf compiler, never with a parser of ours."""

import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from serbench.errors import BadInput, SerbenchError
from serbench.outcomes import tells_full
from serbench.scratch import disk_full, scratch_folder

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
    with scratch_folder("protoc") as temporary:
        out = temporary / "descriptors"
        command = [sys.executable, "-m", "grpc_tools.protoc"]
        command += [f"--proto_path={folder}" for folder in dict.fromkeys(folders)]
        command += ["--include_imports", f"--descriptor_set_out={out}", str(proto.resolve())]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 and tells_full(done.stderr):
            raise disk_full(temporary.parent)
        if done.returncode < 0:
            raise SerbenchError(f"protoc was killed by signal {-done.returncode} while it read {proto}.")
        if done.returncode != 0 or not out.exists():
            raise BadInput(f"The schema {proto} is not valid: {_explained(_first_message(done.stderr))}")
        return FileDescriptorSet.FromString(out.read_bytes())


def _first_message(stderr: str) -> str:
    """The first line of protoc about the schema; warnings come before errors."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if "warning:" not in line and "RuntimeWarning" not in line]
    return (errors or lines or ["protoc gave no reason."])[0]


def _explained(message: str) -> str:
    if not message.endswith(_NOT_FOUND):
        return message
    return f"{message} Imports are searched next to the schema, in the folders above it and in --proto-path."
