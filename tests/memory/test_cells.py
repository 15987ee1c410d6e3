"""The cells of a run in memory: the operations that each codec, reference and twin has."""

from types import SimpleNamespace
from typing import Any

from serbench.experiments.memory.cells import cells_of
from serbench.experiments.memory.plan import PRESETS

QUICK = PRESETS["quick"]
APPLICATION = ("encode", "decode", "decode-reuse", "access-one", "access-tenth", "access-all")
LIBRARY = ("build", "serialize", "deserialize", "deserialize-fresh", "extract", "roundtrip")


def subjects(**operations: tuple[str, ...]) -> Any:
    """Runners of C++ and Java codecs, by their names with an underscore, that have these operations."""
    return {
        (name.replace("_", "/"), "media"): SimpleNamespace(
            description=SimpleNamespace(sides=dict.fromkeys(own, "")),
            corpus=SimpleNamespace(manifest=SimpleNamespace(bytes=1000)),
        )
        for name, own in operations.items()
    }


def operations_of(codec: str, *arguments: Any, **more: Any) -> set[str]:
    return {cell.operation for cell in cells_of(*arguments, **more) if cell.codec == codec}


def test_quick_measures_what_a_codec_does_with_its_own_messages() -> None:
    found = subjects(
        cpp_a=APPLICATION + LIBRARY, cpp_b=(*APPLICATION, "roundtrip"), java_c=APPLICATION + LIBRARY
    )
    assert operations_of("cpp/a", found, None, QUICK) == {*APPLICATION, "serialize", "deserialize"}
    assert operations_of("cpp/b", found, None, QUICK) == set(APPLICATION)
    assert operations_of("java/c", found, None, QUICK) == {"encode", "decode", "serialize", "deserialize"}


def test_a_twin_measures_what_ranks() -> None:
    found = subjects(cpp_a=APPLICATION + LIBRARY)
    twins = ["cpp/a"]
    assert operations_of("cpp/a", found, None, QUICK, twins=twins) == {"encode", "decode"}
    asked = ("access-one", "serialize", "deserialize")
    assert operations_of("cpp/a", found, asked, QUICK, twins=twins) == {"serialize", "deserialize"}
    assert operations_of("cpp/a", found, ("access-one",), QUICK, twins=twins) == {"access-one"}


def test_references_have_their_number_of_forks() -> None:
    found = subjects(cpp_a=APPLICATION, cpp_floor=("encode",))
    most = {cell.codec: cell.most_forks for cell in cells_of(found, None, QUICK, {"cpp/floor": 3})}
    assert most == {"cpp/a": None, "cpp/floor": 3}
