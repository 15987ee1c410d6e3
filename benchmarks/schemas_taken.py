"""Counts how many messages of real schemas --schema takes.

    .venv/bin/python benchmarks/schemas_taken.py FOLDER…

A folder is a root of imports. ~/.cache/serbench/build/go-modules/google.golang.org/protobuf@v1.36.12 is one:
the registry's copy of the schemas with which protobuf's library of Go tests itself, which building
go/protobuf fetches. Prints each reason for which messages are refused, and the share that is taken. Files
that protoc itself refuses have no messages; they are told apart.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from asking import asking
from google.protobuf.descriptor_pb2 import DescriptorProto
from timed_command import CHECKOUT

sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.corpus.own_schema import OwnSchema
from serbench.errors import BadInput
from serbench.schema.descriptors import read_descriptors


def names_in(messages: list[DescriptorProto], package: str) -> Iterator[str]:
    """The full names of messages and of those within, but for the entries of maps."""
    for message in messages:
        if not message.options.map_entry:
            name = f"{package}.{message.name}" if package else message.name
            yield name
            yield from names_in(list(message.nested_type), name)


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("roots", nargs="+", type=Path, metavar="FOLDER")
    roots: list[Path] = parser.parse_args().roots
    if absent := [root for root in roots if not root.is_dir()]:
        parser.error(f"{absent[0]} is no folder")
    refused: dict[str, list[str]] = defaultdict(list)
    unread: list[str] = []
    taken = set[str]()
    for root, path in [(top, path) for top in roots for path in sorted(top.rglob("*.proto"))]:
        try:
            descriptors = read_descriptors(path, (root,))
        except BadInput as error:
            unread.append(f"{path.relative_to(root)}: {error}")
            continue
        # The file itself comes last, behind its imports.
        file = descriptors.file[-1]
        for name in names_in(list(file.message_type), file.package):
            try:
                OwnSchema(path, name, descriptors=descriptors).read()
                taken.add(f"{path} {name}")
            except BadInput as error:
                refused[str(error)].append(name)
    for sentence in unread:
        print(f"protoc refuses {sentence}")
    for reason, names in sorted(refused.items(), key=lambda item: -len(item[1])):
        print(f"{len(names)} messages, such as {names[0]}: {reason}")
    messages = len(taken) + sum(map(len, refused.values()))
    print(f"{len(taken)} of {messages} messages are taken, {100 * len(taken) / max(1, messages):.1f} %.")


if __name__ == "__main__":
    main()
