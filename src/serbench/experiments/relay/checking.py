"""Proves what a relay has sent on where that was encoded again: the codec's own ``check`` reads the right
objects from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject
from serbench.experiments.relay.derived import acknowledged, part_corpus, updated_corpus
from serbench.experiments.relay.messages import TIMEOUT_S
from serbench.experiments.relay.plan import SPLIT, UPDATE
from serbench.record.row import Failure
from serbench.verification.verify import check


@dataclass(slots=True)
class Checker:
    """Checks the messages that came back. It remembers those that were right, so that equal bytes are not
    read again. In ``folder`` it keeps the corpora of objects that were changed on their way."""

    folder: Path
    workloads: Mapping[str, Workload]
    sinks: int
    by_fields: bool
    acks: bool = False
    _proved: dict[tuple[str, str, str, int], bytes] = field(default_factory=dict)
    _corpora: dict[tuple[str, str, int], Corpus] = field(default_factory=dict)

    def failure(self, subject: Subject, mode: str, received: Path) -> Failure | None:
        """Why the messages of a mode are wrong; None where they are right. Of ``split`` each sink has a file,
        with its number behind the name."""
        if mode != SPLIT:
            return self._of_file(subject, mode, 0, received)
        files = (received.with_name(f"{received.name}.{sink}") for sink in range(self.sinks))
        found = (self._of_file(subject, mode, sink, file) for sink, file in enumerate(files))
        return next((failure for failure in found if failure is not None), None)

    def _of_file(self, subject: Subject, mode: str, part: int, received: Path) -> Failure | None:
        codec, workload = subject.runner.codec, subject.runner.workload
        content = received.read_bytes()
        if self._proved.get((codec, workload, mode, part)) == content:
            return None
        corpus, values = self._corpus(subject, mode, part), self.folder / "values"
        arguments = {"encoded": received} | ({"values": values} if self.acks else {})
        found = check(subject.runner, corpus, arguments, TIMEOUT_S)
        if isinstance(found, Failure):
            return found
        wrong = next((result for result in found if result.outcome != "ok"), None)
        if wrong is not None:
            where = f" at sink {part}" if mode == SPLIT else ""
            detail = f"Message {wrong.index}{where} was altered on its way: {wrong.detail}"
            return Failure(codec, workload, mode, "wrong", detail)
        if self.acks and (open_ := self._unacknowledged(workload, corpus, values)):
            detail = f"The acknowledgements of sent and arrived objects differ by {open_:016x}."
            return Failure(codec, workload, mode, "wrong", detail)
        self._proved[codec, workload, mode, part] = content
        return None

    def _unacknowledged(self, name: str, sent: Corpus, arrived: Path) -> int:
        workload = self.workloads[name]
        return acknowledged(sent.path, workload) ^ acknowledged(arrived, workload)

    def _corpus(self, subject: Subject, mode: str, part: int) -> Corpus:
        """The objects that the messages must decode to."""
        if mode not in (UPDATE, SPLIT):
            return subject.corpus
        workload = subject.runner.workload
        key = (workload, mode, part)
        if key not in self._corpora:
            folder = self.folder / f"{mode}-{len(self._corpora)}"
            of = (subject.corpus, self.workloads[workload], folder)
            self._corpora[key] = (
                updated_corpus(*of) if mode == UPDATE else part_corpus(*of, part, self.sinks, self.by_fields)
            )
        return self._corpora[key]
