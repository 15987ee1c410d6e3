"""A program without std: its features, its text, and what the compiler's answer means."""

import json
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.rust.no_std import (
    builds_without_std,
    crates_of,
    package_text,
    program_text,
    without_std,
)
from serbench.selection.discovery import find_adapters

CODECS = {codec.name: codec for codec in find_adapters()}
KNOWN = {
    "default": ["std", "derive"],
    "std": ["alloc", "other?/std"],
    "alloc": [],
    "derive": ["dep:five_derive"],
    "counted": ["alloc", "counter"],
    "counter": ["dep:alloc_counter"],
    "rounding": ["math/std"],
    "files": ["std"],
    "use-std": [],
}


@pytest.mark.parametrize(
    ("table", "features"),
    [
        ({}, ["alloc", "derive"]),
        ({"default-features": False}, ["alloc"]),
        (
            {"default-features": False, "features": ["use-std", "files", "rounding", "derive"]},
            ["alloc", "derive"],
        ),
        ({"features": ["unheard-of", "counted"]}, ["alloc", "derive"]),
    ],
)
def test_all_features_are_taken_that_do_not_lead_to_std(
    table: dict[str, object], features: list[str]
) -> None:
    assert without_std(KNOWN, table, {"five_derive"}) == features
    assert without_std({}, table, {"five_derive"}) == []


def test_the_program_has_the_crates_of_a_registry_by_their_names() -> None:
    crates = crates_of(
        {
            "harness": {"path": "../harness"},
            "five-six": "=1.0.0",
            "six": {"package": "seven", "version": "=2.0.0"},
        }
    )
    assert list(crates) == ["five-six", "six"]
    assert package_text("serbench-five", crates, {"seven": KNOWN}, {"five_derive"}).partition(
        "[dependencies]\n"
    )[2] == (
        'five-six = { version = "=1.0.0", default-features = false, features = [] }\n'
        'six = { version = "=2.0.0", default-features = false, package = "seven",'
        ' features = ["alloc", "derive"] }\n'
    )
    assert "use five_six as _;\nuse six as _;\n" in program_text(crates)


def cargo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, status: int, added: str = "") -> None:
    """Makes cargo one that knows no features, and ends so when it checks."""
    program = tmp_path / "cargo"
    answer = json.dumps({"packages": [{"name": "postcard", "features": {}}]})
    lines = ["#!/bin/sh", f"[ $1 = metadata ] && echo '{answer}' && exit 0", f"echo '{said}' >&2"]
    if added:
        lines.append(f"printf '{added}' >> Cargo.lock")
    program.write_text("\n".join([*lines, f"exit {status}", ""]))
    program.chmod(0o755)
    monkeypatch.setenv("CARGO", str(program))
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def test_two_panic_handlers_tell_that_std_is_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cargo(tmp_path, monkeypatch, "Finished", 0)
    assert builds_without_std(CODECS["rust/postcard"], 1) is True
    assert builds_without_std(CODECS["rust/memcpy"], 1) is None
    cargo(tmp_path, monkeypatch, "error[E0152]: found duplicate lang item `panic_impl`", 1)
    assert builds_without_std(CODECS["rust/postcard"], 1) is False


def test_another_failure_and_another_crate_leave_it_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cargo(tmp_path, monkeypatch, "error: no Vec here", 1)
    with pytest.raises(SerbenchError, match="rust/postcard does not compile without std: error: no Vec here"):
        builds_without_std(CODECS["rust/postcard"], 1)
    added = '\\n[[package]]\\nname = "six"\\nversion = "1.0.0"\\nchecksum = "00"\\n'
    cargo(tmp_path, monkeypatch, "Finished", 0, added)
    with pytest.raises(SerbenchError, match="needs crates without std that its lock does not have"):
        builds_without_std(CODECS["rust/postcard"], 1)
