"""The verbs of the experiment."""

from harness.experiments import Bench, Verb
from harness.experiments.memory.calibrating import calibrate
from harness.experiments.memory.conformance import check, emit
from harness.experiments.memory.measuring import measure
from harness.experiments.memory.operation import entries_of


def _describe(bench: Bench) -> None:
    """Says which operations the codec has."""
    for entry in entries_of(bench.new_adapter()):
        reads = {} if entry.reads else {"reads": 0}
        bench.replies.send("operation", name=entry.name, side=entry.side, **reads)


VERBS = (
    Verb("check", check, _describe),
    Verb("emit", emit),
    Verb("measure", measure),
    Verb("calibrate", calibrate),
)
