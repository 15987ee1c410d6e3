"""Objects of earlier builds never get into a runner that is built anew."""

from pathlib import Path

from fakes.tiny import codec

from serbench.languages.cpp import build as cpp


def _object(tree: Path, target: str, name: str) -> Path:
    path = tree / "codecs" / "some" / "CMakeFiles" / f"{target}.dir" / "deep" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return path


def test_only_what_is_built_anew_is_forgotten(tmp_path: Path) -> None:
    honest = cpp._Target(codec("honest"), "memory", untimed=False, key="key", rendered={})
    gone = [
        _object(tmp_path, f"runner-{honest.adapter}", "main.cpp.o"),
        _object(tmp_path, f"runner-{honest.adapter}", "message.pb.cc.o"),
        _object(tmp_path, "serbench-harness", "protocol.cpp.o"),
        cpp._executable(tmp_path, honest),
    ]
    kept = [
        _object(tmp_path, f"runner-{honest.adapter}-too", "main.cpp.o"),
        _object(tmp_path, f"runner-{honest.adapter}", "rules.ninja"),
    ]
    cpp._executable(tmp_path, honest).parent.mkdir()
    cpp._executable(tmp_path, honest).write_bytes(b"")
    cpp._forget(tmp_path, [honest], and_harness=True)
    assert [path.exists() for path in gone] == [False] * 4
    assert [path.exists() for path in kept] == [True] * 2
