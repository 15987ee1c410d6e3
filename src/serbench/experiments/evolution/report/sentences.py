"""Sentences about a run of evolution. Pure."""

from collections.abc import Collection, Mapping

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
    return [*_of_summaries(summaries), *_left_out(results)]


def _left_out(results: EvolutionResults) -> list[str]:
    """The sentence that names the changes that do not apply to a user's schema, with the reasons."""
    by_reason: dict[str, list[str]] = {}
    left_out = results.derived["left_out"] if results.derived is not None else {}
    for name, reason in left_out.items():
        by_reason.setdefault(reason, []).append(name)
    told = "; ".join(f"{', '.join(names)} ({reason})" for reason, names in by_reason.items())
    return [f"Changes that do not apply to this schema: {told}."] if told else []


def _of_summaries(summaries: Mapping[str, Summary]) -> list[str]:
    safe = [codec for codec, one in summaries.items() if not one.misread]
    others = [f"{one.codec} {one.misread} of {one.changes}" for one in summaries.values() if one.misread]
    found = [f"No change is misread silently by {listed(safe)}."] if safe else []
    if others:
        all_ = "" if safe else f"All {len(summaries)} codecs misread some changes silently: "
        found.append(f"{all_}{listed(others)}." if all_ else f"Silently misread: {listed(others)}.")
    if len(summaries) <= _MOST_SENTENCES:
        return found + [sentence(one) for one in summaries.values()]
    for codecs in by_language(codec for codec, one in summaries.items() if not one.hand_written).values():
        found += [sentence(summaries[codec]) for codec in dict.fromkeys((codecs[0], codecs[-1]))]
    return found


def known_changes(results: EvolutionResults, codecs: Collection[str], of: int) -> str:
    """The sentence that tells how many changes these of ``of`` codecs misread. It is empty without any."""
    found = [one for one in results.summaries if one.codec in codecs and not one.hand_written]
    if not found:
        return ""
    said = [f"{one.codec} misreads {one.misread} of {one.changes} silently" for one in found]
    return f"{len(found)} of the {of} fast libraries were tried with schema changes: {listed(said)}"


def sentence(one: Summary) -> str:
    """``cpp/protobuf reads 12 of 24 changes both ways and misreads 4 silently; 3 survive a rewrite.``"""
    misread = f"misreads {one.misread} silently" if one.misread else "misreads none"
    changes = "1 change" if one.changes == 1 else f"{one.changes} changes"
    both = f"{one.codec} reads {one.full} of {changes} both ways and {misread}"
    return f"{both}; {one.preserved} survive a rewrite."
