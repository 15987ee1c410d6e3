"""Has each codec write its messages, proves that they are right, and makes a row of their sizes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from serbench.corpus.container import read_messages
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.row import row_of, started_now
from serbench.engine.work import Fork, Step, Work
from serbench.errors import BadInput, Fault
from serbench.experiments.sizing.compressing import sizes_of
from serbench.experiments.sizing.plan import Plan
from serbench.outcomes import OK
from serbench.record.row import Failure, Row
from serbench.runner.process import ask
from serbench.scratch import scratch_folder
from serbench.verification.verify import check

EXPERIMENT = "sizing"
VERB = "emit"
_TIMEOUT_S = 300.0


class _Refused(Exception):
    """The messages are not there, or not right: an outcome and a sentence."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class SizingWork(Work):
    """A plan and the runners."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]

    noun: ClassVar[str] = "codecs"

    def measured(self, fork: Fork, step: Step) -> list[Row]:
        subject, started_at = self.subjects[fork.codec, fork.workload], started_now()
        columns: dict[str, Any] = {"outcome": OK, "detail": ""}
        try:
            messages, columns["command"] = _written(subject, step)
            step("compressing")
            columns["figures"] = asdict(sizes_of(messages, self.plan.compressed_bytes))
            columns |= {"objects": len(messages), "size_bytes": sum(map(len, messages))}
        except _Refused as refused:
            columns = {"outcome": refused.outcome, "detail": str(refused), "command": ()}
        except Fault as fault:
            columns = {"outcome": fault.outcome, "detail": str(fault), "command": ()}
        return [row_of(EXPERIMENT, fork, subject.runner, VERB, started_at=started_at, **columns)]


def _written(subject: Subject, step: Step) -> tuple[list[bytes], tuple[str, ...]]:
    """A codec's messages, which it reads back as the objects that they are of, and the command that writes
    them. Raises _Refused where there is none of an object, or one is wrong."""
    runner, corpus = subject.runner, subject.corpus
    with scratch_folder(EXPERIMENT) as folder:
        out = folder / "messages.bin"
        step("writing")
        said = ask(runner, VERB, {"corpus": corpus.path, "out": out}, _TIMEOUT_S)
        if said.outcome != OK:
            raise _Refused(said.row_outcome, said.sentence)
        try:
            found = list(read_messages(out))
        except BadInput as error:
            raise _Refused("protocol", str(error)) from None
        messages = [message for message in found if message is not None]
        if len(messages) != corpus.manifest.objects:
            without = next((at for at, message in enumerate(found) if message is None), len(found))
            raise _Refused("wrong", f"It does not write object {without}.")
        step("reading")
        results = check(runner, corpus, {"encoded": out}, _TIMEOUT_S)
    if isinstance(results, Failure):
        raise _Refused(results.outcome, results.detail)
    if bad := next((one for one in results if one.outcome != OK), None):
        raise _Refused("wrong", f"Object {bad.index}, {bad.operation}: {bad.detail}")
    # The words that write them again.
    return messages, tuple(f"out={out.name}" if word == f"out={out}" else word for word in said.command)
