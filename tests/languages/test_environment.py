"""Compilers run without the flags that somebody has exported."""

from pathlib import Path

import pytest

from serbench.cache.products import keep_product, product_path
from serbench.languages.cpp.probe import search_paths
from serbench.languages.tool import compiler_environment
from serbench.runner.environment import runner_environment


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


# Each changes what is compiled, installed or generated.
_COMPILING = (
    *("CC", "CFLAGS", "CXXFLAGS", "LDFLAGS", "LD_RUN_PATH", "C_INCLUDE_PATH", "SOURCE_DATE_EPOCH"),
    *("CMAKE_BUILD_TYPE", "CMAKE_GENERATOR", "CMAKE_CXX_COMPILER_LAUNCHER", "NINJA_STATUS", "DESTDIR"),
    *("GOFLAGS", "GOEXPERIMENT", "GOARM64", "GO111MODULE", "GOROOT", "CGO_CFLAGS"),
    *("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_INCREMENTAL", "RUSTC_BOOTSTRAP", "RUSTC_WRAPPER"),
    *("JDK_JAVAC_OPTIONS", "CLASSPATH", "NODE_OPTIONS", "NPM_CONFIG_OMIT", "npm_config_production"),
    *("PYTHONOPTIMIZE", "PYTHONPATH", "PIP_NO_BINARY", "PIP_TARGET", "PIP_CONSTRAINT"),
)
# Each changes how a runner runs.
_RUNNING = (
    *("GLIBC_TUNABLES", "MALLOC_CONF", "MIMALLOC_LARGE_OS_PAGES", "TCMALLOC_SAMPLE_PARAMETER"),
    *("LD_BIND_NOW", "LD_AUDIT", "LD_DEBUG", "LD_SHOW_AUXV", "LD_TRACE_LOADED_OBJECTS", "ASAN_OPTIONS"),
    *("GOGC", "GOMAXPROCS", "GODEBUG", "RUST_BACKTRACE", "RUST_MIN_STACK"),
    *("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "OPENJ9_JAVA_OPTIONS", "CLASSPATH"),
    *("NODE_OPTIONS", "NODE_ENV", "UV_THREADPOOL_SIZE", "MSGPACKR_NATIVE_ACCELERATION_DISABLED"),
    *("PYTHONHASHSEED", "PYTHONWARNINGS", "PYTHONDONTWRITEBYTECODE", "PYTHONMALLOC", "MSGPACK_PUREPYTHON"),
    *("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "IJSON_BACKEND"),
)
# What a machine may need so that anything runs, or is fetched at all; recorded where it changes anything.
_NEEDED = {
    name: "/x"
    for names in (
        "PATH HOME LANG TMPDIR LD_PRELOAD LD_LIBRARY_PATH CXX RUSTC CARGO_HOME GOPROXY GOPRIVATE",
        "PIP_INDEX_URL PIP_CERT NODE_EXTRA_CA_CERTS MAVEN_OPTS HTTPS_PROXY SSL_CERT_FILE JAVA_HOME",
        "CMAKE_PREFIX_PATH PKG_CONFIG_PATH",
    )
    for name in names.split()
}


def test_nothing_that_changes_what_is_built_reaches_a_compiler() -> None:
    assert compiler_environment({**_NEEDED, **dict.fromkeys(_COMPILING, "x")}) == _NEEDED


def test_nothing_that_changes_what_is_measured_reaches_a_runner() -> None:
    assert runner_environment({**_NEEDED, **dict.fromkeys(_RUNNING, "x")}) == _NEEDED


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
