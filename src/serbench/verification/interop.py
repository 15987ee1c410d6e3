"""The interop grid: every codec of a format must read what every other codec of that format writes."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Subject
from serbench.errors import BadInput
from serbench.locations import cache_directory
from serbench.outcomes import is_of_codec
from serbench.record.row import Failure
from serbench.record.run_folder import write_atomically
from serbench.runner.process import ask
from serbench.runner.together import asked_at_once
from serbench.scratch import scratch_folder
from serbench.verification.verify import VERIFY_TIMEOUT_S, check

IDENTICAL = "identical-bytes"
SAME_VALUE = "same-value"
DECLARED = "declared"
FAILS = "fails"
# Whose a failure is.
WRITER, READER, BOTH, UNKNOWN = "writer", "reader", "both", ""
# In a manifest instead of a feature: any object may be refused, but none may be misread.
ANY = "any"


@dataclass(frozen=True, slots=True)
class Crossing:
    """How ``reader`` read the messages of ``writer``: both write the same bytes; or not, but the
    value arrives; or it does but for what the reader's manifest declares; or it fails. ``detail``
    is the reason. ``objects`` counts those that had to arrive. ``at_fault`` says whose failure it is: of the
    writer, the reader, or both, of which one writes what the other cannot read; empty where it is neither's
    or nobody knows, as after a timeout."""

    format: str
    workload: str
    writer: str
    reader: str
    result: str
    objects: int
    detail: str = ""
    at_fault: str = ""


def interop_grid(
    codecs: Sequence[CodecManifest],
    runners: Mapping[str, Runner],
    corpus: Corpus,
    *,
    timeout_s: float = VERIFY_TIMEOUT_S,
    tell: Callable[[str], None] = lambda _: None,
    proved: Path | None = None,
) -> list[Crossing]:
    """All pairs of different codecs with the same format. ``runners`` are those of the corpus's workload, by
    codec; floors and codecs without a runner stay out. The folder ``proved`` keeps crossings in files under
    their keys; those are not tried again."""
    by_format: dict[str, list[CodecManifest]] = {}
    for codec in codecs:
        if not codec.floor and codec.name in runners:
            by_format.setdefault(codec.format, []).append(codec)
    grid: list[Crossing] = []
    for contestants in by_format.values():
        if len(contestants) > 1:
            with scratch_folder("interop") as folder:
                grid += _Grid(contestants, runners, corpus, folder, timeout_s, tell, proved).crossings()
    return grid


def uncrossed(codecs: Sequence[CodecManifest], known: Sequence[CodecManifest]) -> dict[str, str]:
    """The codecs that stand alone in their format while others are known, each with one of those. A codec
    that writes and reads the same bytes, which are wrong, passes when it is alone. Variants of one adapter
    are no others: they are wrong in the same way."""
    found: dict[str, str] = {}
    for codec in codecs:
        others = [other for other in known if _may_cross(codec, other)]
        if others and not any(other in others for other in codecs):
            nearest = min(others, key=lambda other: (other.language != codec.language, other.name))
            found[codec.name] = nearest.name
    return found


def _may_cross(codec: CodecManifest, other: CodecManifest) -> bool:
    if codec.floor or other.floor or codec.format != other.format:
        return False
    return codec.folders[-1] != other.folders[-1]


def crossing_key(
    writer: CodecManifest, reader: CodecManifest, runners: Mapping[str, Runner], corpus: Corpus
) -> str:
    """Everything on which a crossing depends: both products, the data, and what the manifests declare."""
    return content_key(
        runners[writer.name].product_key,
        runners[reader.name].product_key,
        corpus.manifest.sha256,
        {f"writer: unsupported {name}": reason for name, reason in writer.unsupported.items()},
        {f"reader: unsupported {name}": reason for name, reason in reader.unsupported.items()},
        reader.unread_of(_registered(writer)),
    )


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """Why a codec has no messages, as a sentence, and whose failure that is."""

    sentence: str
    at_fault: str


@dataclass(slots=True)
class _Grid:
    """The codecs of one format over one workload, and a folder for what they write."""

    codecs: Sequence[CodecManifest]
    runners: Mapping[str, Runner]
    corpus: Corpus
    folder: Path
    timeout_s: float
    tell: Callable[[str], None]
    proved: Path | None
    # Of the codecs that were asked to write and did not, why.
    _failures: dict[str, _Unwritten] = field(default_factory=dict)

    def crossings(self) -> list[Crossing]:
        pairs = [(writer, reader) for writer in self.codecs for reader in self.codecs if writer is not reader]
        known = [self._known(*pair) for pair in pairs]
        open_pairs = [pair for pair, crossing in zip(pairs, known, strict=True) if crossing is None]
        # In the order of the codecs: the set only tells which are needed.
        needed = {codec.name for pair in open_pairs for codec in pair}
        writers = [codec for codec in self.codecs if codec.name in needed]
        reasons = asked_at_once(self._write, writers)
        found = zip(writers, reasons, strict=True)
        self._failures = {writer.name: reason for writer, reason in found if reason}
        tried = iter(asked_at_once(lambda pair: self._crossed(*pair), open_pairs))
        return [crossing or next(tried) for crossing in known]

    def _kept(self, writer: CodecManifest, reader: CodecManifest) -> Path | None:
        if self.proved is None:
            return None
        return self.proved / f"{crossing_key(writer, reader, self.runners, self.corpus)}.json"

    def _known(self, writer: CodecManifest, reader: CodecManifest) -> Crossing | None:
        """From its file, if it was tried before."""
        if (kept := self._kept(writer, reader)) is not None:
            with suppress(OSError, ValueError, TypeError):
                return Crossing(**json.loads(kept.read_text(encoding="utf-8")))
        return None

    def _crossed(self, writer: CodecManifest, reader: CodecManifest) -> Crossing:
        """Tried now. Failures are not kept: they may have been the machine's."""
        workload = self.corpus.manifest.workload
        common = self._expressible(writer, reader)
        result, detail, at_fault = self._tried(writer, reader, common)
        crossing = Crossing(
            writer.format, workload, writer.name, reader.name, result, len(common), detail, at_fault
        )
        kept = self._kept(writer, reader)
        if kept is not None and crossing.result != FAILS:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(kept, json.dumps(asdict(crossing)))
        return crossing

    def _write(self, codec: CodecManifest) -> _Unwritten | None:
        """Asks a codec for its messages; returns why there are none, None if there are."""
        self.tell(f"{codec.name} writes {self.corpus.manifest.workload}")
        arguments = {"corpus": self.corpus.path, "out": self._file(codec)}
        conversation = ask(self.runners[codec.name], "emit", arguments, self.timeout_s)
        if conversation.outcome == "ok":
            return None
        sentence = f"{codec.name} did not write: {conversation.sentence}"
        return _Unwritten(sentence, WRITER if _is_own(conversation.row_outcome) else UNKNOWN)

    def _file(self, codec: CodecManifest) -> Path:
        return self.folder / f"{self.codecs.index(codec)}.bin"

    def _written_by(self, codec: CodecManifest) -> list[bytes | None] | _Unwritten:
        """A codec's messages, or why there are none. They are read each time: those of
        all codecs together may not fit in memory."""
        if failed := self._failures.get(codec.name):
            return failed
        try:
            return list(read_messages(self._file(codec)))
        except (BadInput, OSError) as error:
            return _Unwritten(str(error), WRITER if isinstance(error, BadInput) else UNKNOWN)

    def _tried(
        self, writer: CodecManifest, reader: CodecManifest, common: Sequence[int]
    ) -> tuple[str, str, str]:
        """The result of a crossing, its detail, and whose failure it is."""
        self.tell(f"{reader.name} reads what {writer.name} wrote of {self.corpus.manifest.workload}")
        messages = self._written_by(writer)
        if isinstance(messages, _Unwritten):
            return FAILS, messages.sentence, messages.at_fault
        for index in common:
            if index >= len(messages) or messages[index] is None:
                return FAILS, f"{writer.name} did not write object {index}.", WRITER
        found = check(self.runners[reader.name], self.corpus, {"encoded": self._file(writer)}, self.timeout_s)
        if isinstance(found, Failure):
            return FAILS, found.detail, READER if _is_own(found.outcome) else UNKNOWN
        declared = reader.unread_of(_registered(writer))
        unread = dict[int, set[str]]()
        for index in common:
            if hit := declared.keys() & {*self._features(index)}:
                unread[index] = hit
            elif found[index].outcome == "error" and ANY in declared:
                unread[index] = {ANY}
            elif found[index].outcome != "ok":
                return FAILS, f"Object {index}, {found[index].operation}: {found[index].detail}", BOTH
        if unread:
            names = sorted(set[str]().union(*unread.values()))
            if all(found[index].outcome == "ok" for index in unread):
                what = f"{', '.join(names)} of {writer.name}"
                # The fault of the manifest.
                return FAILS, f"{reader.name} declares that it cannot read {what}, but it can.", UNKNOWN
            return DECLARED, "; ".join(declared[name] for name in names), UNKNOWN
        own = self._written_by(reader)
        same = not isinstance(own, _Unwritten) and all(own[i : i + 1] == [messages[i]] for i in common)
        return (IDENTICAL if same else SAME_VALUE), "", UNKNOWN

    def _features(self, index: int) -> tuple[str, ...]:
        features = self.corpus.manifest.features
        return features[index] if features else ()

    def _expressible(self, writer: CodecManifest, reader: CodecManifest) -> list[int]:
        """The objects that have no feature which one of the two declares to lack."""
        lacked = {*writer.unsupported, *reader.unsupported}
        objects = range(self.corpus.manifest.objects)
        return [index for index in objects if not lacked.intersection(self._features(index))]


def _is_own(outcome: str) -> bool:
    """Whether a failure is certainly the codec's: not of the machine, and not of a time that it may lack."""
    return is_of_codec(outcome) and outcome != "timeout"


def _registered(codec: CodecManifest) -> str:
    """The name without axes and versions, by which manifests know a codec."""
    return codec.built_name.partition(VERSION_MARK)[0]


# A run should be quick, so a codec that hangs is given less time here than in verify.
_TIMEOUT_S = 60.0


def crossings_of_run(
    codecs: Sequence[CodecManifest],
    subjects: Mapping[tuple[str, str], Subject],
    tell: Callable[[str], None],
) -> list[Crossing]:
    """The interop grid of all codecs and workloads that are about to be measured; what was proved before is
    remembered."""
    proved = cache_directory() / "crossings"
    crossings: list[Crossing] = []
    for workload in dict.fromkeys(workload for _, workload in subjects):
        of_workload = {codec: subject for (codec, name), subject in subjects.items() if name == workload}
        runners = {codec: subject.runner for codec, subject in of_workload.items()}
        corpus = next(iter(of_workload.values())).corpus
        crossings += interop_grid(codecs, runners, corpus, timeout_s=_TIMEOUT_S, tell=tell, proved=proved)
    return crossings
