"""``--no-install`` holds for one command and for what it starts."""

import os
from collections.abc import Sequence

import pytest

from serbench.cli import setup
from serbench.cli.main import main
from serbench.toolchain.packages import NO_INSTALL


@pytest.mark.parametrize(("words", "expected"), [(["--no-install"], "1"), ([], None)])
def test_nothing_may_be_installed_while_the_command_runs(
    words: Sequence[str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NO_INSTALL, raising=False)
    seen: list[str | None] = []

    def make_ready(codecs: object, **tell: object) -> dict[str, str]:
        seen.append(os.environ.get(NO_INSTALL))
        return {}

    monkeypatch.setattr(setup, "make_ready", make_ready)
    assert main(["setup", "--codecs", "python/json", "--json", *words]) == 0
    assert seen == [expected]
    assert NO_INSTALL not in os.environ


def test_commands_that_build_have_it(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("run", "store", "torture", "build", "verify", "setup", "facts", "check-release", "test"):
        assert main([verb, "--help"]) == 0
        assert "--no-install" in capsys.readouterr().out, verb
