"""Run folders as another may hand them on: good ones of every experiment, and those with one thing wrong."""

import contextlib
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from serbench.cli.main import main

GOOD = Path(__file__).parents[1] / "golden" / "runs"
EXPERIMENTS = tuple(sorted(path.name for path in GOOD.iterdir()))
# What ends a comment, a line, a quotation or a path, and what Python, JSON and SQL hold apart.
HOSTILE_TEXTS = (
    'x\n#include "/etc/passwd"\n',
    "*/ system(1); /*",
    '"; touch evil; "',
    "../../../evil",
    "/evil",
    "-evil",
    "$(touch evil)",
    "\x1b]0;evil\x07\u202e",
    "x" * 5000,
    "",
)
WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    2**63,
    float("nan"),
    float("inf"),
    -0.5,
    [],
    {},
    [[]],
    {"a": 1},
    "9.9",
)
Step = str | int


def places(document: Any, above: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The way to each value of a document."""
    items: Any = ()
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    for step, value in items:
        yield (*above, step)
        yield from places(value, (*above, step))


def replaced(document: Any, place: tuple[Step, ...], value: Any) -> None:
    """Puts a value at a place of a document."""
    for step in place[:-1]:
        document = document[step]
    document[place[-1]] = value


def removed(document: Any, place: tuple[Step, ...]) -> None:
    for step in place[:-1]:
        document = document[step]
    del document[place[-1]]


@st.composite
def damages(draw: st.DrawFn, experiments: tuple[str, ...] = EXPERIMENTS) -> tuple[str, dict[str, bytes]]:
    """An experiment, and the two files of a run of it with one thing wrong."""
    experiment = draw(st.sampled_from(experiments))
    files = {name: (GOOD / experiment / name).read_bytes() for name in ("run.json", "measurements.jsonl")}
    kind = draw(st.sampled_from(("record", "record", "row", "row", "bytes", "lines", "cut")))
    name = draw(st.sampled_from(tuple(files)))
    if kind == "record":
        files["run.json"] = draw(_with_another_value(files["run.json"]))
    elif kind == "row":
        lines = files["measurements.jsonl"].splitlines(keepends=True)
        number = draw(st.integers(0, len(lines) - 1))
        lines[number] = draw(_with_another_value(lines[number])) + b"\n"
        files["measurements.jsonl"] = b"".join(lines)
    elif kind == "bytes":
        content = bytearray(files[name])
        for place in draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=3)):
            content[place] ^= draw(st.integers(1, 255))
        files[name] = bytes(content)
    elif kind == "lines":
        lines = files[name].splitlines(keepends=True)
        one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[one : one + draw(st.integers(0, 1))] = [lines[other]] * draw(st.integers(0, 2))
        files[name] = b"".join(lines)
    else:
        files[name] = files[name][: draw(st.integers(0, len(files[name])))]
    return experiment, files


@st.composite
def _with_another_value(draw: st.DrawFn, content: bytes) -> bytes:
    document = json.loads(content)
    place = draw(st.sampled_from(tuple(places(document))))
    if draw(st.booleans()):
        replaced(document, place, draw(st.sampled_from((*WRONG, *HOSTILE_TEXTS))))
    else:
        removed(document, place)
    return json.dumps(document).encode()


def written(folder: Path, files: dict[str, bytes]) -> Path:
    """The folder with the files of a run."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def good_run(folder: Path, experiment: str) -> Path:
    shutil.copytree(GOOD / experiment, folder)
    return folder


def bounded(examples: int) -> settings:
    """The same examples each time."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


def said(*arguments: str) -> tuple[int, str, str]:
    """The exit status and the two outputs of a command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return status, out.getvalue(), err.getvalue()
