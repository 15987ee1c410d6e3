"""Systems that are not Debian, and files of the kernel that are hidden: a sentence, never a traceback."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.codecs import flags
from serbench.locations import CHECKOUT
from serbench.parallel import in_parallel, usable_cores
from serbench.report import drawing
from serbench.setup.readiness import make_ready, platform_words
from serbench.terminal.values import jobs_or_all


@pytest.mark.parametrize(
    ("system", "has_apt", "beginning"),
    [
        ("Linux", True, ""),
        ("Linux", False, "This distribution has no apt-get, so serbench installs no packages"),
        ("Darwin", False, "serbench is only tried on Linux: on Darwin it installs no packages"),
    ],
)
def test_a_platform_on_which_less_works_is_told_in_a_sentence(
    system: str, has_apt: bool, beginning: str
) -> None:
    words = platform_words(system, has_apt)
    assert words.startswith(beginning)
    assert words.count(". ") == 0
    assert bool(words) == bool(beginning)


def test_the_first_command_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    told: list[str] = []
    make_ready([], tell=told.append, step=lambda _: None)
    assert told == [platform_words("Darwin", False)]


def test_a_system_that_hides_its_processors_has_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert usable_cores() == (0, 1, 2)
    assert jobs_or_all(None) == 3
    assert in_parallel(str, [1, 2]) == ["1", "2"]


def test_a_hidden_processor_is_named_by_its_architecture(monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(path: Path, **_: object) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", hidden)
    assert flags._processor() == f"{platform.machine()} {platform.processor()}"


def test_a_report_is_drawn_where_threads_are_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drawing, "_OWN_THREADS", tmp_path / "hidden")
    assert drawing.drawn("The report", lambda: 5) == 5


@pytest.mark.slow
def test_a_cache_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = {"SERBENCH_CACHE": str(tmp_path / "file" / "cache"), "PYTHONPATH": str(CHECKOUT / "src")}
    words = ("build", "record", "--codecs", "python/json", "--no-install")
    done = subprocess.run(
        (sys.executable, "-P", "-m", "serbench", *words),
        env={**os.environ, **cache},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"serbench: {tmp_path}/file/cache") and said.endswith(": Not a directory.")
