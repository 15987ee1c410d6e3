"""The facts that are others of another release. Pure."""

from collections.abc import Mapping

from serbench.facts.fact import KINDS, Fact
from serbench.release.judging import Measure, Verdict
from serbench.report.facts import fact_text


def changed_facts(base: Mapping[str, Fact], head: Mapping[str, Fact]) -> list[Measure]:
    """A measure for each fact that both have with other values; one for all where there is none."""
    common = [name for name in KINDS if name in base and name in head]
    changed = [
        Measure("fact", KINDS[name].title, Verdict.CHANGED, fact_text(base[name]), fact_text(head[name]))
        for name in common
        if base[name].value != head[name].value
    ]
    if changed or not common:
        return changed
    return [Measure("facts", f"{len(common)} facts", Verdict.EQUAL, None, "the same")]
