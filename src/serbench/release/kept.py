"""A check as it is kept beside each of its runs, so that an interrupted one goes on from any of them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypedDict

from serbench.engine.material import Material
from serbench.engine.preparation import corpus_json
from serbench.errors import BadInput
from serbench.record.names import CodecName, Integer, Line, Text, Time, Word, WorkloadName, one_of
from serbench.record.reading import document_in, read_bytes, typed
from serbench.record.run_folder import write_atomically
from serbench.record.shape import CorpusRecord, OwnRecord
from serbench.record.shared import found_here, shared

FILE = "check.json"
TIME, CHANGES, MALFORMED, FACTS = PARTS = ("time", "changes", "malformed", "facts")


class CheckRecord(TypedDict):
    """Both codecs, the parts that are asked for, when the check began, the command that makes it again, and
    its objects as run.json has them. ``runs`` are the names of its runs by their verbs."""

    base: CodecName
    head: CodecName
    parts: list[Annotated[str, one_of(*PARTS)]]
    began: Time
    again: Text
    seed: Integer
    workloads: list[WorkloadName]
    own: OwnRecord | None
    corpora: dict[WorkloadName, CorpusRecord]
    runs: dict[Word, Line]


def check_record(
    base: str, head: str, parts: Sequence[str], began: str, again: str, seed: int, material: Material
) -> CheckRecord:
    """The record of a check that begins."""
    made = {
        "base": base,
        "head": head,
        "parts": list(parts),
        "began": began,
        "again": again,
        "seed": seed,
        "workloads": [workload.name for workload in material.workloads],
        "own": None if material.own is None else dict(material.own),
        "corpora": {name: corpus_json(corpus) for name, corpus in material.corpora.items()},
        "runs": {},
    }
    return typed(made, CheckRecord, FILE)


def keep_check(record: CheckRecord, runs: Mapping[str, str], place: Path) -> None:
    """Keeps a check beside all its runs, which are in one place."""
    text = json.dumps(shared({**record, "runs": dict(runs)}), indent=1) + "\n"
    for name in runs.values():
        write_atomically(place / name / FILE, text)


def kept_check(run: Path) -> CheckRecord:
    """The check that made a run. Raises BadInput where none did, or where its record is not one."""
    place = run / FILE
    try:
        record = typed(document_in(read_bytes(place), place), CheckRecord, place)
    except FileNotFoundError:
        raise BadInput(
            f"Run {run.name} was not made by `check-release`; `./serbench run --resume` continues it."
        ) from None
    for name in record["runs"].values():
        if Path(name).name != name:
            raise BadInput(f"{place}: runs: {name} is not the name of a run.")
    return record


def objects_of(record: CheckRecord) -> dict[str, object]:
    """The objects of a check, as a run that is resumed finds its own, on this machine."""
    return {
        "seed": record["seed"],
        "workloads": record["workloads"],
        "own": found_here(record["own"]),
        "corpora": found_here(record["corpora"]),
    }
