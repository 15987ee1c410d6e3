"""The material that a command measures: workloads and their corpora, the project's or the user's own."""

import base64
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from serbench import locations
from serbench.corpus.cache import corpus_of, kept_corpus
from serbench.corpus.drawing import Distribution
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_data import drawn_workload, own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.sample import CORPUS_EXTENT, Extent
from serbench.corpus.sampled import SEED, objects_read
from serbench.corpus.undeclared import UndeclaredNumbers
from serbench.corpus.variant import BATCH, parse_name
from serbench.corpus.workload import Workload, all_workload_names, find_workloads
from serbench.engine.own_options import DEFAULT_WORKLOAD, OwnData
from serbench.errors import BadInput
from serbench.infer.from_lines import PLAIN_NAME, keep_inferred, root_names
from serbench.infer.names import message_name
from serbench.infer.readers.reading import translated_schema
from serbench.inputs.several import Part, parts_of
from serbench.record.run_files import RECORD
from serbench.record.titles import title_of_type
from serbench.schema.descriptor_set import given_descriptors
from serbench.schema.kept import readable_again
from serbench.schema.wire_form import wire_notes
from serbench.spooling import is_read_once, source_name, spooled
from serbench.terminal.options import OwnDataOptions

# Reading this much takes seconds, so the user is told what is happening.
LARGE_FILE_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Material:
    """Workloads with their corpora, by name. ``own`` is what a resumed run needs to find them again,
    None for the project's workloads."""

    workloads: tuple[Workload, ...]
    corpora: Mapping[str, Corpus]
    own: Mapping[str, Any] | None = None

    def with_corpora(self, corpora: Mapping[str, Corpus], own: Mapping[str, Any]) -> Self:
        """The same with other objects of the user's data, and their record."""
        return replace(self, corpora=corpora, own=own)


def gather(named: Sequence[str], own: OwnData | None, seed: int, tell: Callable[[str], object]) -> Material:
    """The named workloads (default: media), or the user's own, with their corpora made."""
    if own is not None:
        return gather_own(own, tell, seed=seed)
    workloads = find_workloads(named or (DEFAULT_WORKLOAD,))
    return Material(workloads, {workload.name: corpus_of(workload, seed) for workload in workloads})


def gather_own(
    own: OwnData, tell: Callable[[str], object], extent: Extent = CORPUS_EXTENT, seed: int = SEED
) -> Material:
    """The user's own data, of which ``extent`` says how much is taken of each type, or objects that are drawn
    by the ``seed``."""
    material = _gathered(own, tell, extent, seed)
    return replace(material, own={**(material.own or {}), "words": [*own.words]})


def _gathered(own: OwnData, tell: Callable[[str], object], extent: Extent, seed: int) -> Material:
    if own.options.synthesize is not None:
        return _drawn(own, own.options.synthesize, tell, extent, seed)
    name = source_name(own.data)
    with spooled(own.data) as data:
        if Path(data).is_file() and Path(data).stat().st_size >= LARGE_FILE_BYTES:
            tell(f"Reading {name}, {Path(data).stat().st_size / 1e6:.0f} MB")
        parts = parts_of(data, own.options.data_format, name, own.options.message_field)
        if parts is None:
            return _of_one_type(own, Part("", data), name, tell, extent)
        _require_one_size(own)
        made = [
            _of_one_type(own, part, part.shown(data, name), tell, extent, root)
            for part, root in zip(parts, root_names(parts), strict=True)
        ]
    return _together(parts, made)


def _drawn(own: OwnData, count: int, tell: Callable[[str], object], extent: Extent, seed: int) -> Material:
    given = own.options
    distribution = Distribution.parse(given.distribution) if given.distribution else Distribution()
    assert given.schema is not None
    notes: list[str] = []

    def note(sentence: str) -> None:
        notes.append(sentence)
        tell(sentence)

    schema = _given_schema(given, given.schema, note)[0].with_descriptors()
    note(f"Synthesized by seed {seed}: {distribution.sentence()}")
    made = [
        drawn_workload(schema, count, seed, distribution, note, batch, extent)
        for batch in own.batches or (0,)
    ]
    material = _material_of(made, schema, notes)
    return replace(material, own={**(material.own or {}), "synthesized": True})


def _material_of(
    made: Sequence[tuple[Workload, Corpus]], schema: OwnSchema, notes: Sequence[str]
) -> Material:
    return Material(
        workloads=tuple(workload for workload, _ in made),
        corpora={workload.name: corpus for workload, corpus in made},
        own={**own_record(schema), "notes": list(notes)},
    )


def _require_one_size(own: OwnData) -> None:
    if own.batches or own.family or own.options.message is not None:
        raise BadInput("Data of several types have no --batch, --message or workload: each type has its own.")


def _of_one_type(
    own: OwnData,
    part: Part,
    name: str,
    tell: Callable[[str], object],
    extent: Extent,
    root: str = PLAIN_NAME,
) -> Material:
    """The material of one type, with the enums' numbers that the schema lacks declared; ``root`` is the
    message of an inferred schema."""
    notes: dict[str, None] = {}

    def note(sentence: str) -> None:
        # Inference and reading tell of the same values.
        if sentence not in notes:
            notes[sentence] = None
            tell(sentence)

    def note_of_type(sentence: str) -> None:
        note(f"{part.name}: {sentence}" if part.only else sentence)

    schema, relaxed = _own_schema(own, part, name, root, note)
    schema, kind = schema.with_descriptors(), own.options.data_format
    if own.options.schema is not None and schema.descriptors is not None:
        for sentence in wire_notes(schema.read(), schema.descriptors):
            note(sentence)

    def make(schema: OwnSchema) -> list[tuple[Workload, Corpus]]:
        return [
            own_workload(schema, part.path, relaxed, note_of_type, batch, name, extent, kind, part.only)
            for batch in own.batches or (0,)
        ]

    try:
        made = make(schema)
    except UndeclaredNumbers as undeclared:
        for sentence in undeclared.sentences():
            note_of_type(sentence)
        schema = schema.declaring(undeclared.numbers)
        made = make(schema)
    # Where the file lies is nobody else's concern.
    return _material_of(made, schema, [each.replace(name, Path(name).name) for each in notes])


def _together(parts: Sequence[Part], made: Sequence[Material]) -> Material:
    """The material of several types, each with as many objects as the data hold."""
    workloads = [workload for material in made for workload in material.workloads]
    corpora = {name: corpus for material in made for name, corpus in material.corpora.items()}
    if len(corpora) < len(parts):
        names = [workload.name for workload in workloads]
        same = [part.name for part, name in zip(parts, names, strict=True) if names.count(name) > 1]
        raise BadInput(
            f"The types {' and '.join(same[:2])} have the same message; each needs one of its own."
        )
    types = [
        {
            **(material.own or {}),
            "objects": objects_read(corpora[workload.name]),
            "title": title_of_type(part.name, workload.schema.root),
        }
        for part, material, workload in zip(parts, made, workloads, strict=True)
    ]
    return Material(tuple(workloads), corpora, {"types": types})


def weights_in(record: Mapping[str, Any]) -> dict[str, int]:
    """How many objects of each type the data of a run hold, by the names of their workloads; empty where they
    are not of several types."""
    types = (record.get("own") or {}).get("types", ())
    return dict(zip(record["workloads"], (each["objects"] for each in types), strict=True)) if types else {}


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


def _own_schema(
    own: OwnData, part: Part, name: str, root: str, tell: Callable[[str], object]
) -> tuple[OwnSchema, bool]:
    """Where the schema of a type is, and whether unknown fields are ignored."""
    if own.family:
        (workload,) = find_workloads([own.family])[:1]
        path = workload.folder / "schema.proto"
        return OwnSchema(path, family=own.family, has_hex=own.options.has_hex), own.options.relaxed
    given = own.options
    if given.schema is not None:
        schema, relaxed = _given_schema(given, given.schema, tell)
        return schema_for_type(schema, part.name) if part.name else schema, relaxed
    path, inferred = keep_inferred(part.path, name, given.data_format, root, part.only)
    tell(_where_inferred(own, part, name, path))
    for note in inferred.notes:
        tell(f"{name}: {note}")
    schema = OwnSchema(path, inferred.messages[0].name, is_inferred=True)
    return schema, own.options.relaxed or inferred.needs_relaxed


def _where_inferred(own: OwnData, part: Part, name: str, path: Path) -> str:
    """The sentence that tells how to see an inferred schema: of a stream there is only the file in which it
    is kept."""
    of = f" of {part.name}" if part.only else ""
    told = f"The schema{of} was inferred from the data"
    if is_read_once(own.data):
        return f"{told}: {path}"
    words = ["./serbench", "infer", name]
    words += ["--message-field", part.only.field] if part.only else []
    words += ["--data-format", own.options.data_format] if own.options.data_format else []
    return f"{told}; `{shlex.join(words)}` prints it."


def _given_schema(given: OwnDataOptions, path: Path, tell: Callable[[str], object]) -> tuple[OwnSchema, bool]:
    """The user's schema in any of the languages of schemas, and whether unknown fields are ignored."""
    place, root, relaxed = readable_again(path), given.message, given.relaxed
    made = translated_schema(place)
    if made is not None:
        place, inferred = made
        for sentence in inferred.notes:
            tell(f"{path.name}: {sentence}")
        root, relaxed = root or inferred.messages[0].name, relaxed or inferred.needs_relaxed
    if given.without:
        tell(f"Left out of the schema: {', '.join(given.without)}.")
    own = OwnSchema(place, root, given.import_paths, has_hex=given.has_hex, without=given.without)
    return own, relaxed


def schema_for_type(schema: OwnSchema, name: str) -> OwnSchema:
    """The schema with the message of a type: that of its name, or of its name as messages are called."""
    known = schema.with_descriptors()
    assert known.descriptors is not None
    messages = {message.name for file in known.descriptors.file for message in file.message_type}
    called = message_name(name)
    return replace(known, message=called if called in messages and name not in messages else name)


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
    schemas = [_recorded_schema(each) for each in own.get("types", (own,))]
    models = [(recorded, recorded.read()) for recorded in schemas]
    workloads: list[Workload] = []
    for name in names:
        batch = dict(parse_name(name).parameters).get(BATCH, 0)
        found = (recorded.workload(schema, batch) for recorded, schema in models)
        workload = next((each for each in found if each.name == name), None)
        if workload is None:
            raise BadInput(f"The schema of {name} is another one than when the run began; start a new run.")
        workloads.append(workload)
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
