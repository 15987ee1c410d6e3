"""The user's own data as a workload: a schema of theirs and a sample of their JSON lines."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from serbench.corpus import json_leaves, json_lines, json_mapping, json_well_known
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.foreign import Importer
from serbench.corpus.json_lines import STANDARD_INPUT, read_json_lines, source_name
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.manifest import Corpus
from serbench.corpus.sample import Sample
from serbench.corpus.store import FEWEST_OBJECTS, Written, corpus_key, find_corpus, keep_corpus, write_corpus
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

SEED = 1
_SAMPLE_FILE = "sample.json"
_NAME_CHARACTERS = 40
_SHOWN_FIELDS = 5


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a corpus of own data was sampled from. ``ignored`` counts the unknown fields by path, ``as_text``
    the values of other kinds that were taken as text."""

    objects: int
    sampled: int
    ignored: dict[str, int]
    as_text: int = 0

    def sentences(self, name: str) -> Iterator[str]:
        """What the user should know about the sample of the named file."""
        if self.sampled < self.objects:
            yield f"Measured are {self.sampled} of the {self.objects} objects of {name}, spread evenly."
        elif self.objects == 1:
            yield f"{name} holds one object."
        else:
            yield f"All {self.objects} objects of {name} are measured."
        if self.sampled < FEWEST_OBJECTS:
            yield (
                f"Fewer than {FEWEST_OBJECTS} different objects are soon learnt by the processor's branch"
                " prediction: times will be lower than an application sees."
            )
        if self.ignored:
            most = sorted(self.ignored.items(), key=lambda item: (-item[1], item[0]))
            shown = ", ".join(f"{path} ({count}×)" for path, count in most[:_SHOWN_FIELDS])
            more = f" and {len(most) - _SHOWN_FIELDS} others" if len(most) > _SHOWN_FIELDS else ""
            yield f"Fields that the schema does not know were left out: {shown}{more}."
        if self.as_text:
            yield f"{self.as_text} values that are no text were taken as their JSON text."


def own_workload(
    schema_path: Path,
    message: str | None,
    data_path: str,
    relaxed: bool = False,
    tell: Callable[[str], object] = lambda sentence: None,
    family: str = "",
) -> tuple[Workload, Corpus]:
    """The workload of a message of the user's schema, and a corpus of the user's JSON lines. ``family`` names
    the workload whose schema it is, if it is one of the project's; its import.py reads foreign objects.

    Every line is validated; measured are as many objects as a corpus holds, spread evenly over the file
    (``-``: standard input). The workload depends on the schema alone, so other data compile nothing.
    ``tell`` gets sentences about the sample. Raises BadInput for a schema or a line that is not right, the
    latter with its number and the path of the field.
    """
    schema = read_schema(schema_path, message)
    workload = own_workload_of(schema, schema_path, family)
    importer = Importer.beside(schema_path) if family else None
    if data_path != STANDARD_INPUT and Path(data_path).is_file():
        key = _key(workload, _file_sha256(data_path), relaxed, importer)
        corpus = find_corpus(key) or _keep(key, workload, *_take(schema, data_path, relaxed, importer))
    else:
        # A pipe can be read only once, so that its key is known when all of it has been read.
        seen = hashlib.sha256()
        sample, sampled = _take(schema, data_path, relaxed, importer, seen.update)
        key = _key(workload, seen.hexdigest(), relaxed, importer)
        corpus = find_corpus(key) or _keep(key, workload, sample, sampled)
    for sentence in _load_sampled(corpus).sentences(source_name(data_path)):
        tell(sentence)
    return workload, corpus


def own_workload_of(schema: Schema, schema_path: Path, family: str) -> Workload:
    """The workload of own data with a schema, without its data."""
    summary = f"Own data, {schema.root}"
    return Workload(workload_name(schema), schema_path.parent, schema, False, summary, runners_of=family)


def workload_name(schema: Schema) -> str:
    """The root's name in lower case with hyphens, and the beginning of the schema's hash: safe as the name
    of a file or a target, and another one for another schema."""
    bare = schema.root.rpartition(".")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-", bare).strip("-").lower()
    return f"own-{words[:_NAME_CHARACTERS].strip('-')}-{schema.sha256()[:10]}"


def _key(workload: Workload, data_sha256: str, relaxed: bool, importer: Importer | None) -> str:
    parts = [data_sha256, str(relaxed), Path(__file__).read_text(encoding="utf-8")]
    parts.append(importer.text if importer else "")
    for module in (json_leaves, json_lines, json_mapping, json_well_known):
        assert module.__file__ is not None
        parts.append(Path(module.__file__).read_text(encoding="utf-8"))
    return corpus_key(workload.name, workload.schema, parts)


def _file_sha256(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def _take(
    schema: Schema,
    path: str,
    relaxed: bool,
    importer: Importer | None,
    on_line: Callable[[bytes], object] = lambda line: None,
) -> tuple[list[bytes], Sampled]:
    """The bytes of the objects that are measured. All lines are validated, few objects are kept."""
    # What foreign objects have beyond the schema is foreign too.
    mapping = JsonMapping(schema, relaxed or importer is not None)
    encoder, sample = Encoder(schema), Sample(SEED)
    name = source_name(path)
    for number, document in read_json_lines(path, on_line):
        try:
            own = importer.converted(document) if importer else document
            sample.add(encoder.encode(mapping.read(own)))
        except BadInput as error:
            raise BadInput(f"{name}:{number}: {error}") from None
    taken = sample.take()
    return taken, Sampled(sample.objects, len(taken), dict(mapping.ignored), mapping.as_text)


def _keep(key: str, workload: Workload, sample: list[bytes], sampled: Sampled) -> Corpus:
    decoder = Decoder(workload.schema)
    no_features: tuple[str, ...] = ()
    objects: Iterator[Written] = ((no_features, decoder.decode(data), data) for data in sample)

    def make(folder: Path) -> None:
        write_corpus(folder, workload.name, workload.schema, SEED, objects)
        (folder / _SAMPLE_FILE).write_text(json.dumps(asdict(sampled)) + "\n", encoding="utf-8")

    return keep_corpus(key, workload.name, make)


def _load_sampled(corpus: Corpus) -> Sampled:
    try:
        return Sampled(**json.loads((corpus.folder / _SAMPLE_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        # Only the sentence about the sample is lost with this file.
        return Sampled(corpus.manifest.objects, corpus.manifest.objects, {})
