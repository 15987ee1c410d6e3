"""A C++ runner that was not built among several is built alone, for its own messages or after all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes.tiny import codec, make_workload

from serbench.languages.cpp import build


@pytest.mark.parametrize(("status", "told"), [(0, None), (1, "error: no such type")])
def test_a_target_that_is_built_alone_has_not_failed(
    status: int, told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: Sequence[str], on_line: Callable[[str], object]) -> int:
        assert command[-1] == "runner-a"
        on_line("a.cpp:1:1: error: no such type\n")
        return status

    monkeypatch.setattr(build, "run_tool", run)
    monkeypatch.setattr(build, "_cmake", lambda: "cmake")
    target = SimpleNamespace(adapter="a", codec=codec("a"))
    failure = build._failure(tmp_path, target, make_workload(tmp_path / "w"))  # type: ignore[arg-type]
    assert (failure is None) == (told is None)
    assert told is None or (failure is not None and told in failure.detail)
