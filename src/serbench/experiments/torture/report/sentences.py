"""Sentences about a run of torture. Pure."""

from collections.abc import Collection, Sequence

from serbench.experiments.torture.judging import RANKED
from serbench.experiments.torture.results import Tortured, TortureResults
from serbench.report.standing import by_language
from serbench.report.words import listed

_MOST_SENTENCES = 6
_WORDS = {"overallocated": "asks for excessive memory", "hung": "does not end", "crashed": "dies"}


def answers(results: TortureResults) -> list[str]:
    """For each workload the codecs that harm nothing, and a sentence for each of few codecs, else for the
    worst of each language."""
    found = []
    for workload in results.workloads:
        if rows := results.of_workload(workload):
            found += [_harmless(workload, rows), *map(sentence, _told(rows))]
    return found


def _harmless(workload: str, rows: Sequence[Tortured]) -> str:
    """The codecs that harm nothing, with as many messages as they were given: very small and very large
    messages make fewer cases for some."""
    harmless = [one for one in rows if not one.harm]
    cases = sorted({one.cases for one in harmless or rows})
    text = f"{cases[0]:,}" if len(cases) == 1 else f"{cases[0]:,} to {cases[-1]:,}"
    names = listed([one.codec for one in harmless])
    return (
        f"{len(harmless)} of {len(rows)} codecs survived {text} malformed messages of {workload}, in time"
        " and within memory" + (f": {names}." if harmless else ".")
    )


def _told(rows: Sequence[Tortured]) -> list[Tortured]:
    if len(rows) <= _MOST_SENTENCES:
        return list(rows)
    by_codec = {one.codec: one for one in rows if not one.hand_written}
    worst = [by_codec[codecs[-1]] for codecs in by_language(by_codec).values()]
    return [one for one in worst if one.harm]


def safest(results: TortureResults, codecs: Collection[str], of: int) -> str:
    """The sentence that tells how often these of ``of`` codecs harm, on the first workload that has any. It
    is empty without any."""
    for workload in results.workloads:
        found = [one for one in results.of_workload(workload) if one.codec in codecs and not one.hand_written]
        if found:
            said = [f"{one.codec} in {one.harmed.text} ({one.harmed.interval_text})" for one in found]
            return (
                f"{len(found)} of the {of} fast libraries were tried with malformed messages; harm was done"
                f" on {workload} by {listed(said)}"
            )
    return ""


def sentence(one: Tortured) -> str:
    """``Of 1,000 malformed messages a/x rejects 900, dies at 3; the smallest such message has 5 bytes.``"""
    parts = [f"{_WORDS[name]} at {one.outcomes[name]:,}" for name in RANKED if one.outcomes[name]]
    rejected = f"Of {one.cases:,} malformed messages {one.codec} rejects {one.outcomes['rejected']:,}"
    if not parts:
        return f"{rejected} and survives all ({one.harmed.interval_text} harm)."
    smallest = min(each.size_bytes for each in one.worst if each.outcome in RANKED)
    return f"{rejected}, {', '.join(parts)}; the smallest such message has {smallest} bytes."
