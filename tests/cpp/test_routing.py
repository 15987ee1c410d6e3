"""The routing of the C++ relay in a schema and its objects, against what the orchestrator expects."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.encoding import Encoder
from serbench.experiments.relay.derived import split, updated
from serbench.languages.cpp.build import HARNESS, rendered_harness
from serbench.render.engine import write_if_changed
from serbench.schema.build import read_schema
from serbench.schema.routing import number_path

HERE = Path(__file__).parent
COMPILER = shutil.which("c++")
SCHEMA = read_schema(HERE / "routing.proto")
SINKS = 3

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")


def item(*ids: int) -> dict[str, Any]:
    return {"numbers": [1, 2], "inner": {"leaves": [{"id": number} for number in ids], "after": 7}}


FULL = {
    "name": "full",
    "tree": {"branches": [{"label": "b"}], "trunk": {"trunk": {"label": "t"}}, "label": "a"},
    "by_number": {-3: item(4), 5: {"flag": True}},
    "nested": {"items": [item(1)], "raw": b"\x00\xff"},
    "items": [item(2**31 - 1, 4), item(-1), {"nor_that": 9}, item(), item(7), item(8), item(9)],
    "others": [item(3)],
    "last": 8,
    "maybe": -5,
    "names": ["x", "y"],
}
OBJECTS: tuple[dict[str, Any], ...] = (
    FULL,
    {"name": "poor", "one": item(3), "items": [item(5)]},
    {"raw": b"abc", "by_number": {1: item(2)}},
    {},
    FULL,
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("routing")
    for name, text in rendered_harness(SCHEMA, "routing").items():
        write_if_changed(folder / name, text)
    sources = [HERE / "routing_probe.cpp", HARNESS / "values" / "objects.cpp"]
    flags = ["-std=c++20", f"-I{HARNESS}", f"-I{HARNESS / 'values'}", f"-I{folder}"]
    program = folder / "probe"
    subprocess.run([str(COMPILER), *flags, "-o", str(program), *map(str, sources)], check=True)
    return program


def told(program: Path, what: str) -> list[list[str]]:
    """The answers for all objects, one after the other."""
    encode = Encoder(SCHEMA).encode
    lines = "".join(f"{what} {encode(obj).hex()}\n" for obj in OBJECTS)
    done = subprocess.run([str(program)], input=lines, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_the_number_is_found_past_cycles_maps_and_oneofs(program: Path) -> None:
    path = number_path(SCHEMA) or ()
    assert [field.name for field in path] == ["items", "inner", "leaves", "id"]
    expected = [[Encoder(SCHEMA).encode(updated(obj, path)).hex()] for obj in OBJECTS]
    assert told(program, "update") == expected


@pytest.mark.parametrize("by_fields", [False, True])
def test_an_object_is_split_into_parts_that_were_used(program: Path, by_fields: bool) -> None:
    expected = [
        [Encoder(SCHEMA).encode(part).hex() for part in split(obj, SCHEMA, SINKS, by_fields)]
        for obj in OBJECTS
    ]
    assert told(program, "fields" if by_fields else "shuffle") == expected
