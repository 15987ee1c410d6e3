"""Two small changes, and the crossings of fakes over them."""

import json
from collections.abc import Sequence
from pathlib import Path

from fakes.tiny import command_of

from serbench.codecs.runner import Runner
from serbench.corpus.encoding import Encoder
from serbench.experiments.evolution.changes import VERSIONS, Change, Version, load_changes
from serbench.experiments.evolution.codec_crossing import CodecCrossing, Crossing
from serbench.experiments.evolution.crossing import Asking
from serbench.experiments.evolution.judging import Answer, Judge, Judged
from serbench.experiments.evolution.merged import held, merged, merged_workload

ADDED = {
    "old": "message Reading { int32 id = 1; string name = 2; }",
    "new": "message Reading { int32 id = 1; string name = 2; optional int32 more = 3; }",
}
ADDED_OBJECTS = {
    "backward": [
        {"written": {"id": 7, "name": "ä"}, "expected": {"id": 7, "name": "ä"}},
        {"written": {"id": 0, "name": ""}, "expected": {"id": 0, "name": ""}},
    ],
    "forward": [
        {"written": {"id": 7, "name": "ä", "more": -3}, "expected": {"id": 7, "name": "ä"}},
        {"written": {"id": 8, "name": "b"}, "expected": {"id": 8, "name": "b"}},
    ],
}
WIDENED = {
    "old": "message Reading { int32 id = 1; int32 count = 2; }",
    "new": "message Reading { int32 id = 1; int64 count = 2; }",
}
WIDENED_OBJECTS = {
    "backward": [{"written": {"id": 7, "count": -3}, "expected": {"id": 7, "count": -3}}],
    "forward": [
        {"written": {"id": 7, "count": -3}, "expected": {"id": 7, "count": -3}},
        {"written": {"id": 7, "count": 3000000000}, "expected": {"id": 7}, "lost": ["count"]},
    ],
}


def write_change(folder: Path, schemas: dict[str, str], objects: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for version, text in schemas.items():
        package = folder.name.partition("-")[2]
        (folder / f"{version}.proto").write_text(f'syntax = "proto3";\npackage {package};\n{text}\n')
    (folder / "objects.json").write_text(json.dumps(objects))
    (folder / "README.md").write_text("# title\n\nWhat it does.\n\nMore.\n")
    return folder


def both_changes(folder: Path) -> tuple[Change, ...]:
    added = write_change(folder / "01-added", ADDED, ADDED_OBJECTS)
    widened = write_change(folder / "02-widened", WIDENED, WIDENED_OBJECTS)
    return load_changes((added, widened))


def runner(changes: Sequence[Change], version: Version, *faults: str) -> Runner:
    """The fake of a version, with these faults."""
    workload = merged_workload(changes, version)
    schema, codec = workload.schema.sha256(), "fake/evolver"
    command = command_of("evolver", workload.name, schema, *faults, codec)
    return Runner(command, codec, workload.name, schema, f"key of {version}")


def crossings(
    folder: Path, changes: Sequence[Change], *faults: str, timeout_s: float = 60.0
) -> dict[tuple[str, str], Crossing]:
    """The results of fakes with these faults for the changes, by change and direction."""
    place = folder / "place"
    place.mkdir()
    found = CodecCrossing(
        {version: runner(changes, version, *faults) for version in VERSIONS},
        {version: merged(changes, version) for version in VERSIONS},
        changes,
        Asking(place, timeout_s),
    ).crossings()
    return {(one.change.name, one.direction): one for one in found}


def judged(
    change: Change,
    direction: str,
    index: int,
    got: dict[str, object] | None,
    own: dict[str, object] | None = None,
    **answer: object,
) -> Judged:
    """The judgement of an object that comes back as ``got`` in the reader's schema."""
    judge = Judge(change, direction, merged((change,), "old" if direction == "forward" else "new"))
    encode = Encoder(judge.merged).encode
    value = None if got is None else encode(held(change, got))
    said = Answer("value", value) if not answer else Answer(**answer, value=value)  # type: ignore[arg-type]
    control = None if own is None else encode(held(change, own))
    return judge.judge(change.cases(direction)[index], said, control)
