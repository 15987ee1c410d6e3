"""What a codec adds to a program, and how many packages its lock file names."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import runner

from serbench.cache.products import product_path
from serbench.facts.footprint import added_bytes, stripped_bytes
from serbench.facts.known import known_facts
from serbench.selection.discovery import find_adapters

SHELL = Path("/bin/sh").resolve()
CODECS = {codec.name: codec for codec in find_adapters()}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def product(key: str, data: bytes) -> Path:
    path = product_path(key)
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


def test_the_difference_of_two_programs_is_what_one_adds() -> None:
    larger, smaller = Path(sys.executable).resolve(), SHELL
    for key, program in (("a" * 32, larger), ("b" * 32, smaller)):
        product_path(key).parent.mkdir(parents=True)
        shutil.copy(program, product_path(key))
    one, floor = (replace(runner("parser"), product_key=key * 32) for key in "ab")
    added = (stripped_bytes(larger) or 0) - (stripped_bytes(smaller) or 0)
    assert added_bytes(one, floor) == max(0, added)
    assert added_bytes(floor, floor) == 0
    assert max(added_bytes(one, floor) or 0, added_bytes(floor, one) or 0) > 0


def test_what_is_no_executable_has_no_footprint() -> None:
    product("c" * 32, b"#!/bin/sh\n")
    product("d" * 32, b"\x7fELF and nothing else")
    script, damaged = (replace(runner("parser"), product_key=key * 32) for key in "cd")
    assert added_bytes(script, script) is None
    assert added_bytes(damaged, damaged) is None
    assert stripped_bytes(Path("/there/is/no/such/file")) is None


@pytest.mark.parametrize(
    ("codec", "packages"),
    [
        ("go/json", 0),
        ("go/msgp", 4),
        ("javascript/avsc", 1),
        ("javascript/msgpackr", 5),
        ("python/cattrs", 4),
        ("python/json", 0),
        ("rust/postcard", 13),
        ("java/json", None),
        ("cpp/msgpack", None),
    ],
)
def test_packages_are_those_of_the_lock_file(codec: str, packages: int | None) -> None:
    fact = known_facts(CODECS[codec], list(CODECS.values())).get("dependencies")
    assert (fact.value if fact else None) == packages
