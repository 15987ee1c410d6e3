"""Codecs along the axes of builds: names, parameters, keys, and what the options refuse."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import codec

from serbench.codecs.flags import USUAL, Flags
from serbench.errors import BadInput, SerbenchError
from serbench.selection.axes import NO_AXES, Axes, one_of_each, parse_axes, varied
from serbench.setup import allocators
from serbench.setup.allocators import library_of, make_allocators_ready, preload_of
from serbench.setup.toolchains import NamedToolchain
from serbench.toolchain.packages import InstallOutcome

KRYO = replace(codec("kryo"), name="java/kryo")


def test_native_codecs_stand_beside_themselves_and_others_do_not() -> None:
    axes = Axes(("O2", "O3"), ("malloc", "jemalloc"), runtime=(("jvm_flags", "-XX:+UseG1GC"),))
    found = varied([codec("a"), KRYO], axes)
    assert [(one.name, one.flags.parameters) for one in found] == [
        ("cpp/a:opt=O2,allocator=malloc", {"opt": "O2", "allocator": "malloc"}),
        ("cpp/a:opt=O2,allocator=jemalloc", {"opt": "O2", "allocator": "jemalloc"}),
        ("cpp/a:opt=O3,allocator=malloc", {"opt": "O3", "allocator": "malloc"}),
        ("cpp/a:opt=O3,allocator=jemalloc", {"opt": "O3", "allocator": "jemalloc"}),
        ("java/kryo", {"jvm_flags": "-XX:+UseG1GC"}),
    ]
    assert {one.built_name for one in found} == {"cpp/a", "java/kryo"}
    assert [one.name for one in one_of_each(found)] == ["cpp/a:opt=O2,allocator=malloc", "java/kryo"]


def test_lto_is_an_axis_only_of_languages_that_have_it() -> None:
    rust = replace(codec("b"), name="rust/b")
    found = varied([codec("a"), rust, KRYO], Axes(("O2",), ltos=("off", "fat")))
    assert [(one.name, one.flags.parameters) for one in found] == [
        ("cpp/a:opt=O2", {"opt": "O2"}),
        ("rust/b:opt=O2,lto=off", {"opt": "O2", "lto": "off"}),
        ("rust/b:opt=O2,lto=fat", {"opt": "O2", "lto": "fat"}),
        ("java/kryo", {}),
    ]
    assert "--lto applies to Rust" in Axes(ltos=("fat",)).note


def test_integers_are_an_axis_only_of_languages_whose_numbers_hold_fewer_bits() -> None:
    javascript = replace(codec("b"), name="javascript/b")
    found = varied([codec("a"), javascript, KRYO], Axes(integers=("bigint", "number")))
    assert [(one.name, one.flags.parameters, one.flags.numbers) for one in found] == [
        ("cpp/a", {}, False),
        ("javascript/b:int64=bigint", {"int64": "bigint"}, False),
        ("javascript/b:int64=number", {"int64": "number"}, True),
        ("java/kryo", {}, False),
    ]
    assert "--int64 applies to JavaScript" in Axes(integers=("number",)).note


def test_toolchains_are_an_axis_of_their_language() -> None:
    named = tuple(NamedToolchain("java", name, f"/jvm/{name}/bin/javac", name) for name in ("17", "25"))
    found = varied([codec("a"), KRYO], Axes(("O2",), toolchains=named))
    assert [(one.name, one.flags.parameters, one.flags.program) for one in found] == [
        ("cpp/a:opt=O2", {"opt": "O2"}, ""),
        ("java/kryo:toolchain=17", {"toolchain": "17"}, "/jvm/17/bin/javac"),
        ("java/kryo:toolchain=25", {"toolchain": "25"}, "/jvm/25/bin/javac"),
    ]
    assert Axes(toolchains=named).note.startswith("Java: 17 is 17, 25 is 25. Each JDK compiles")


def test_toolchains_of_a_record_are_found_by_name_and_never_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    one = NamedToolchain("java", "25", "/jvm/25/bin/javac", "javac 25")
    monkeypatch.setattr(
        "serbench.selection.axes.toolchains_named", lambda words: (one,) if words == ["java=25"] else ()
    )
    recorded = json.loads(json.dumps(Axes(toolchains=(one,)).to_json()))
    assert recorded["toolchains"] == "java=25"
    assert Axes.from_json(recorded) == Axes(toolchains=(one,))
    by_path = Axes(toolchains=(replace(one, given="/tmp/jdk"),)).to_json()
    with pytest.raises(BadInput) as refused:
        Axes.from_json(by_path)
    assert str(refused.value) == (
        "axes.toolchains of the run has 'java=/tmp/jdk', a path, with which no run is resumed; start a"
        " new one."
    )


def test_native_alone_changes_no_name() -> None:
    (found,) = varied([codec("a")], Axes(native=True))
    assert (found.name, found.flags.parameters) == ("cpp/a", {"native": True})


def test_without_axes_codecs_are_what_they_were() -> None:
    assert varied([codec("a"), KRYO], NO_AXES) == (codec("a"), KRYO)


def test_only_what_is_built_otherwise_has_another_key() -> None:
    assert USUAL.key == Flags(optimization="O3").key == Flags(allocator="jemalloc").key == ()
    assert Flags(lto="off").key == ()
    assert Flags(optimization="O0").key == ("O0",)
    assert Flags(lto="fat").key == ("lto: fat",)
    assert len({Flags(native=True).key, Flags(optimization="O0", native=True).key, ("O0",), ()}) == 4


def test_axes_come_back_from_a_record() -> None:
    axes = Axes(("O0", "O3"), ("tcmalloc",), ("thin",), ("number",), True, (("jvm_flags", "-Xint"),))
    assert Axes.from_json(json.loads(json.dumps(axes.to_json()))) == axes
    assert Axes.from_json({}) == NO_AXES


def test_what_the_axes_reach_is_said() -> None:
    assert NO_AXES.note == ""
    assert "precompiled libraries keep their own flags" in Axes(("O0",)).note
    assert Axes(allocators=("jemalloc",)).note == (
        "--allocator replaces malloc in the whole process, compiled libraries included."
    )


@pytest.mark.parametrize(
    ("optimizations", "names", "integers", "jvm", "sentence"),
    [
        (["O4"], None, None, None, "There is no optimisation level O4; there are O0, O1, O2, O3."),
        (
            None,
            ["hoard"],
            None,
            None,
            "There is no allocator hoard; there are malloc, tcmalloc, jemalloc, mimalloc.",
        ),
        (None, None, ["int"], None, "There is no type of integers int; there are bigint, number."),
        (None, None, None, "Main", '"Main" in --jvm-flags is not a flag: it does not begin with "-".'),
        (None, None, None, "-D'x", "--jvm-flags cannot be read: No closing quotation."),
    ],
)
def test_what_there_is_not_is_refused(
    optimizations: list[str] | None,
    names: list[str] | None,
    integers: list[str] | None,
    jvm: str | None,
    sentence: str,
) -> None:
    with pytest.raises(BadInput) as refused:
        parse_axes(optimizations, names, None, integers, False, {"jvm_flags": jvm} if jvm else {})
    assert str(refused.value) == sentence


def header_of_this_machine() -> bytes:
    with Path(sys.executable).open("rb") as stream:
        return stream.read(20)


def test_a_library_is_found_in_the_folder_of_the_architecture(tmp_path: Path) -> None:
    folder = tmp_path / "aarch64-linux-gnu"
    folder.mkdir()
    assert library_of("jemalloc", [str(tmp_path)]) is None
    (folder / "libjemalloc.so.2").write_bytes(header_of_this_machine())
    assert library_of("jemalloc", [str(tmp_path)]) == folder / "libjemalloc.so.2"
    assert library_of("malloc", [str(tmp_path)]) is None


def test_a_library_of_another_architecture_is_passed_over(tmp_path: Path) -> None:
    header = header_of_this_machine()
    foreign = {
        "another processor": header[:18] + b"\xff\xff",
        "other words": header[:4] + b"\xff" + header[5:],
    }
    for number, of_another in enumerate(foreign.values()):
        folder = tmp_path / f"a{number}-linux-gnu"
        folder.mkdir()
        (folder / "libjemalloc.so.2").write_bytes(of_another)
    assert library_of("jemalloc", [str(tmp_path)]) is None
    own = tmp_path / "b-linux-gnu"
    own.mkdir()
    (own / "libjemalloc.so.2").write_bytes(header)
    assert library_of("jemalloc", [str(tmp_path)]) == own / "libjemalloc.so.2"


@pytest.mark.parametrize("preload", ["libnone.so:/opt/libtcmalloc.so.4", "libmimalloc-secure.so libnone.so"])
def test_an_allocator_of_the_environment_is_not_measured_under_the_names_of_the_axis(
    preload: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_PRELOAD", preload)
    entry = next(word for word in re.split("[ :]", preload) if "malloc" in word)
    with pytest.raises(BadInput) as refused:
        make_allocators_ready(["malloc"], print)
    assert str(refused.value) == (
        f"LD_PRELOAD has {entry}, which would be measured under the names that --allocator gives;"
        " remove it from LD_PRELOAD."
    )
    make_allocators_ready([], print)
    monkeypatch.setenv("LD_PRELOAD", "/opt/malloc/libnone.so")
    make_allocators_ready(["malloc"], print)


def test_an_allocator_that_cannot_be_had_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = InstallOutcome(
        missing=("libjemalloc2",), command="sudo apt-get install libjemalloc2", detail="No."
    )
    monkeypatch.setattr(allocators, "library_of", lambda name: None)
    monkeypatch.setattr(allocators, "install_packages", lambda names, tell: outcome)
    with pytest.raises(BadInput) as refused:
        make_allocators_ready(["malloc", "jemalloc"], print)
    assert str(refused.value) == (
        "The allocator jemalloc is not installed. No. Install with: sudo apt-get install libjemalloc2"
    )
    with pytest.raises(SerbenchError, match=r"libjemalloc\.so\.2 is missing"):
        preload_of("jemalloc")
    assert preload_of("malloc") == ""
