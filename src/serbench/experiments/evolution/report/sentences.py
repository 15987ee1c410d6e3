"""Sentences about a run of evolution. Pure."""

from collections.abc import Collection

from serbench.experiments.evolution.results import EvolutionResults, Summary
from serbench.report.standing import by_language
from serbench.report.words import listed

_MOST_SENTENCES = 6


def answers(results: EvolutionResults) -> list[str]:
    """The codecs that misread nothing, and a sentence for each of few codecs, else for the best and the worst
    library of each language."""
    summaries = {one.codec: one for one in results.summaries}
    if not summaries:
        return []
    safe = [codec for codec, one in summaries.items() if not one.misread]
    found = [
        f"{len(safe)} of {len(summaries)} codecs misread nothing without an error"
        + (f": {listed(safe)}." if safe else ".")
    ]
    if len(summaries) <= _MOST_SENTENCES:
        return found + [sentence(one) for one in summaries.values()]
    for codecs in by_language(codec for codec, one in summaries.items() if not one.hand_written).values():
        found += [sentence(summaries[codec]) for codec in dict.fromkeys((codecs[0], codecs[-1]))]
    return found


def most_evolvable(results: EvolutionResults, codecs: Collection[str]) -> str:
    """The sentence that tells which of these codecs misread least and then read most changes both ways.
    It is empty without any."""
    found = [one for one in results.summaries if one.codec in codecs and not one.hand_written]
    if not found:
        return ""
    best = found[0]
    first = [one.codec for one in found if (one.misread, one.full) == (best.misread, best.full)]
    reads, misreads = ("reads", "misreads") if len(first) == 1 else ("read", "misread")
    misread = str(best.misread) if best.misread else "none"
    return (
        f"Most evolvable among the fast: {listed(first)} {reads} {best.full} of {best.changes} schema changes"
        f" both ways and {misreads} {misread} without an error"
    )


def sentence(one: Summary) -> str:
    """``Of 24 changes cpp/protobuf reads 12 both ways and misreads 4.``"""
    misread = f"misreads {one.misread} without an error" if one.misread else "misreads none"
    changes = "1 change" if one.changes == 1 else f"{one.changes} changes"
    both = f"Of {changes} {one.codec} reads {one.full} both ways and {misread}"
    return f"{both}; {one.preserved} survive a rewrite."
