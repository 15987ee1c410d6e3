"""The comparison within a run that measured two sets of executables in the same rounds (``--against``)."""

from collections.abc import Callable
from dataclasses import replace

from serbench.compare.comparison import Comparison, compare
from serbench.compare.controls import Verdict
from serbench.compare.side import Side
from serbench.engine.against import codec_of, is_against
from serbench.errors import BadInput
from serbench.record.run_folder import RunFolder


def alternated(folder: RunFolder, side: Callable[[RunFolder], Side]) -> Comparison | None:
    """The run's own executables (B) compared with the second set (A), each as a ``side``; None where it has
    no second set, or no cell of both."""
    if not folder.record.get("against"):
        return None
    try:
        before = replace(side(_second(folder)), name=folder.record["against"]["name"])
        return compare(before, side(folder), alternated=True)
    except BadInput:
        return None


def summary(comparison: Comparison, run: str) -> str:
    """The sentence of a report on such a comparison."""
    verdicts = [change.verdict for change in comparison.changes]
    longer, shorter = verdicts.count(Verdict.LONGER), verdicts.count(Verdict.SHORTER)
    undecided = verdicts.count(Verdict.UNDECIDED)
    unknown = f", {undecided} unknown" if undecided else ""
    return (
        f"Against {comparison.before.name}, measured in the same rounds, {longer} of {len(verdicts)} times"
        f" are longer and {shorter} shorter{unknown}; ./serbench compare {run} shows them."
    )


def _second(folder: RunFolder) -> RunFolder:
    """The second set of executables as a run of its own, in which codecs have their own names."""
    record, second = folder.record, folder.record["against"]
    failures = [
        {**failure, "codec": codec_of(failure["codec"])}
        for failure in record.get("failures", ())
        if is_against(failure["codec"])
    ]
    own = {"runners": second["runners"], "failures": failures, "twins": {}, "against": None}
    rows = [replace(row, codec=codec_of(row.codec)) for row in folder.rows if is_against(row.codec)]
    return RunFolder(folder.path, {**record, **own}, rows)
