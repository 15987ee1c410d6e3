"""``serbench doctor`` over machines that are made up."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from serbench.cli import doctor
from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.machine.disturbance import Interference
from serbench.toolchain.requirements import MissingToolchain, Tool, Toolchain
from serbench.toolchain.support import Runtime

MACHINE = {
    "cpu_model": "Some CPU",
    "logical_cores": 2,
    "ticks_per_second": 100,
    "load_average": [9.0, 1.0, 1.0],
}
GCC = Toolchain("cpp", (Tool("compiler", ("/usr/bin/g++",), "g++ 12.2.0"),))
RUNTIMES = {"cpp": Runtime("GCC", "12.2.0")}
NO_JAVA = MissingToolchain("java", "java: javac is not installed.", ("jdk",), "sudo apt-get install jdk")


def codec(name: str, *packages: str) -> CodecManifest:
    lines = {"library": "", "format": "", "licence": "", "homepage": ""}
    return CodecManifest(name, Path(), packages={"debian": packages}, **lines)  # type: ignore[arg-type]


CODECS = {
    "cpp": (codec("cpp/here"), codec("cpp/lacking", "libx-dev")),
    "java": (codec("java/one"),),
    "rust": (codec("rust/broken"),),
}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def availability(codecs: tuple[CodecManifest, ...]) -> dict[str, Availability]:
        if codecs == CODECS["rust"]:
            raise SerbenchError("Cargo.lock cannot be read.")
        known = {
            "cpp/here": Availability(True, "1.2", ""),
            "cpp/lacking": Availability(False, "", "x is not installed"),
            "java/one": Availability(False, "", NO_JAVA.detail),
        }
        return {one.name: known[one.name] for one in codecs}

    languages = {"cpp": GCC, "java": NO_JAVA, "rust": Toolchain("rust", ())}
    replaced: dict[str, Any] = {
        "machine_record": lambda: dict(MACHINE),
        "find_codecs": lambda names: CODECS[names[0]],
        "availability": availability,
        "language_names": lambda: tuple(languages),
        "toolchain": languages.__getitem__,
        "language_named": lambda name: SimpleNamespace(runtime=lambda: RUNTIMES.get(name)),
        "missing_packages": tuple,
        "watch": lambda seconds: Interference(0.5, 0.25, seconds),
        "_free_disk_bytes": lambda folder: 1024**3,
    }
    for name, function in replaced.items():
        monkeypatch.setattr(doctor, name, function)


def test_json_has_all_that_was_looked_at(machine: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["machine"] == MACHINE
    assert found["free_disk_bytes"] == 1024**3
    assert found["languages"][:2] == [
        {
            "language": "cpp",
            "runtime": {
                "product": "GCC",
                "version": "12.2.0",
                "released": None,
                "words": "GCC 12.2.0, 12 began 2022-05",
            },
            "ready": True,
            "tools": [{"role": "compiler", "command": ["/usr/bin/g++"], "version": "g++ 12.2.0"}],
            "detail": None,
            "get": None,
        },
        {
            "language": "java",
            "runtime": None,
            "ready": False,
            "tools": [],
            "detail": "java: javac is not installed.",
            "get": "sudo apt-get install jdk",
        },
    ]
    assert [(one["codec"], one["available"], one["get"]) for one in found["codecs"]] == [
        ("cpp/here", True, None),
        ("cpp/lacking", False, "sudo apt-get install libx-dev"),
        ("java/one", False, "sudo apt-get install jdk"),
        ("rust/broken", False, None),
    ]
    assert found["codecs"][0]["version"] == "1.2"
    assert found["codecs"][3]["reason"] == "Cargo.lock cannot be read."
    assert [one["subject"] for one in found["warnings"]] == ["load", "steal", "disk"]


def test_each_lack_has_the_line_that_cures_it(machine: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "1 of 4 codecs can be measured here."
    for line, following in (
        ("This machine", "processor Some CPU"),
        ("cpp/lacking x is not installed", "→ sudo apt-get install libx-dev"),
        ("cpp GCC 12.2.0, 12 began 2022-05; 1 of 2 codecs", "/usr/bin/g++: g++ 12.2.0"),
        ("java java: javac is not installed.", "→ sudo apt-get install jdk"),
        (
            "disk Little disk space is free for built runners: 1 GiB.",
            "→ Free some, or choose another place with",
        ),
    ):
        assert lines[lines.index(line) + 1].startswith(following)


def test_the_status_is_one_when_nothing_can_be_built(
    machine: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        doctor, "availability", lambda codecs: {one.name: Availability(False, "", "no") for one in codecs}
    )
    assert main(["doctor", "--json"]) == 1
    assert not any(one["available"] for one in json.loads(capsys.readouterr().out)["codecs"])


def test_room_is_looked_for_where_products_will_lie(tmp_path: Path) -> None:
    room = doctor._free_disk_bytes(tmp_path / "not" / "there" / "yet")
    assert room is not None and room > 0
