"""The checks of JavaScript's sources, and what is left out where npm cannot install them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serbench.errors import SerbenchError
from serbench.languages.javascript import LANGUAGE, linting


def found(checkout: Path, *, install: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name in ("codecs/x/codec.js", "codecs/x/wire.cjs", "codecs/x/a.js.j2", "lint/node_modules/y/z.js"):
        path = checkout / "javascript" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    monkeypatch.setattr(linting, "install", install)
    return dict(linting.linters(checkout, checkout, ()))


def test_the_checks_look_at_all_sources_but_those_of_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = tmp_path / "environment" / "node_modules"
    checks = found(tmp_path, install=lambda *_: modules, monkeypatch=monkeypatch)
    for title in ("prettier", "eslint"):
        (command,) = checks[title]
        assert command[-2:] == ("javascript/codecs/x/codec.js", "javascript/codecs/x/wire.cjs")
        assert sum(word.endswith("js") for word in command if word.startswith("javascript/")) == 2
    rules = modules.with_name("eslint.config.js").read_text()
    assert rules == (LANGUAGE.folder / "lint" / "eslint.config.js").read_text()


def test_what_npm_cannot_install_is_left_out_and_the_rest_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise SerbenchError("npm cannot install it: no network")

    checks = found(tmp_path, install=fail, monkeypatch=monkeypatch)
    assert checks.pop("prettier and eslint") == "npm cannot install it: no network"
    assert sorted(checks) == ["node --test"]
