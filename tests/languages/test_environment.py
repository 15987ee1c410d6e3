"""Compilers run without the flags that somebody has exported."""

from pathlib import Path

import pytest

from serbench.cache.products import keep_product, product_path
from serbench.languages.cpp.probe import search_paths
from serbench.languages.tool import compiler_environment


def test_flags_of_the_environment_reach_no_compiler() -> None:
    exported = {
        "PATH": "/usr/bin",
        "CXX": "clang++",
        "CXXFLAGS": "-O0",
        "LDFLAGS": "-static",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
        "CARGO_HOME": "/c",
        "JAVA_TOOL_OPTIONS": "-Xint",
    }
    kept = {"PATH": "/usr/bin", "CXX": "clang++", "CARGO_HOME": "/c"}
    assert compiler_environment(exported) == kept


def test_search_paths_belong_to_the_key() -> None:
    paths = {"CPATH": "/a", "one_ROOT": "/b", "CMAKE_TOOLCHAIN_FILE": "/c"}
    assert search_paths({**paths, "HOME": "/h"}) == paths


def test_a_product_appears_whole_and_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    executable = tmp_path / "built"
    executable.write_text("first")
    product = product_path("k")
    keep_product(executable, product, None)
    executable.write_text("second")
    keep_product(executable, product, None)
    assert product.read_text() == "first"
    assert [path.name for path in product.parent.parent.iterdir()] == ["k"]
