"""The descriptions that runners give of themselves, and runners that cannot."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import runner

from serbench.engine.describe import Description, describe
from serbench.record.row import Failure


def test_a_runner_describes_itself() -> None:
    description = describe(runner("honest"))
    assert isinstance(description, Description)
    assert dict(description.sides)["serialize"] == "library"
    assert description.unit == "utf8"
    assert description.libraries == {"fake library": "1.0"}
    assert description.build == {"compiler": "python", "flags": "-O3 -DNDEBUG"}
    assert description.verbs == ("describe", "check", "emit", "measure")


def test_a_runner_without_its_preloaded_library_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "libjemalloc.so.2"
    library.write_bytes(b"")
    assert describe(replace(runner("honest"), preloaded=f"{library}:/none/libown.so")) == Failure(
        "cpp/honest",
        "tiny",
        None,
        "build",
        f"{library} could not be preloaded (file too short), so it is not measured.",
    )
    # What the user's own environment cannot preload is nothing that was asked for.
    monkeypatch.setenv("LD_PRELOAD", "/none/libown.so")
    assert isinstance(describe(runner("honest")), Description)


def test_a_runner_that_cannot_describe_itself_is_a_failure() -> None:
    assert describe(runner("foreign")) == Failure(
        "cpp/foreign",
        "tiny",
        None,
        "protocol",
        "The runner speaks version '2' of the protocol, serbench speaks 1.",
    )
    assert describe(runner("sleeper"), timeout_s=0.2) == Failure(
        "cpp/sleeper", "tiny", None, "timeout", "The runner did not end within 0.2 seconds and was stopped."
    )
