"""How many repetitions of a plan fit into the time that the user has, and what it would measure. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from serbench.engine.amounts import Settings
from serbench.errors import BadInput
from serbench.languages import title_of
from serbench.terminal.console import duration_words

_NS_PER_S = 1_000_000_000
# More codecs would fill a screen with names.
_MOST_NAMED = 50
S = TypeVar("S", bound=Settings)
P = TypeVar("P")


def needed_ns(plan: Any, fork_ns: Callable[[Any, Any], int]) -> int:
    """The expected time of a plan, of whose forks ``fork_ns`` tells it."""
    return sum(fork_ns(plan, fork) for fork in plan.forks)


def fitted(
    make: Callable[[S], P],
    settings: S,
    fork_ns: Callable[[Any, Any], int],
    max_time_ns: int | None,
    fewer: str,
) -> P:
    """The plan of ``make`` with the largest settings with which it is expected to end in time, with the given
    ones where that has no limit. Raises BadInput where even the smallest take too long, with what the user
    may name ``fewer`` of."""
    for smaller in settings.ever_smaller():
        made: Any = make(smaller)
        plan: P = replace(made, max_time_ns=max_time_ns)
        needs_ns = needed_ns(plan, fork_ns)
        if max_time_ns is None or needs_ns <= max_time_ns:
            return plan
    raise BadInput(
        f"Even {smaller.least_words(needs_ns)}, more than --max-time; allow more time, or name fewer {fewer}."
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
    """The sentence that tells what was reduced in a plan with ``left`` repetitions; None if nothing was."""
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
    blocks: str = "",
) -> tuple[dict[str, Any], list[str]]:
    """The preview of a run as a document and as lines, with the time that it takes. ``lacking`` are the
    codecs that are unavailable here, with the reason. ``unsaid`` stands for a value that is None,
    ``bound`` says what the time is, and the clause ``blocks`` how it is divided."""
    seconds = estimated_ns / _NS_PER_S
    shown = {name: codecs_text(value) if name == "codecs" else value for name, value in document.items()}
    lines = [f"{name.replace('_', ' ') + ':':14}{_text(value, unsaid)}" for name, value in shown.items()]
    lines.append(f"measuring takes {bound} {duration_words(seconds)} once everything is built{blocks}")
    times = {
        "estimated_s": round(seconds, 1),
        "max_time_s": None if max_time_ns is None else max_time_ns / _NS_PER_S,
    }
    return {**document, **times, "unavailable": dict(lacking)}, lines


def _text(value: object, unsaid: str) -> object:
    if value is None:
        return unsaid
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else value


def codecs_text(codecs: Sequence[str]) -> str:
    """The names of codecs; of very many only how many each language has."""
    if len(codecs) <= _MOST_NAMED:
        return ", ".join(codecs) or "none"
    counts = Counter(map(title_of, codecs))
    return f"{len(codecs)}: {', '.join(f'{count} in {title}' for title, count in counts.items())}"
