"""The columns of a row that every experiment fills in the same way."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from serbench.codecs.runner import Runner
from serbench.engine.work import Fork
from serbench.outcomes import OK
from serbench.record.row import Row
from serbench.runner.process import Conversation

_COLUMNS = frozenset(each.name for each in fields(Row))


def started_now() -> str:
    """The time for the column ``started_at``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def row_of(
    experiment: str,
    fork: Fork,
    runner: Runner,
    operation: str,
    *,
    side: str = "application",
    fork_rows: int = 1,
    **columns: Any,
) -> Row:
    """The row of one operation of a fork, with the columns that only the experiment knows."""
    return Row(
        codec=fork.codec,
        language=runner.language,
        workload=fork.workload,
        operation=operation,
        side=side,
        fork=fork.index,
        fork_rows=fork_rows,
        product_key=runner.product_key,
        experiment=experiment,
        **columns,
    )


def columns_of(finding: Any) -> dict[str, Any]:
    """The columns that a finding has as its fields."""
    return {each.name: getattr(finding, each.name) for each in fields(finding) if each.name in _COLUMNS}


def columns_of_process(conversation: Conversation) -> dict[str, Any]:
    """The columns of a process that was timed as a whole, and not by itself."""
    ok, ns = conversation.outcome == OK, conversation.duration_ns
    times: dict[str, Any] = dict.fromkeys(("cpu_ns", "wall_ns"), (ns,) if ok else ())
    times |= {"n": (1,) if ok else (), "command": conversation.command}
    return times | {"outcome": conversation.row_outcome, "detail": conversation.sentence}


def columns_of_phases(finding: Any, objects: int) -> dict[str, Any]:
    """The columns of a finding with phases, which are together one sample of so many objects."""
    times, ok = finding.phases.values(), finding.outcome == OK
    return {
        "n": (objects,) if ok else (),
        "cpu_ns": (sum(time["cpu_ns"] for time in times),) if ok else (),
        "wall_ns": (sum(time["wall_ns"] for time in times),) if ok else (),
        "objects": objects,
        **columns_of(finding),
    }
