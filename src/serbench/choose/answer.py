"""The answer for programs: the document ``serbench.choose/1``. Lists are always there, maybe empty."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import serbench
from serbench.choose.checks import Check, failed
from serbench.choose.decision import Decision, Now
from serbench.choose.options import Excluded, Known, Option
from serbench.choose.request import Constraint
from serbench.choose.shortlist import Placed
from serbench.choose.words import mode_of, sentences, settling
from serbench.facts.document import FORMAT as FACTS_FORMAT
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line

FORMAT = "serbench.choose/1"


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of an answer: the command that asks for it ``again``."""

    again: str


def document_of(
    decision: Decision, folder: RunFolder | None, known: Known, context: Context
) -> dict[str, Any]:
    """The document of an answer; ``folder`` is the run that measured it, None where none did."""
    record: Mapping[str, Any] = folder.record if folder else {}
    machine = record.get("machine", {})
    return {
        "format": FORMAT,
        "basis": decision.basis,
        "source": decision.source or None,
        "complete": not decision.short.unmeasured,
        "run": folder.name if folder else None,
        "versions": {
            "serbench": serbench.__version__,
            "rules": known.rules.version,
            "facts": FACTS_FORMAT,
        },
        "machine": {"cpu": machine.get("cpu_model"), "cores": machine.get("logical_cores")},
        "request": _request(decision, known, record),
        "answer": {
            "sentences": sentences(decision),
            "first": decision.short.first,
            "tied": [list(pair) for pair in decision.short.tied],
            "matters": decision.matters,
            "stay_is_sound": stay_is_sound(decision.now),
        },
        "options": _options(decision),
        "now": _now(decision),
        "excluded": [_excluded(one) for one in (*decision.sorted.excluded, *decision.sorted.codecs)],
        "unmeasured": [
            {"format": option.format, "language": language, "why": "no codec here"}
            for option in decision.sorted.options
            for language in option.unmeasured
        ],
        "unknown": [
            {
                "option": option.id,
                "constraint": check.constraint,
                "check": settling(check.constraint, [check.codec], mode_of(check)),
            }
            for option in decision.sorted.options
            for check in option.unknown
        ],
        "sensitivity": [{**_change(one.change), "first": one.first} for one in decision.sensitivity],
        "relax": [list(one.drop) for one in decision.relax],
        "move": decision.move.to_json(),
        "commands": {"again": again(folder, context), "evidence": evidence(decision, folder)},
    }


def again(folder: RunFolder | None, context: Context) -> str:
    """The command that gives the answer again."""
    return folder.resume_command if folder else context.again


def evidence(decision: Decision, folder: RunFolder | None) -> list[str]:
    """The commands that show what the answer rests on; first, where it was measured, the one that measures it
    again anywhere."""
    checks = [check for one in decision.short.listed for check in one.option.checks]
    checks += [check for one in (*decision.sorted.excluded, *decision.sorted.codecs) for check in one.checks]
    commands = dict.fromkeys(check.fact.command for check in checks if check.fact and check.fact.command)
    measured = [shell_line(folder.record["command"]), f"./serbench report {folder.name}"] if folder else []
    return [*measured, *_merged(commands)]


def _merged(commands: Iterable[str]) -> list[str]:
    """The commands, those that differ in their codecs alone as one."""
    found: dict[str, list[str]] = {}
    for command in commands:
        start, option, codecs = command.partition(" --codecs ")
        alone = not codecs or " " in codecs
        found.setdefault(command if alone else start + option, []).extend([] if alone else [codecs])
    return sorted(f"{start}{','.join(dict.fromkeys(codecs))}" for start, codecs in found.items())


def stay_is_sound(now: Now | None) -> bool | None:
    """Whether what runs now fails no constraint, as far as that is known; None where nothing of it is."""
    if now is not None and not now.is_known:
        return None
    return now is not None and not failed(now.checks)


def _request(decision: Decision, known: Known, record: Mapping[str, Any]) -> dict[str, Any]:
    asked = decision.request
    return {
        "write": list(asked.write),
        "read": list(asked.read),
        "now": list(asked.now),
        "rate_per_s": asked.rate_per_s,
        "weights": dict(asked.weights),
        "read_share": asked.read_share,
        "compressed": asked.compressed,
        "price": None if asked.price is None else asdict(asked.price),
        "cost": asked.measure,
        "access": asked.access,
        "data": _data(decision, record),
        "constraints": [_constraint(one, known) for one in asked.constraints],
    }


def _data(decision: Decision, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The data of a decision; None before there are any."""
    if decision.shape is None:
        return None
    sums = [one["sha256"] for one in record.get("corpora", {}).values()]
    return {**decision.provenance.to_json(), "sha256": sums, **decision.shape.to_json()}


def _constraint(one: Constraint, known: Known) -> dict[str, Any]:
    sides = known.rules.named(one.id).sides(one.value)
    side = sides[0] if len(sides) == 1 else "both"
    return {"id": one.id, "value": one.value, "level": one.level, "side": side, "from": one.origin}


def _options(decision: Decision) -> list[dict[str, Any]]:
    """The short list in its order, then what others beat, then what has no figure."""
    placed = [(one.option, one) for one in decision.short.listed]
    others = [(option, None) for option in (*decision.short.beaten, *decision.short.unmeasured)]
    return [_option(option, place, decision) for option, place in (*placed, *others)]


def _option(option: Option, place: Placed | None, decision: Decision) -> dict[str, Any]:
    now = decision.now.cost if decision.now else None
    cost = option.cost
    of_now = cost.total.median / now.total.median if cost and now and now.total.median else None
    return {
        "id": option.id,
        "format": option.format,
        "profile": option.profile,
        "codecs": dict(option.codecs),
        "modes": list(option.modes),
        "rank": [place.low, place.high] if place else None,
        "on_front": place is not None,
        "cost": cost.to_json(decision.request, of_now) if cost else None,
        "checks": [check.to_json() for check in option.checks],
        "note": option.note,
    }


def _now(decision: Decision) -> list[dict[str, Any]]:
    if decision.now is None:
        return []
    cost = decision.now.cost
    return [
        {
            "codecs": list(decision.now.codecs),
            "cost": cost.to_json(decision.request, 1.0) if cost else None,
            "checks": [check.to_json() for check in decision.now.checks],
        }
    ]


def _excluded(one: Excluded) -> dict[str, Any]:
    first: Check = one.checks[0]
    return {
        "id": one.id,
        "side": first.sides[0] if len(first.sides) == 1 else "both",
        "by": first.constraint,
        "all": list(one.by),
        "evidence": first.fact.evidence() if first.fact else {},
    }


def _change(change: Mapping[str, Any]) -> dict[str, Any]:
    return dict(change) if "drop" in change else {"change": dict(change)}
