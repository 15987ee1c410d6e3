"""The interop grid: every codec of a format must read what every other codec of that format writes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Protocol

from serbench.cache.keys import content_key
from serbench.codecs.manifest import AXIS_MARK, VERSION_MARK, CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.engine.subject import Subject
from serbench.errors import BadInput
from serbench.locations import cache_directory
from serbench.proof.verify import VERIFY_TIMEOUT_S, check
from serbench.record.row import Failure
from serbench.record.run_folder import write_atomically
from serbench.runner.process import ask

IDENTICAL = "identical-bytes"
SAME_VALUE = "same-value"
DECLARED = "declared"
FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Crossing:
    """How ``reader`` read the messages of ``writer``: both write the same bytes; or not, but the
    value arrives; or it does not, as the reader's manifest declares; or it fails. ``detail`` is the reason.
    ``objects`` counts those that both can express."""

    format: str
    workload: str
    writer: str
    reader: str
    result: str
    objects: int
    detail: str = ""


def interop_grid(
    codecs: Sequence[CodecManifest],
    runners: Mapping[str, Runner],
    corpus: Corpus,
    *,
    timeout_s: float = VERIFY_TIMEOUT_S,
    tell: Callable[[str], None] = lambda _: None,
    notebook: Memory | None = None,
) -> list[Crossing]:
    """All pairs of different codecs with the same format. ``runners`` are those of the corpus's workload, by
    codec; floors and codecs without a runner stay out. What ``notebook`` knows is not asked again."""
    by_format: dict[str, list[CodecManifest]] = {}
    for codec in codecs:
        if not codec.floor and codec.name in runners:
            by_format.setdefault(codec.format, []).append(codec)
    grid: list[Crossing] = []
    for contestants in by_format.values():
        if len(contestants) > 1:
            with tempfile.TemporaryDirectory(prefix="serbench-interop-") as folder:
                grid += _Grid(
                    contestants, runners, corpus, Path(folder), timeout_s, tell, notebook
                ).crossings()
    return grid


class Memory(Protocol):
    """Keeps crossings by their keys, so that unchanged ones are proved once."""

    def recall(self, key: str) -> Crossing | None:
        """What it knows under the key."""

    def remember(self, key: str, crossing: Crossing) -> None:
        """Keeps a crossing."""


def crossing_key(
    writer: CodecManifest, reader: CodecManifest, runners: Mapping[str, Runner], corpus: Corpus
) -> str:
    """Everything on which a crossing depends: both products, the data, and what the manifests declare."""
    return content_key(
        runners[writer.name].product_key,
        runners[reader.name].product_key,
        corpus.manifest.sha256,
        {f"writer lacks {name}": reason for name, reason in writer.lacks.items()},
        {f"reader lacks {name}": reason for name, reason in reader.lacks.items()},
        reader.cannot_read,
    )


def _as_declared(crossing: Crossing, reader: CodecManifest) -> Crossing:
    """Compares a crossing with the reader's manifest: a declared failure is not a failure, and a declared one
    that passes is a failure."""
    writer = crossing.writer.partition(AXIS_MARK)[0].partition(VERSION_MARK)[0]
    reason = reader.cannot_read.get(writer)
    if reason is None:
        return crossing
    if crossing.result == FAILS:
        return replace(crossing, result=DECLARED, detail=reason)
    detail = f"{reader.name} declares that it cannot read {crossing.writer}, but it can."
    return replace(crossing, result=FAILS, detail=detail)


@dataclass(slots=True)
class _Grid:
    """The codecs of one format over one workload, and a folder for what they write."""

    codecs: Sequence[CodecManifest]
    runners: Mapping[str, Runner]
    corpus: Corpus
    folder: Path
    timeout_s: float
    tell: Callable[[str], None]
    notebook: Memory | None
    _written: dict[str, Path | str] = field(default_factory=dict)

    def crossings(self) -> list[Crossing]:
        return [
            self._known(writer, reader)
            for writer in self.codecs
            for reader in self.codecs
            if writer is not reader
        ]

    def _known(self, writer: CodecManifest, reader: CodecManifest) -> Crossing:
        """From the notebook, or tried now. Failures are not remembered: they may have been the machine's."""
        key = crossing_key(writer, reader, self.runners, self.corpus)
        known = self.notebook.recall(key) if self.notebook else None
        if known is not None:
            return known
        crossing = _as_declared(self._cross(writer, reader), reader)
        if self.notebook and crossing.result != FAILS:
            self.notebook.remember(key, crossing)
        return crossing

    def _messages_of(self, codec: CodecManifest) -> Path | str:
        if codec.name not in self._written:
            self._written[codec.name] = self._emit(codec, len(self._written))
        return self._written[codec.name]

    def _emit(self, codec: CodecManifest, number: int) -> Path | str:
        """The file of all messages of a codec, or a sentence that says why there is none."""
        self.tell(f"{codec.name} writes {self.corpus.manifest.workload}")
        path = self.folder / f"{number}.bin"
        arguments = {"corpus": self.corpus.path, "out": path}
        conversation = ask(self.runners[codec.name], "emit", arguments, self.timeout_s)
        return (
            path if conversation.outcome == "ok" else f"{codec.name} did not write: {conversation.sentence}"
        )

    def _cross(self, writer: CodecManifest, reader: CodecManifest) -> Crossing:
        self.tell(f"{reader.name} reads what {writer.name} wrote of {self.corpus.manifest.workload}")
        common = self._expressible(writer, reader)
        file = self._messages_of(writer)
        if isinstance(file, str):
            return self._crossing(writer, reader, FAILS, common, file)
        try:
            messages = list(read_messages(file))
        except (BadInput, OSError) as error:
            return self._crossing(writer, reader, FAILS, common, str(error))
        unwritten = [index for index in common if index >= len(messages) or messages[index] is None]
        if unwritten:
            detail = f"{writer.name} did not write object {unwritten[0]}."
            return self._crossing(writer, reader, FAILS, common, detail)
        found = check(self.runners[reader.name], self.corpus, {"encoded": file}, self.timeout_s)
        if isinstance(found, Failure):
            return self._crossing(writer, reader, FAILS, common, found.detail)
        for index in common:
            if found[index].outcome != "ok":
                detail = f"Object {index}, {found[index].operation}: {found[index].detail}"
                return self._crossing(writer, reader, FAILS, common, detail)
        same = _same_bytes(messages, self._messages_of(reader), common)
        return self._crossing(writer, reader, IDENTICAL if same else SAME_VALUE, common)

    def _expressible(self, writer: CodecManifest, reader: CodecManifest) -> list[int]:
        """The objects that have no feature which one of the two declares to lack."""
        manifest = self.corpus.manifest
        features = manifest.features or ((),) * manifest.objects
        lacked = {*writer.lacks, *reader.lacks}
        return [index for index, of_object in enumerate(features) if not lacked.intersection(of_object)]

    def _crossing(
        self,
        writer: CodecManifest,
        reader: CodecManifest,
        result: str,
        common: Sequence[int],
        detail: str = "",
    ) -> Crossing:
        workload = self.corpus.manifest.workload
        return Crossing(writer.format, workload, writer.name, reader.name, result, len(common), detail)


def _same_bytes(messages: Sequence[bytes | None], file: Path | str, common: Sequence[int]) -> bool:
    if isinstance(file, str):
        return False
    try:
        own = list(read_messages(file))
    except (BadInput, OSError):
        return False
    return all(index < len(own) and own[index] == messages[index] for index in common)


# A run should be quick, so a codec that hangs is given less time here than in verify.
_TIMEOUT_S = 60.0


class CrossingMemory:
    """One file per crossing, under its key."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_directory() / "crossings"

    def recall(self, key: str) -> Crossing | None:
        """The crossing under the key; None too where its file cannot be understood."""
        try:
            return Crossing(**json.loads(self._path(key).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def remember(self, key: str, crossing: Crossing) -> None:
        """Keeps the crossing; raises SerbenchError where the cache cannot be written."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(crossing)))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"


def crossings_of_run(
    codecs: Sequence[CodecManifest],
    subjects: Mapping[tuple[str, str], Subject],
    tell: Callable[[str], None],
    notebook: CrossingMemory | None = None,
) -> list[Crossing]:
    """The interop grid of all codecs and workloads that are about to be measured; what was proved before is
    remembered."""
    notebook = notebook or CrossingMemory()
    crossings: list[Crossing] = []
    for workload in dict.fromkeys(workload for _, workload in subjects):
        of_workload = {codec: subject for (codec, name), subject in subjects.items() if name == workload}
        runners = {codec: subject.runner for codec, subject in of_workload.items()}
        corpus = next(iter(of_workload.values())).corpus
        crossings += interop_grid(codecs, runners, corpus, timeout_s=_TIMEOUT_S, tell=tell, notebook=notebook)
    return crossings
