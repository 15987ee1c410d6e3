"""How many repetitions of a plan fit into the time that the user has, and what it would measure. Pure."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from serbench.errors import BadInput
from serbench.terminal.console import duration_words

_NS_PER_S = 1_000_000_000
AnyPlan = TypeVar("AnyPlan")


def fitted(
    make: Callable[[int], AnyPlan],
    repetitions: int,
    estimated_ns: Callable[[AnyPlan], int],
    max_time_ns: int | None,
    fewer: str,
) -> AnyPlan:
    """The plan of ``make`` with the most repetitions that is expected to end in time, with all where that has
    no limit. Raises BadInput where a single one takes too long, with what the user may name ``fewer`` of."""
    for number in range(repetitions, 0, -1):
        plan = make(number)
        if max_time_ns is None or estimated_ns(plan) <= max_time_ns:
            return plan
    raise BadInput(
        f"Even one repetition takes about {duration_words(estimated_ns(plan) / _NS_PER_S)}, more than"
        f" --max-time; allow more time, or name fewer {fewer}."
    )


def require_first(fork_ns: int, max_time_ns: int | None, noun: str) -> None:
    """Raises BadInput where not even the first fork of a plan, which measures a ``noun``, ends in time; of
    a plan without repetitions as many are measured as fit."""
    if max_time_ns is not None and fork_ns > max_time_ns:
        raise BadInput(
            f"Even the first {noun} takes about {duration_words(fork_ns / _NS_PER_S)}, more than --max-time;"
            " allow more time."
        )


def cost_of_fitting(asked: int, left: int) -> str | None:
    """What was reduced in a plan with ``left`` repetitions, in one sentence; None if nothing was."""
    if left >= asked:
        return None
    return f"To fit into the time: {left} repetitions instead of {asked}; intervals become wider."


def preview(
    document: Mapping[str, Any],
    estimated_ns: int,
    max_time_ns: int | None,
    lacking: Mapping[str, str],
    *,
    unsaid: str = "",
    bound: str = "about",
) -> tuple[dict[str, Any], list[str]]:
    """What a run would measure, as a document and as lines, with the time it takes. ``lacking`` are the
    codecs that are unavailable here, with the reason; ``unsaid`` stands for a value that is None, and
    ``bound`` says what the time is."""
    seconds = estimated_ns / _NS_PER_S
    lines = [f"{name.replace('_', ' ') + ':':14}{_text(value, unsaid)}" for name, value in document.items()]
    lines.append(f"measuring takes {bound} {duration_words(seconds)} once everything is built")
    times = {
        "estimated_s": round(seconds, 1),
        "max_time_s": None if max_time_ns is None else max_time_ns / _NS_PER_S,
    }
    return {**document, **times, "unavailable": dict(lacking)}, lines


def _text(value: object, unsaid: str) -> object:
    if value is None:
        return unsaid
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else value
