"""Sentences about a run of torture. Pure."""

from collections.abc import Collection, Sequence

from serbench.experiments.torture.judging import RANKED
from serbench.experiments.torture.results import Tortured, TortureResults, share_text
from serbench.report.standing import by_language
from serbench.report.words import listed

_MOST_SENTENCES = 6
_WORDS = {"overallocated": "asks for memory beyond all measure", "hung": "does not end", "crashed": "dies"}


def answers(results: TortureResults) -> list[str]:
    """For each workload the codecs that harm nothing, and a sentence for each of few codecs, else for the
    worst of each language."""
    found = []
    for workload in results.workloads:
        rows = results.of_workload(workload)
        if not rows:
            continue
        found.append(_harmless(workload, rows))
        found += [sentence(one) for one in _told(rows)]
    return found


def _harmless(workload: str, rows: Sequence[Tortured]) -> str:
    cases = max(one.asked for one in rows)
    harmless = [one.codec for one in rows if not one.harm]
    return (
        f"Of {cases:,} wrong messages of {workload} each, {len(harmless)} of {len(rows)} codecs"
        " survived all in time and within memory" + (f": {listed(harmless)}." if harmless else ".")
    )


def _told(rows: Sequence[Tortured]) -> list[Tortured]:
    if len(rows) <= _MOST_SENTENCES:
        return list(rows)
    by_codec = {one.codec: one for one in rows if not one.hand_written}
    worst = [by_codec[codecs[-1]] for codecs in by_language(by_codec).values()]
    return [one for one in worst if one.harm]


def safest(results: TortureResults, codecs: Collection[str]) -> str:
    """The sentence that tells which of these codecs harm least on the first workload that has any.
    It is empty without any."""
    for workload in results.workloads:
        found = [one for one in results.of_workload(workload) if one.codec in codecs and not one.hand_written]
        if found:
            first = [one.codec for one in found if one.harm == found[0].harm]
            of = f"of {found[0].asked:,} wrong messages of {workload}"
            if not found[0].harm:
                survives = "survives" if len(first) == 1 else "survive"
                return f"Safest among the fast: {listed(first)} {survives} all {of} in time and within memory"
            harm = share_text(found[0].harm)
            return f"Safest among the fast: {listed(first)} with harm done by {harm} in 1000 {of}"
    return ""


def sentence(one: Tortured) -> str:
    """``Of 1000 wrong messages a/x rejects 900, dies at 3; the smallest such message has 5 bytes.``"""
    parts = [f"{_WORDS[name]} at {share_text(one.shares[name])}" for name in RANKED if one.outcomes[name]]
    rejected = f"Of 1000 wrong messages {one.codec} rejects {share_text(one.shares['rejected'])}"
    if not parts:
        return f"{rejected} and survives all."
    smallest = min(each.size_bytes for each in one.worst if each.outcome in RANKED)
    return f"{rejected}, {', '.join(parts)}; the smallest such message has {smallest} bytes."
