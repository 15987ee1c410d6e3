"""The worse of two measurements of one codec, because what failed once can fail again. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from serbench.choose.facts import together
from serbench.choose.rules import the_rules
from serbench.experiments.evolution.judging import CRASH, HUNG, MISREAD, PARTIAL, REFUSED
from serbench.facts.fact import MEASURED, Fact, Facts

# Outcomes of schema changes from the worst; all others are as good as each other.
_OUTCOMES = (CRASH, HUNG, MISREAD, REFUSED, PARTIAL)


def joined(older: Facts, newer: Facts) -> dict[str, dict[str, Fact]]:
    """The facts of both; what both measured of a codec is the worse of it."""
    found = together(older, newer)
    for codec, own in newer.items():
        for name, fact in own.items():
            earlier = older.get(codec, {}).get(name)
            if earlier is not None and earlier.how == fact.how == MEASURED:
                found[codec][name] = worse(fact, earlier)
    return found


def worse(newer: Fact, older: Fact) -> Fact:
    """The worse outcome of each change, or the worse grade, with the evidence of what counts. Of other values
    the newer one."""
    value = _worse(newer.value, older.value)
    if value == newer.value:
        return newer
    if value == older.value:
        return older
    return replace(newer, value=value, source="; ".join((newer.source, older.source)), command=older.command)


def _worse(newer: Any, older: Any) -> Any:
    if isinstance(newer, Mapping) and isinstance(older, Mapping):
        both = {name: min(newer[name], older[name], key=_badness) for name in newer if name in older}
        return {**older, **newer, **both}
    order = the_rules().named("trusted").order
    return min(newer, older, key=order.index) if newer in order and older in order else newer


def _badness(outcome: str) -> int:
    return _OUTCOMES.index(outcome) if outcome in _OUTCOMES else len(_OUTCOMES)
