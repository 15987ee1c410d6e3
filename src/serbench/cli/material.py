"""What a command measures: workloads and their corpora, the project's or the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import own_workload, workload_name
from serbench.corpus.store import corpus_of
from serbench.corpus.variant import BATCH, parse_name
from serbench.corpus.workload import Workload, find_workloads
from serbench.errors import BadInput
from serbench.schema.build import read_schema

DEFAULT_WORKLOAD = "record"


@dataclass(frozen=True, slots=True)
class OwnData:
    """A schema and JSON lines of the user's; ``message`` is None for the schema's first message."""

    schema: Path
    message: str | None
    data: str
    relaxed: bool


@dataclass(frozen=True, slots=True)
class Material:
    """Workloads with the corpus of each, by name. ``own`` is what a resumed run needs to find them again,
    None for the project's workloads."""

    workloads: tuple[Workload, ...]
    corpora: Mapping[str, Corpus]
    own: Mapping[str, str] | None = None


def own_data(
    named: Sequence[str], schema: Path | None, message: str | None, data: str | None, relaxed: bool
) -> OwnData | None:
    """The user's own data as the options name it, None where they name none. Raises BadInput for options
    that do not go together."""
    if schema is None and data is None:
        if message is not None or relaxed:
            raise BadInput("--message and --relaxed belong to --schema FILE.proto --data FILE.jsonl.")
        return None
    if schema is None:
        raise BadInput("--data needs the schema of its lines: add --schema FILE.proto.")
    if data is None:
        raise BadInput("--schema needs objects to measure: add --data FILE.jsonl (or - for standard input).")
    if named:
        raise BadInput(f"Own data is a workload of its own; leave out {', '.join(named)}.")
    return OwnData(schema, message, data, relaxed)


def with_batches(named: tuple[str, ...], sizes: Sequence[str] | None) -> tuple[str, ...]:
    """The named workloads (default: record) with each of the batch sizes; as they are without any."""
    if sizes is None:
        return named
    names = [parse_name(name) for name in named or (DEFAULT_WORKLOAD,)]
    return tuple(
        str(parse_name(f"{name}{',' if name.parameters else ':'}{BATCH}={size}"))
        for name in names
        for size in sizes
    )


def gather(named: Sequence[str], own: OwnData | None, seed: int, tell: Callable[[str], object]) -> Material:
    """The named workloads (default: record), or the user's own, with their corpora made."""
    if own is not None:
        workload, corpus = own_workload(own.schema, own.message, own.data, own.relaxed, tell)
        recorded = {"schema": str(own.schema.resolve()), "message": workload.schema.root}
        return Material((workload,), {workload.name: corpus}, recorded)
    workloads = find_workloads(named or (DEFAULT_WORKLOAD,))
    return Material(workloads, {workload.name: corpus_of(workload, seed) for workload in workloads})


def gather_again(record: Mapping[str, Any]) -> Material:
    """The material of a run that is resumed. Own data is taken from the corpus that the run made of it, so
    that neither the file nor standard input is needed again."""
    own = record.get("own")
    if own is None:
        return gather(record["workloads"], None, record["seed"], lambda _: None)
    schema = read_schema(Path(own["schema"]), own["message"])
    (name,) = record["workloads"]
    if workload_name(schema) != name:
        raise BadInput(f"The schema {own['schema']} is another one now than when the run began.")
    workload = Workload(name, Path(own["schema"]).parent, schema, False, f"Own data, {schema.root}")
    corpus = Corpus.load(Path(record["corpora"][name]["folder"]))
    return Material((workload,), {name: corpus}, own)
