"""The effect of registered libraries on codecs, where CMake's answers are made up."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.registrations import Registration, register
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of
from serbench.languages.builder import Availability, LatestLibraries
from serbench.languages.cpp import LANGUAGE
from serbench.languages.cpp import probe as cpp_probe
from serbench.selection.discovery import find_adapters
from serbench.setup import libraries
from serbench.setup.libraries import as_used, examine, registrations_for, with_registered

MISSING = Availability(False, "", "one.hpp was not found")


def codec(name: str, base: str = "") -> CodecManifest:
    lines = {"library": "One", "format": "", "licence": "", "homepage": ""}
    packages = {"debian": ("libone-dev",)}
    folder = Path(name)
    return CodecManifest(f"cpp/{name}", folder, sets=("default",), base=base, packages=packages, **lines)  # type: ignore[arg-type]


ONE, COMPACT, OTHER = codec("one"), codec("one-compact", base="one"), codec("other")
CODECS = (ONE, COMPACT, OTHER)


@dataclass
class Machine:
    """CMake's answers: what it finds by itself, and what in which folder, by the names of pages; and where
    current releases were built."""

    folder: Path
    found: dict[str, Availability] = field(default_factory=dict)
    inside: dict[tuple[str, str], Availability] = field(default_factory=dict)
    built: dict[str, Path] = field(default_factory=dict)
    has_compiler: bool = True

    def library(self, name: str, version: str, *pages: str) -> Path:
        """Makes a folder that holds a library of that version for the codecs of these names."""
        path = self.folder / name
        path.mkdir(exist_ok=True)
        for page in pages:
            self.inside[f"cpp/{page}", name] = Availability(True, version, "")
        return path

    def probe(self, codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
        if not self.has_compiler:
            raise SerbenchError("g++ is not installed")
        return {one.name: self.found.get(one.adapter, MISSING) for one in codecs}

    def probe_in(self, one: CodecManifest, path: Path) -> Availability:
        return self.inside.get((one.adapter, path.name), MISSING) if path.is_dir() else MISSING


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    found = Machine(tmp_path)
    monkeypatch.setattr(cpp_probe, "probe_in", found.probe_in)
    latest = LatestLibraries(
        known=lambda one: one.name in found.built,
        library=lambda one: found.built.get(one.name),
        build=lambda one, _: pytest.fail(f"nothing asks for a build of {one.name}"),
    )
    builder = replace(LANGUAGE.builder, probe=found.probe, latest=latest)
    known = SimpleNamespace(builder=builder)
    monkeypatch.setattr(
        libraries, "language_of", lambda name: known if name.startswith("cpp/") else language_of(name)
    )
    return found


def registered(codec: str, path: Path, version: str = "") -> Path:
    register(Registration(codec, path, version))
    return path


def names() -> list[tuple[str, str]]:
    """The codecs with the last part of their library's folder."""
    return [(one.name, one.library_path.name if one.library_path else "") for one in with_registered(CODECS)]


def test_without_registrations_codecs_are_as_they_were(machine: Machine) -> None:
    assert with_registered(CODECS) == CODECS


def test_a_library_that_is_found_nowhere_else_serves_the_codec_and_its_variants(machine: Machine) -> None:
    path = registered("cpp/one", machine.library("a", "1.0", "one", "one-compact"))
    assert names() == [("cpp/one", "a"), ("cpp/one-compact", "a"), ("cpp/other", "")]
    assert with_registered(CODECS)[0] == replace(ONE, library_path=path)


def test_another_version_stands_beside_the_one_on_the_machine(machine: Machine) -> None:
    machine.found = {
        "cpp/one": Availability(True, "1.0", ""),
        "cpp/one-compact": Availability(True, "1.0", ""),
    }
    path = registered("cpp/one", machine.library("a", "1.1", "one", "one-compact"))
    assert names() == [
        ("cpp/one", ""),
        ("cpp/one@1.1", "a"),
        ("cpp/one-compact", ""),
        ("cpp/one-compact@1.1", "a"),
        ("cpp/other", ""),
    ]
    beside = with_registered(CODECS)[1]
    # It is measured when it is named, and no package of the distribution brings it.
    assert beside == replace(ONE, name="cpp/one@1.1", library_path=path, sets=(), packages={})
    assert (beside.short_name, beside.adapter, beside.folder) == ("one@1.1", "cpp/one", ONE.folder)


def test_the_second_of_two_libraries_stands_beside_the_first(machine: Machine) -> None:
    registered("cpp/other", machine.library("a", "1.0", "other"))
    registered("cpp/other", machine.library("b", "2.0", "other"))
    assert names()[2:] == [("cpp/other", "a"), ("cpp/other@2.0", "b")]


def test_a_version_that_is_taken_or_unknown_gives_way_to_the_path(machine: Machine) -> None:
    machine.found = {"cpp/other": Availability(True, "1.0", "")}
    registered("cpp/other", machine.library("my one", "1.0", "other"))
    registered("cpp/other", machine.library("b", "", "other"))
    (machine.folder / "deep").mkdir()
    deep = replace_last(machine, "deep", "b")
    registered("cpp/other", deep)
    assert [name for name, _ in names()[2:]] == [
        "cpp/other",
        "cpp/other@my-one",
        "cpp/other@b",
        "cpp/other@b-2",
    ]


def replace_last(machine: Machine, above: str, name: str) -> Path:
    """A folder of the same last part elsewhere; the made-up answers go by the last part."""
    path = machine.folder / above / name
    path.mkdir()
    return path


@pytest.mark.parametrize(("version", "lacks"), [("1.9", True), ("2.0", False), ("2.1-1", False), ("", True)])
def test_a_codec_lacks_what_the_release_on_the_machine_does(
    machine: Machine, version: str, lacks: bool
) -> None:
    reasons = {"zero": "no sign", "nul": "C strings"}
    ended = replace(ONE, unsupported=reasons, mended={"zero": "2.0"})
    machine.found = {"cpp/one": Availability(True, version, "")}
    (found,) = as_used([ended])
    assert found.unsupported == (reasons if lacks else {"nul": "C strings"})
    # A release that was locked has been judged by its own version.
    locked = replace(ended, name="cpp/one@1.0")
    assert as_used([locked]) == (locked,)
    machine.has_compiler = False
    assert as_used([ended]) == (ended,)


def test_a_variant_that_does_not_find_it_goes_without(machine: Machine) -> None:
    registered("cpp/one", machine.library("a", "1.0", "one"))
    assert names() == [("cpp/one", "a"), ("cpp/one-compact", ""), ("cpp/other", "")]


def test_a_registration_of_a_variant_serves_it_alone(machine: Machine) -> None:
    registered("cpp/one-compact", machine.library("a", "1.0", "one", "one-compact"))
    assert names() == [("cpp/one", ""), ("cpp/one-compact", "a"), ("cpp/other", "")]


def test_a_folder_that_is_gone_keeps_its_names(machine: Machine) -> None:
    machine.found = {"cpp/one": Availability(True, "1.0", "")}
    registered("cpp/one", machine.folder / "gone", "1.1")
    assert names() == [
        ("cpp/one", ""),
        ("cpp/one@1.1", "gone"),
        ("cpp/one-compact", "gone"),
        ("cpp/other", ""),
    ]


def test_without_the_tools_of_the_language_what_was_written_down_counts(machine: Machine) -> None:
    registered("cpp/other", machine.library("a", "1.0", "other"), "1.0")
    machine.has_compiler = False
    assert names()[2:] == [("cpp/other", ""), ("cpp/other@1.0", "a")]


def test_registrations_serve_by_name_and_base(machine: Machine) -> None:
    own = Registration("cpp/one-compact", Path("/a"))
    of_base = Registration("cpp/one", Path("/b"))
    foreign = Registration("cpp/other", Path("/c"))
    everything = [own, of_base, foreign]
    assert registrations_for(COMPACT, CODECS, everything) == [own, of_base]
    assert registrations_for(ONE, CODECS, everything) == [of_base]
    assert registrations_for(replace(OTHER, name="cpp/other@2"), CODECS, everything) == [foreign]


def test_what_cannot_be_registered_is_refused_with_the_reason(machine: Machine) -> None:
    good = machine.library("a", "1.0", "one")
    assert examine(ONE, good) == Registration("cpp/one", good, "1.0")
    with pytest.raises(
        BadInput, match=r"One for cpp/other was not found in .*/a .*: one\.hpp was not found\."
    ):
        examine(OTHER, good)
    with pytest.raises(BadInput, match="is not a folder"):
        examine(ONE, machine.folder / "nowhere")
    (floor,) = (codec for codec in find_adapters(["java"]) if codec.floor)
    with pytest.raises(BadInput, match=r"^java/memcpy uses no library that another build could replace\.$"):
        examine(floor, good)
    odd = machine.library("a;b", "1.0", "one")
    with pytest.raises(BadInput, match="splits paths at semicolons"):
        examine(ONE, odd)


def test_a_current_release_is_listed_with_the_one_on_the_machine(machine: Machine) -> None:
    machine.found = {page: Availability(True, "1.0", "") for page in ("cpp/one", "cpp/one-compact")}
    path = machine.library("a", "2.0", "one", "one-compact")
    machine.built = {"cpp/one": path}
    assert names() == [
        ("cpp/one", ""),
        ("cpp/one@2.0", "a"),
        ("cpp/one-compact", ""),
        ("cpp/one-compact@2.0", "a"),
        ("cpp/other", ""),
    ]
    beside = with_registered(CODECS)[1]
    sets = ("latest", *ONE.sets)
    assert beside == replace(ONE, name="cpp/one@2.0", library_path=path, sets=sets, packages={})


def test_a_current_release_takes_the_place_of_the_one_on_the_machine_in_the_usual_sets(
    machine: Machine,
) -> None:
    machine.found = {"cpp/one": Availability(True, "1.0", "")}
    machine.built = {"cpp/one": machine.library("a", "2.0", "one")}
    usual = replace(ONE, sets=("default", "flow", "classic"))
    here, current = with_registered((usual,))
    assert (here.name, here.sets) == ("cpp/one", ("classic",))
    assert (current.name, current.sets) == ("cpp/one@2.0", ("latest", "default", "flow"))


def test_a_current_release_does_not_take_the_name_of_a_codec_that_is_not_here(machine: Machine) -> None:
    machine.built = {"cpp/other": machine.library("a", "2.0", "other")}
    assert names()[2:] == [("cpp/other", ""), ("cpp/other@2.0", "a")]


def test_a_release_that_is_here_already_is_not_listed_twice(machine: Machine) -> None:
    machine.found = {"cpp/other": Availability(True, "2.0", "")}
    machine.built = {"cpp/other": machine.library("a", "2.0", "other")}
    assert names()[2:] == [("cpp/other", "")]


def test_a_codec_that_does_not_work_with_the_current_release_goes_without(machine: Machine) -> None:
    machine.built = {"cpp/one": machine.library("a", "2.0", "one")}
    assert names() == [("cpp/one", ""), ("cpp/one@2.0", "a"), ("cpp/one-compact", ""), ("cpp/other", "")]
