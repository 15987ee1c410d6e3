"""The facts that are others of another release. Pure."""

from collections.abc import Mapping

from serbench.facts.fact import KINDS, VERSION, Fact, is_same, value_of_release
from serbench.release.judging import COUNT_THRESHOLD, Measure, Verdict, verdict_of_count
from serbench.report.facts import fact_text

_BYTES = ("added_bytes", "bundle_bytes", "installed_bytes")
# They are why there is a check.
_OTHERS_OF_COURSE = (VERSION, "released")


def changed_facts(base: Mapping[str, Fact], head: Mapping[str, Fact]) -> list[Measure]:
    """The measures of the bytes that it adds to a program, where known, then one for each further fact that
    both have with other values; one for all where there is none."""
    common = [name for name in KINDS if name in base and name in head and name not in _OTHERS_OF_COURSE]
    added = [_added(name, base[name], head[name]) for name in _BYTES if name in common]
    changed = [
        _changed(name, base[name], head[name])
        for name in common
        if name not in _BYTES
        and not is_same(name, value_of_release(name, base[name]), value_of_release(name, head[name]))
    ]
    same = len(common) - len(changed)
    if same and not changed:
        changed = [Measure("facts", "", Verdict.EQUAL, None, f"{same} same")]
    return [*added, *changed]


def _added(name: str, base: Fact, head: Fact) -> Measure:
    before, after = base.value, head.value
    # As its kind has it.
    assert isinstance(before, int) and isinstance(after, int)
    verdict = verdict_of_count(before, after, COUNT_THRESHOLD)
    return Measure(KINDS[name].title, "", verdict, before, after, "bytes", threshold=COUNT_THRESHOLD)


def _changed(name: str, base: Fact, head: Fact) -> Measure:
    return Measure(KINDS[name].title, "", Verdict.CHANGED, fact_text(base), fact_text(head))
