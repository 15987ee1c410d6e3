"""The interop grid: what one codec of a format has written, every other codec of that format reads."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.errors import BadInput
from serbench.measure.row import Failure
from serbench.measure.verify import VERIFY_TIMEOUT_S, check
from serbench.runner.process import ask
from serbench.runner.runner import Runner

IDENTICAL = "identical-bytes"
SAME_VALUE = "same-value"
FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Crossing:
    """What became of the messages of ``writer`` at ``reader``: both write the same bytes; or not, but the
    value arrives; or it fails, for the reason in ``detail``. ``objects`` counts those that both can
    express."""

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
) -> list[Crossing]:
    """All pairs of different codecs with the same format. ``runners`` are those of the corpus's workload, by
    codec; floors and codecs without a runner stay out."""
    by_format: dict[str, list[CodecManifest]] = {}
    for codec in codecs:
        if not codec.floor and codec.name in runners:
            by_format.setdefault(codec.format, []).append(codec)
    grid: list[Crossing] = []
    for contestants in by_format.values():
        if len(contestants) > 1:
            with tempfile.TemporaryDirectory(prefix="serbench-interop-") as folder:
                grid += _Grid(contestants, runners, corpus, Path(folder), timeout_s, tell).crossings()
    return grid


@dataclass(slots=True)
class _Grid:
    """The codecs of one format over one workload, and a folder for what they write."""

    codecs: Sequence[CodecManifest]
    runners: Mapping[str, Runner]
    corpus: Corpus
    folder: Path
    timeout_s: float
    tell: Callable[[str], None]

    def crossings(self) -> list[Crossing]:
        written = {codec.name: self._emit(codec, number) for number, codec in enumerate(self.codecs)}
        return [
            self._cross(writer, reader, written)
            for writer in self.codecs
            for reader in self.codecs
            if writer is not reader
        ]

    def _emit(self, codec: CodecManifest, number: int) -> Path | str:
        """The file of all messages of a codec, or a sentence why there is none."""
        self.tell(f"{codec.name} writes {self.corpus.manifest.workload}")
        path = self.folder / f"{number}.bin"
        arguments = {"corpus": self.corpus.path, "out": path}
        conversation = ask(self.runners[codec.name], "emit", arguments, self.timeout_s)
        return (
            path if conversation.outcome == "ok" else f"{codec.name} did not write: {conversation.sentence}"
        )

    def _cross(
        self, writer: CodecManifest, reader: CodecManifest, written: Mapping[str, Path | str]
    ) -> Crossing:
        self.tell(f"{reader.name} reads what {writer.name} wrote of {self.corpus.manifest.workload}")
        common = self._expressible(writer, reader)
        file = written[writer.name]
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
        same = _same_bytes(messages, written[reader.name], common)
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
