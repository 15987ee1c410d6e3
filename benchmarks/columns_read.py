"""Counts the bytes of a Parquet message that access-one reads: metadata at its end, and pages of one column.

Messages are those that the codecs write for the first object of a workload; DuckDB finds the columns in them.

    .venv/bin/python benchmarks/columns_read.py [WORKLOAD] [CODECS]
"""

import sys
import tempfile
from pathlib import Path

import duckdb
from timed_command import CHECKOUT

sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import find_workloads
from serbench.runner.process import ask
from serbench.schema.access import Reading, access_plans
from serbench.schema.model import Field, Label, Schema
from serbench.schema.routing import rows_list
from serbench.selection.choice import select_codecs
from serbench.setup.readiness import make_ready

DEFAULT_WORKLOAD, DEFAULT_CODECS = "media:batch=1024", "*/parquet"
TIMEOUT_S = 600.0
# A file ends with the size of its metadata, in four bytes, and with four of a mark.
TAIL_BYTES = 8


def path_of(schema: Schema) -> str:
    """The path of the column of access-one, as Parquet's schema has it."""
    plan, rows = access_plans(schema)[0], rows_list(schema)
    message, path = rows.type.name if rows else schema.root, list[str]()
    while message:
        read = next(read for read in plan.reads[message] if read.reading is not Reading.SKIP)
        path.append(read.member.name)
        member = read.member if read.reading is not Reading.ALL else None
        if isinstance(member, Field) and member.label is Label.REPEATED:
            path += ["list", "element"]
        message = member.type.name if isinstance(member, Field) and not member.type.is_leaf else ""
    return ".".join(path)


def message_of(runner: Runner, corpus: Corpus, folder: Path) -> bytes:
    """The message that a codec writes for the first object."""
    emitted = folder / "messages"
    conversation = ask(runner, "emit", {"corpus": corpus.path, "out": emitted}, TIMEOUT_S)
    message = next(iter(read_messages(emitted))) if conversation.outcome == "ok" else None
    return message if message is not None else sys.exit(conversation.sentence)


def read_bytes(message: bytes, path: str, folder: Path) -> tuple[int, int]:
    """The bytes of the metadata, and those of the pages of the columns at a path and below it."""
    file = folder / "message.parquet"
    file.write_bytes(message)
    pages = "SELECT path_in_schema, total_compressed_size FROM parquet_metadata(?)"
    columns = duckdb.execute(pages, [str(file)]).fetchall()
    metadata = int.from_bytes(message[-TAIL_BYTES : -TAIL_BYTES // 2], "little") + TAIL_BYTES
    # DuckDB joins the names of a path in its own way.
    return metadata, sum(
        size for name, size in columns if f"{name.replace(', ', '.')}.".startswith(f"{path}.")
    )


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else DEFAULT_WORKLOAD
    chosen = sys.argv[2] if len(sys.argv) > 2 else DEFAULT_CODECS
    workload = find_workloads([name])[0]
    codecs = [codec for codec in select_codecs(chosen.split(",")) if not codec.floor]
    unavailable = make_ready(codecs, tell=print)
    path = path_of(workload.schema)
    for built in build_runners([one for one in codecs if one.name not in unavailable], [workload], jobs=1):
        if not isinstance(built, Runner):
            sys.exit(f"{built.codec}: {built.detail}")
        with tempfile.TemporaryDirectory() as folder:
            message = message_of(built, corpus_of(workload), Path(folder))
            metadata, pages = read_bytes(message, path, Path(folder))
        print(f"{built.codec} {name}: {metadata + pages:,} of {len(message):,} bytes for {path}", end="")
        print(f" ({metadata:,} of metadata, {pages:,} of pages)")


if __name__ == "__main__":
    main()
