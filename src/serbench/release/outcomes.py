"""The outcomes of schema changes and of malformed input that another release turned into others. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from serbench.compare.comparison import Turn, compare
from serbench.compare.side import Side
from serbench.errors import SerbenchError
from serbench.release.judging import Measure, Verdict
from serbench.release.measures import Pair, failures_between


def outcomes_of(name: str, side: Side, pair: Pair, absent: Collection[str] = ()) -> list[Measure]:
    """The measure of this name by the outcomes of a run of both, and what failed in it; codecs that are
    ``absent`` on this machine are blamed for nothing. What has become worse is listed first."""
    measures = list(failures_between(side.failures, pair, name, absent))
    try:
        # Both have one name, so that their cells are the same.
        base, head = _of(side, pair.base), _of(side, pair.head)
        turns = compare(base, head).turns
    except SerbenchError:
        why = "There is no outcome that both have."
        return [*measures, Measure(name, "", Verdict.NOT_MEASURED, details=(why,))]
    common = len(base.outcomes.keys() & head.outcomes.keys())
    return [*measures, _measure(name, turns, common)]


def _measure(name: str, turns: Sequence[Turn], common: int) -> Measure:
    worse = [turn for turn in turns if turn.worse]
    better = [turn for turn in turns if not turn.worse]
    verdict = Verdict.WORSE if worse else Verdict.BETTER if better else Verdict.EQUAL
    words = f"{len(worse)} worse, {len(better)} better" if turns else f"{common} same"
    details = tuple(_words(turn) for turn in (*worse, *better))
    return Measure(name, "", verdict, None, words, details=details)


def _words(turn: Turn) -> str:
    _, subject, way = turn.key
    return f"{subject}, {way}: {turn.before} → {turn.after}."


def _of(side: Side, codec: str) -> Side:
    outcomes = {("", *key[1:]): outcome for key, outcome in side.outcomes.items() if key[0] == codec}
    return replace(side, name=codec, times={}, sizes={}, executables={}, versions={}, outcomes=outcomes)
