"""The footprint of a codec: bytes, time of a build, a bundle, and the packages in its lock file."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes.tiny import runner

from serbench.cache.products import product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.facts import footprint
from serbench.facts.footprint import (
    added_bytes,
    added_packages,
    build_s,
    bundle_bytes,
    is_compiled,
    stripped_bytes,
)
from serbench.facts.known import known_facts
from serbench.facts.measuring import facts_workload
from serbench.languages.javascript import bundling
from serbench.locations import cache_directory
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
    assert not is_compiled(script)
    assert bundle_bytes(script) is None


def test_packages_are_the_files_that_the_floor_does_not_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, usual = tmp_path / "json", tmp_path / "memcpy"
    for folder in (own, usual):
        (folder / "xxhash").mkdir(parents=True)
        (folder / "xxhash" / "hash.so").write_bytes(b"\x7fELF of the harness")
    (own / "json.py").write_bytes(b"12345")
    (own / "json.pyc").write_bytes(b"made later")
    (own / "link").symlink_to(own / "json.py")
    folders = {"python/json": own, "python/memcpy": usual, "python/plain": None}
    builder = SimpleNamespace(installed=lambda codec: folders[codec.name])
    monkeypatch.setattr(footprint, "language_of", lambda name: SimpleNamespace(builder=builder))
    codec, floor = CODECS["python/json"], CODECS["python/memcpy"]
    assert added_packages(codec, floor) == (5, False)
    assert added_packages(replace(codec, name="python/plain"), floor) == (0, False)
    (own / "json.so").write_bytes(b"\x7fELF")
    assert added_packages(codec, floor) == (9, True)
    builder.installed = None
    assert added_packages(codec, floor) is None


def builds(monkeypatch: pytest.MonkeyPatch, fails: bool) -> list[Path]:
    """Makes builds take 50 ms of a program's CPU time; the caches that they had, as they come."""
    caches: list[Path] = []

    def built(codecs: Sequence[CodecManifest], workloads: Sequence[Workload], jobs: int) -> list[object]:
        caches.append(cache_directory())
        assert [path.name for path in cache_directory().iterdir()] == ["build"]
        assert (cache_directory() / "build" / "go-modules" / "fetched").is_file()
        words = "import time\nwhile time.process_time() < 0.05: pass"
        subprocess.run([sys.executable, "-c", words], check=True)
        return [BuildFailure("go/json", "facts", "No.") if fails else runner("honest")]

    monkeypatch.setattr(footprint, "build_runners", built)
    return caches


def test_a_build_from_nothing_has_only_what_was_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    fetched = cache_directory() / "build" / "go-modules" / "fetched"
    fetched.parent.mkdir(parents=True)
    fetched.touch()
    before = cache_directory()
    caches = builds(monkeypatch, fails=False)
    assert build_s(CODECS["go/json"], facts_workload(), 1) >= 0.05
    assert caches != [before] and not caches[0].exists()
    assert cache_directory() == before and fetched.exists()
    builds(monkeypatch, fails=True)
    with pytest.raises(SerbenchError, match=r"go/json does not build from nothing: No\."):
        build_s(CODECS["go/json"], facts_workload(), 1)
    assert cache_directory() == before


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_a_bundle_has_the_codec_without_the_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What npm has installed stays for other tests.
    monkeypatch.delenv("SERBENCH_CACHE")
    folder = tmp_path / "runner"
    folder.mkdir()
    monkeypatch.setattr(bundling, "product_path", lambda key: folder / "runner")
    one = replace(runner("honest", codec="javascript/json"), product_key="e" * 32)
    (folder / "package.json").write_text('{"type": "module", "imports": {"#codec/*": "./*"}}')
    (folder / "used.js").write_text("export const used = () => 'used'; export const unused = 'unused';")
    text = "import { form } from '#harness/form.js'; import { used } from '#codec/used.js';"
    (folder / "codec.js").write_text(text + "export const newAdapter = () => form(used());")
    made = bundling.bundle(one)
    assert b"newAdapter" in made and b"#harness/form.js" in made
    assert b"unused" not in made and made.count(b"\n") == 1
    size = bundle_bytes(one)
    assert size is not None and 50 < size < 300
    (folder / "codec.js").write_text("import { cwd } from 'node:process'; export const newAdapter = cwd;")
    with pytest.raises(SerbenchError, match=r"esbuild says: .*node:process"):
        bundle_bytes(one)


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
