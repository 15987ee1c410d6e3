"""What a command measures: workloads and their corpora, the project's or the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.corpus.json_lines import source_name
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import own_workload, own_workload_of, workload_name
from serbench.corpus.store import corpus_of
from serbench.corpus.variant import BATCH, parse_name
from serbench.corpus.workload import Workload, find_workloads
from serbench.errors import BadInput
from serbench.infer.from_lines import keep_inferred, spooled
from serbench.schema.build import read_schema

DEFAULT_WORKLOAD = "record"


@dataclass(frozen=True, slots=True)
class OwnData:
    """JSON lines of the user's and the schema they follow: their own (``message`` is None for its first
    message), that of a workload of the project (``family``), or none, which means one inferred from them."""

    schema: Path | None
    message: str | None
    data: str
    relaxed: bool
    family: str = ""


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
    if data is None:
        if schema is not None:
            raise BadInput(
                "--schema needs objects to measure: add --data FILE.jsonl (or - for standard input)."
            )
        if message is not None or relaxed:
            raise BadInput("--message and --relaxed belong to --data FILE.jsonl.")
        return None
    if schema is not None and named:
        raise BadInput(f"Own data follows one schema: leave out --schema or {', '.join(named)}.")
    if message is not None and schema is None:
        raise BadInput("--message names a message of --schema FILE.proto.")
    if len(named) > 1:
        raise BadInput(f"Own data follows one schema: name one workload, not {', '.join(named)}.")
    return OwnData(schema, message, data, relaxed, named[0] if named else "")


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
        return _gather_own(own, tell)
    workloads = find_workloads(named or (DEFAULT_WORKLOAD,))
    return Material(workloads, {workload.name: corpus_of(workload, seed) for workload in workloads})


def _gather_own(own: OwnData, tell: Callable[[str], object]) -> Material:
    with spooled(own.data, spool=own.schema is None and not own.family) as data:
        schema, relaxed = own.schema, own.relaxed
        if own.family:
            (workload,) = find_workloads([own.family])
            schema = workload.folder / "schema.proto"
        elif schema is None:
            schema, inferred = keep_inferred(data)
            relaxed = relaxed or inferred.needs_relaxed
            tell(f"The schema was inferred from the lines: {schema}")
            for note in inferred.notes:
                tell(f"{source_name(own.data)}: {note}")
        workload, corpus = own_workload(schema, own.message, data, relaxed, tell, own.family)
    recorded = {"schema": str(schema.resolve()), "message": workload.schema.root, "family": own.family}
    return Material((workload,), {workload.name: corpus}, recorded)


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
    workload = own_workload_of(schema, Path(own["schema"]), own.get("family", ""))
    corpus = Corpus.load(Path(record["corpora"][name]["folder"]))
    return Material((workload,), {name: corpus}, own)
