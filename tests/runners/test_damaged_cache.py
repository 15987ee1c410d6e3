"""Real runners in a cache that is damaged on purpose: each damage costs one build and no failure."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from runners.building import built_for

from serbench.cache.entries import discard_damaged
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.runner import entries
from serbench.runner.process import ask

pytestmark = pytest.mark.slow
CODECS = ("cpp/handcoded", "python/msgpack")
TOUR = "tour-oneof"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def runners(cache: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Runner]:
    monkeypatch.setenv("SERBENCH_CACHE", str(cache))
    monkeypatch.setattr(entries, "_seen", entries._Seen())
    # A bit that changes no result, as in a table of lines, leaves the entry of an earlier test damaged.
    discard_damaged([part for folder in ("runners", "python") for part in cache.glob(f"{folder}/*")])
    return built_for("none", CODECS, find_workloads((TOUR,))[0])


def first_file(entry: Path, pattern: str) -> Path:
    return next(path for path in sorted(entry.rglob(pattern)) if path.is_file() and path.stat().st_size > 99)


def flip(path: Path) -> None:
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])


@pytest.mark.parametrize("damaging", [Path.unlink, lambda path: os.truncate(path, 50), flip])
@pytest.mark.parametrize(
    ("codec", "part", "pattern"),
    [
        ("cpp/handcoded", 0, "runner"),
        ("python/msgpack", 0, "codec*.py*"),
        ("python/msgpack", 1, "msgpack/__init__*.py*"),
    ],
)
def test_a_damaged_entry_is_made_again(
    runners: dict[str, Runner],
    codec: str,
    part: int,
    pattern: str,
    damaging: Callable[[Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    runner, corpus = runners[codec], corpus_of(find_workloads((TOUR,))[0])
    entry = runner.parts[part]
    for path in {first_file(entry, pattern), *entry.rglob(pattern)}:
        damaging(path)
    checked = ask(runner, "check", {"corpus": corpus.path}, 600)
    assert checked.outcome == "ok", checked.sentence
    assert {reply.text("outcome") for reply in checked.replies if reply.tag == "object"} == {"ok"}
    assert [message for message in caplog.messages if str(entry) in message] == caplog.messages
    assert len(caplog.messages) <= 1
