"""The material that a command measures: workloads and their corpora, the project's or the user's own."""

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench import locations
from serbench.corpus.cache import corpus_of, kept_corpus
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import OwnSchema, own_workload
from serbench.corpus.sample import CORPUS_EXTENT, Extent
from serbench.corpus.undeclared import UndeclaredNumbers
from serbench.corpus.variant import BATCH, LARGEST_PARAMETER, parse_name
from serbench.corpus.workload import Workload, all_workload_names, find_workloads
from serbench.errors import BadInput
from serbench.infer.from_lines import keep_inferred
from serbench.infer.readers.reading import translated_schema
from serbench.record.run_files import RECORD
from serbench.schema.descriptor_set import given_descriptors
from serbench.schema.kept import readable_again
from serbench.schema.wire_form import wire_notes
from serbench.spooling import are_one_stream, source_name, spooled
from serbench.terminal.options import OwnDataOptions

DEFAULT_WORKLOAD = "media"
# Reading this much takes seconds, so the user is told what is happening.
LARGE_FILE_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class OwnData:
    """The user's objects (``data``, ``-``: standard input) and their schema: that of ``options``, that of
    a project workload (``family``), or none, which means an inferred one. ``batches`` are numbers of objects
    per message; without any, a message is one object."""

    data: str
    options: OwnDataOptions
    family: str
    batches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """Workloads with their corpora, by name. ``own`` is what a resumed run needs to find them again,
    None for the project's workloads."""

    workloads: tuple[Workload, ...]
    corpora: Mapping[str, Corpus]
    own: Mapping[str, Any] | None = None


def own_data(
    named: Sequence[str], options: OwnDataOptions, sizes: Sequence[str] | None = None
) -> OwnData | None:
    """The user's own data as the options name it, None if they name none; ``sizes`` are batch sizes.
    Raises BadInput for options that do not go together."""
    schema, message, data, relaxed = options.schema, options.message, options.data, options.relaxed
    import_paths = options.import_paths
    if data is None:
        if schema is not None:
            raise BadInput("--schema needs objects to measure: add --data FILE (or - for standard input).")
        belonging = (message, relaxed, import_paths, options.data_format, options.bytes_text, options.without)
        if any(belonging):
            raise BadInput(
                "--message, --proto-path, --without, --relaxed, --bytes and --data-format belong to --data"
                " FILE."
            )
        return None
    if schema is not None and are_one_stream(data, str(schema)):
        raise BadInput("The objects and their schema cannot both be read from one pipe; give one as a file.")
    if schema is not None and named:
        raise BadInput(f"Own data follows one schema: leave out --schema or {', '.join(named)}.")
    if schema is None and (message is not None or import_paths or options.without):
        raise BadInput("--message, --proto-path and --without belong to --schema FILE.proto.")
    if len(named) > 1:
        raise BadInput(f"Own data follows one schema: name one workload, not {', '.join(named)}.")
    family = named[0] if named else ""
    if parse_name(family).parameters:
        raise BadInput(f"{family} has generator parameters, which do not apply to own data.")
    return OwnData(data, options, family, _batches(sizes))


def _batches(sizes: Sequence[str] | None) -> tuple[int, ...]:
    for size in sizes or ():
        if not re.fullmatch("[0-9]{1,9}", size) or not 1 <= int(size) <= LARGEST_PARAMETER:
            raise BadInput(f"--batch takes numbers of objects from 1 to {LARGEST_PARAMETER}, not {size}.")
    return tuple(dict.fromkeys(map(int, sizes or ())))


def with_batches(named: tuple[str, ...], sizes: Sequence[str] | None) -> tuple[str, ...]:
    """The named workloads (default: media) with each of the batch sizes; unchanged without any."""
    if sizes is None:
        return named
    names = [parse_name(name) for name in named or (DEFAULT_WORKLOAD,)]
    return tuple(
        str(parse_name(f"{name}{',' if name.parameters else ':'}{BATCH}={size}"))
        for name in names
        for size in _batches(sizes)
    )


def gather(named: Sequence[str], own: OwnData | None, seed: int, tell: Callable[[str], object]) -> Material:
    """The named workloads (default: media), or the user's own, with their corpora made."""
    if own is not None:
        return gather_own(own, tell)
    workloads = find_workloads(named or (DEFAULT_WORKLOAD,))
    return Material(workloads, {workload.name: corpus_of(workload, seed) for workload in workloads})


def gather_own(own: OwnData, tell: Callable[[str], object], extent: Extent = CORPUS_EXTENT) -> Material:
    """The user's own data, of which ``extent`` says how much is taken."""
    name = source_name(own.data)
    notes: dict[str, None] = {}

    def note(sentence: str) -> None:
        # Inference and reading tell of the same values.
        if sentence not in notes:
            notes[sentence] = None
            tell(sentence)

    with spooled(own.data) as data:
        if Path(data).is_file() and Path(data).stat().st_size >= LARGE_FILE_BYTES:
            tell(f"Reading {name}, {Path(data).stat().st_size / 1e6:.0f} MB")
        schema, relaxed = _own_schema(own, data, note)
        schema = schema.with_descriptors()
        if own.options.schema is not None and schema.descriptors is not None:
            for sentence in wire_notes(schema.read(), schema.descriptors):
                note(sentence)

        def make(schema: OwnSchema) -> list[tuple[Workload, Corpus]]:
            return [
                own_workload(schema, data, relaxed, note, batch, name, extent, own.options.data_format)
                for batch in own.batches or (0,)
            ]

        try:
            made = make(schema)
        except UndeclaredNumbers as undeclared:
            for sentence in undeclared.sentences():
                note(sentence)
            schema = schema.declaring(undeclared.numbers)
            made = make(schema)
    return Material(
        workloads=tuple(workload for workload, _ in made),
        corpora={workload.name: corpus for workload, corpus in made},
        own={**own_record(schema), "notes": [each.replace(name, Path(name).name) for each in notes]},
    )


def own_record(schema: OwnSchema) -> dict[str, str]:
    """The record that a run keeps of the user's schema. It has all of it, so that neither the file nor what
    it imports is needed again. The schema of a project's workload is in the checkout."""
    known = schema.with_descriptors()
    assert known.descriptors is not None
    data = b"" if known.family else known.descriptors.SerializeToString(deterministic=True)
    return {
        "descriptors": base64.b64encode(data).decode(),
        "message": known.read().root,
        "family": known.family,
    }


def _own_schema(own: OwnData, data: str, tell: Callable[[str], object]) -> tuple[OwnSchema, bool]:
    """Where the schema is, and whether unknown fields are ignored."""
    if own.family:
        (workload,) = find_workloads([own.family])[:1]
        path = workload.folder / "schema.proto"
        return OwnSchema(path, family=own.family, has_hex=own.options.has_hex), own.options.relaxed
    given = own.options
    if given.schema is not None:
        path, has_hex = readable_again(given.schema), given.has_hex
        made = translated_schema(path)
        if made is not None:
            path, inferred = made
            for sentence in inferred.notes:
                tell(f"{given.schema.name}: {sentence}")
            root = given.message or inferred.messages[0].name
            return OwnSchema(
                path, root, has_hex=has_hex, without=given.without
            ), given.relaxed or inferred.needs_relaxed
        return OwnSchema(
            path, given.message, given.import_paths, has_hex=has_hex, without=given.without
        ), given.relaxed
    path, inferred = keep_inferred(data, source_name(own.data), given.data_format)
    tell(f"The schema was inferred from the data: {path}")
    for note in inferred.notes:
        tell(f"{source_name(own.data)}: {note}")
    return OwnSchema(path, inferred.messages[0].name), own.options.relaxed or inferred.needs_relaxed


def gather_again(record: Mapping[str, Any]) -> Material:
    """The material of a resumed run. Own data is taken from the corpus that the run made of it, so
    that neither the file nor standard input is needed again."""
    own = record.get("own")
    if own is None:
        return gather(record["workloads"], None, record["seed"], lambda _: None)
    workloads = own_again(own, record["workloads"])
    corpora = {
        workload.name: kept_corpus(record["corpora"][workload.name]["folder"], workload)
        for workload in workloads
    }
    return Material(workloads, corpora, own)


def own_again(own: Mapping[str, Any], names: Sequence[str]) -> tuple[Workload, ...]:
    """The workloads of own data by their names; BadInput where the record's schema is not theirs."""
    recorded = _recorded_schema(own)
    schema = recorded.read()
    workloads: list[Workload] = []
    for name in names:
        workloads.append(recorded.workload(schema, dict(parse_name(name).parameters).get(BATCH, 0)))
        if workloads[-1].name != name:
            raise BadInput(f"The schema of {name} is another one than when the run began; start a new run.")
    return tuple(workloads)


def _recorded_schema(own: Mapping[str, Any]) -> OwnSchema:
    """The schema that ``own_record`` recorded. No path of the record is followed: it may be anyone's."""
    family, message = own.get("family", ""), own["message"]
    if family:
        if family not in all_workload_names():
            raise BadInput(f"The run's data are of the workload {family}, which is not here.")
        return OwnSchema(locations.WORKLOADS / family / "schema.proto", message, family=family)
    if not own.get("descriptors"):
        raise BadInput("The run did not keep the schema of its data; start a new run.")
    try:
        data = base64.b64decode(own["descriptors"], validate=True)
    except ValueError:
        raise BadInput(f"own.descriptors in {RECORD} is not base64.") from None
    return OwnSchema(Path(RECORD), message, descriptors=given_descriptors(data, RECORD))
