"""Reads .proto files with the real protobuf compiler, never with a parser of ours; and descriptor sets."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import DecodeError

from serbench.errors import BadInput
from serbench.outcomes import tells_full
from serbench.schema.descriptor_set import given_descriptors, is_descriptor_set
from serbench.schema.languages import refuse_other_languages
from serbench.schema.limits import LARGEST_SCHEMA_BYTES, too_large
from serbench.scratch import disk_full, scratch_folder

_SET_SUFFIXES = (".binpb", ".desc", ".protoset")
_NOT_FOUND = ": File not found."
_OUT, _LINK = "descriptors", "serbench-"
_LINKED = re.compile(rf"^{_LINK}\d+/")
# What protoc's logging writes, with the file and line of protoc's own source.
_LOGGED = re.compile(r"WARNING: All log messages|[IWEF]\d{4} [\d:.]+ ")
_WARNING = re.compile(r"warning:|RuntimeWarning", re.IGNORECASE)


def read_descriptors(proto: Path, import_paths: Sequence[Path] = ()) -> FileDescriptorSet:
    """The descriptor set of a .proto file and of all it imports; of a file that is one, itself.

    An import is searched among the well-known types, in the file's folder, in ``import_paths`` and in each
    folder above the file's, the nearest first: so a schema somewhere in a tree of schemas finds the others,
    whose imports begin at the root of the tree. The compiler runs as a process of its own, because a
    schema is untrusted text and protoc keeps global state. Raises BadInput with protoc's first message.
    """
    if not proto.is_file():
        raise BadInput(f"The schema {proto} {'is not a file' if proto.exists() else 'does not exist'}.")
    if proto.stat().st_size > LARGEST_SCHEMA_BYTES:
        raise too_large(str(proto))
    text = proto.read_bytes()
    if is_descriptor_set(text):
        return given_descriptors(text, str(proto))
    if proto.suffix.lower() in _SET_SUFFIXES:
        raise BadInput(f"The schema {proto} is no descriptor set, which its name says it is.")
    refuse_other_languages(proto, text)
    with scratch_folder("protoc") as place:
        names = list(_linked(_searched(proto, import_paths), place))
        command = [sys.executable, "-m", "grpc_tools.protoc"]
        command += [f"--proto_path={name}" for name in names]
        # The folder of the schema is the second one, after the well-known types.
        command += ["--include_imports", f"--descriptor_set_out={_OUT}", f"{names[1]}/{proto.name}"]
        done = subprocess.run(command, cwd=place, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        told = done.stderr.decode(errors="replace")
        if done.returncode != 0 and tells_full(told):
            raise disk_full(place.parent)
        try:
            if done.returncode == 0:
                return FileDescriptorSet.FromString((place / _OUT).read_bytes())
            reason = _explained(_first_error(told, done.returncode))
        except (OSError, DecodeError) as error:
            reason = f"protoc's description cannot be read: {error}."
        raise BadInput(f"The schema {proto} is not valid: {reason}")


def _searched(proto: Path, import_paths: Sequence[Path]) -> list[Path]:
    """The folders of imports in their order, without links: next to the file and to what it is a link to,
    those chosen, and above both and above the path by which the file is reached."""
    well_known = Path(str(resources.files("grpc_tools") / "_proto"))
    beside, target = proto.parent.resolve(), proto.resolve().parent
    chosen = [path.resolve() for path in import_paths]
    above = [*beside.parents, *target.parents, *(folder.resolve() for folder in proto.absolute().parents)]
    return list(dict.fromkeys((well_known, beside, target, *chosen, *above)))


def _linked(folders: Sequence[Path], place: Path) -> Iterator[str]:
    """Links to folders by names that protoc does not split, as it does those with ``:`` and ``=``."""
    for number, folder in enumerate(folders):
        name = f"{_LINK}{number}"
        (place / name).symlink_to(folder, target_is_directory=True)
        yield name


def _first_error(stderr: str, status: int) -> str:
    """The first line of protoc about the schema; warnings and what it logs come before errors."""
    lines = [_LINKED.sub("", line.strip()) for line in stderr.splitlines() if line.strip()]
    lines = [line for line in lines if not _LOGGED.match(line)]
    errors = [line for line in lines if not _WARNING.search(line)]
    if status < 0 and not errors:
        return f"protoc was ended by {signal.strsignal(-status) or f'signal {-status}'}."
    return (errors or lines or ["protoc gave no reason."])[0]


def _explained(message: str) -> str:
    if not message.endswith(_NOT_FOUND):
        return message
    return f"{message} Imports are searched next to the schema, in the folders above it and in --proto-path."
