"""The conclusions of a run in plain sentences: which codec is fastest, by how much, and which is smallest."""

from __future__ import annotations

from collections.abc import Sequence

from serbench.experiments.memory.report.best import fastest, smallest
from serbench.experiments.memory.report.means import Mean
from serbench.experiments.memory.report.results import ranking_operations
from serbench.experiments.memory.report.view import View
from serbench.report.words import duration_text, listed
from serbench.statistics import Place, Ratio, ratio

_VERBS = {"encode": "encoding", "decode": "decoding"}


def answer(view: View) -> list[str]:
    """The sentences about one workload. They follow the ranks, so they claim nothing that is not
    significant."""
    codecs = [codec for codec in view.ranked_codecs() if codec in view.totals]
    if not codecs:
        return [f"On {view.workload} nothing could be ranked."]
    sentences = [_first(view, codecs)]
    if len(codecs) > 1:
        sentences += [*_next(view, codecs), *_unranked(view, codecs), _smallest(view)]
    return sentences


def answer_over(found: Sequence[Mean], noise: float | None) -> list[str]:
    """The sentences about several workloads together; none where they have no common ranking. A mean of too
    few forks for an interval is called neither first nor slower; ``noise`` is the noise floor."""
    if not found:
        return []
    best = found[0]
    count = len(best.workloads)
    if best.over_best.is_range:
        return [
            f"Over {count} workloads, {best.codec} is the fastest by the geometric mean of its times; so few"
            " forks distinguish nothing."
        ]
    sure = [mean for mean in found if not mean.over_best.is_range]
    tied = [mean.codec for mean in sure if _is_tied(mean.over_best, noise)]
    verb = "is the fastest" if len(tied) == 1 else "are the fastest and cannot be distinguished"
    sentences = [f"Over {count} workloads, {listed(tied)} {verb} by the geometric mean of their times."]
    slower = next((mean for mean in sure if mean.codec not in tied), None)
    if slower:
        over = slower.over_best
        interval = f"{over.low:.2f} to {over.high:.2f}"
        sentences.append(f"{slower.codec} takes {over.ratio:.2f} times as long as {best.codec} ({interval}).")
    few = [mean.codec for mean in found if mean.over_best.is_range]
    if few:
        verb = "has" if len(few) == 1 else "have"
        sentences.append(f"{listed(few)} {verb} too few forks for an interval of that mean.")
    return sentences


def _is_tied(over_best: Ratio, noise: float | None) -> bool:
    """Whether a mean does not differ from the lowest one, by the rule for two codecs on one workload."""
    return over_best.low <= 1 or over_best.ratio <= 1 + (noise or 0.0)


def _first(view: View, codecs: Sequence[str]) -> str:
    names = fastest({codec: view.totals[codec][0] for codec in codecs}, view.noise_floor)
    first = names[0] if names else codecs[0]
    did = " and ".join(_VERBS.get(name, name) for name in ranking_operations([*view.rows.values()]))
    time = duration_text(view.totals[first][0].median)
    if len(codecs) == 1:
        return f"On {view.workload}, {did} one object took {first} {time}; nothing else was ranked."
    if not names:
        return (
            f"On {view.workload}, {first} comes first, {time} for {did} one object; so few forks distinguish"
            " nothing."
        )
    if len(names) == 1:
        return f"On {view.workload}, {first} is the fastest: {did} one object takes it {time}."
    return (
        f"On {view.workload}, {listed(names)} are the fastest and cannot be distinguished:"
        f" {did} one object takes {first} {time}."
    )


def _next(view: View, codecs: Sequence[str]) -> list[str]:
    """How much slower the next codec is, where one is significantly slower."""
    ranked = [codec for codec in codecs if codec in view.places]
    best = ranked[0] if ranked else ""
    slower = [codec for codec in ranked if _behind(view.places[codec], best)]
    if not slower:
        return []
    found = ratio(view.totals[slower[0]][0], view.totals[best][0])
    sure = f"{found.low:.2f} to {found.high:.2f}"
    return [f"{slower[0]} takes {found.ratio:.2f} times as long as {best} ({sure})."]


def _behind(place: Place, best: str) -> bool:
    return place.rank > 1 and best not in place.tied


def _unranked(view: View, codecs: Sequence[str]) -> list[str]:
    """The codecs without a rank, where others have one."""
    few = [codec for codec in codecs if codec not in view.places]
    if not few or len(few) == len(codecs):
        return []
    verb = "has" if len(few) == 1 else "have"
    return [f"{listed(few)} {verb} too few forks to be distinguished from any other."]


def _smallest(view: View) -> str:
    sizes = view.sizes
    names = smallest(sizes)
    verb = "writes" if len(names) == 1 else "write"
    return f"{listed(names)} {verb} the smallest messages: {sizes[names[0]]:.0f} bytes on average."
