"""Synthetic candidates, facts and measurements for tests of choices."""

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.choose.candidates import Candidate
from serbench.choose.costs import DECODE, ENCODE, Published, rows_by_codec
from serbench.choose.options import Known, Reach
from serbench.choose.request import Constraint, Request
from serbench.choose.rules import the_rules
from serbench.facts.fact import Fact

WORKLOAD = "own"
HERE = ("cpp", "go", "java", "javascript", "python", "rust")
# Outcomes of the changes that every constraint on evolution asks for.
CHANGES = ("add-at-end", "add-in-middle", "remove-field", "reorder", "add-in-elements")


def outcomes(outcome: str = "same", **others: str) -> dict[str, str]:
    """All outcomes of schema changes, but for ``others`` (``remove_field_forward="misread"``)."""
    found = {f"{change} {way}": outcome for change in CHANGES for way in ("backward", "forward")}
    for name, other in others.items():
        change, _, way = name.rpartition("_")
        found[f"{change.replace('_', '-')} {way}"] = other
    return found


def codec(name: str, form: str, ns: float | None = None, size: float = 100, **facts: Any) -> dict[str, Any]:
    """A codec with half of its ``ns`` in each direction, and its facts."""
    return {"name": name, "format": form, "ns": ns, "size": size, "facts": facts}


def knowing(
    codecs: Sequence[Mapping[str, Any]],
    reach: Mapping[tuple[str, str], bool] | None = None,
    unread: Mapping[str, Mapping[str, str]] | None = None,
    bases: Mapping[str, str] | None = None,
    spread: float = 0.02,
) -> Known:
    """All that is known of these codecs; times have an interval of ``spread`` on each side."""
    rows = [
        Published(
            one["name"],
            WORKLOAD,
            operation,
            half * (1 - spread),
            half,
            half * (1 + spread),
            one["size"],
            "run",
        )
        for one in codecs
        if one["ns"] is not None
        for half in [one["ns"] / 2]
        for operation in (ENCODE, DECODE)
    ]
    return Known(
        tuple(
            Candidate(
                one["name"],
                one["format"],
                "library",
                (bases or {}).get(one["name"], ""),
                True,
                (unread or {}).get(one["name"], {}),
            )
            for one in codecs
        ),
        {
            one["name"]: {
                name: Fact(value, "measured", command=f"./serbench facts {one['name']}")
                for name, value in one["facts"].items()
            }
            for one in codecs
        },
        Reach(
            HERE, {key: Fact(value, "declared", "its documentation") for key, value in (reach or {}).items()}
        ),
        the_rules(),
        rows_by_codec(rows, WORKLOAD),
    )


def asking(write: str, read: str, prefer: Mapping[str, Any] | None = None, **constraints: Any) -> Request:
    """A request of languages, separated by spaces, constraints by their ids (``same_bytes="process"``)."""
    return Request(
        tuple(write.split()),
        tuple(read.split()),
        (
            *(Constraint(name.replace("_", "-"), value) for name, value in constraints.items()),
            *(Constraint(name, value, "option", "prefer") for name, value in (prefer or {}).items()),
        ),
    )
