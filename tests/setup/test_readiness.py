"""The codecs to expect once everything is installed, over answers of a machine that is made up."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes.tiny import codec

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput, SerbenchError
from serbench.languages.builder import Availability, Tell
from serbench.languages.cpp.source_recipe import SourceRecipe
from serbench.setup import readiness
from serbench.setup.readiness import expected_lacks, require_some_ready
from serbench.toolchain.packages import InstallOutcome
from serbench.toolchain.requirements import MissingToolchain, Toolchain

SUPPLIED = codec("supplied", packages={"debian": ("libsupplied-dev",)})
OUTDATED = codec("outdated", packages={"debian": ("libhere-dev",)})
UNKNOWN = replace(codec("unknown"), folder=Path("unknown"))
HERE = codec("here")
RECIPE = SourceRecipe("Five", "1.0-1", "00", debian="five")


def of_machine(monkeypatch: pytest.MonkeyPatch, installs: bool, recipe: SourceRecipe | None = None) -> None:
    """A machine with ``cpp/here`` and the package libhere-dev."""
    values: dict[str, object] = {
        "availability": lambda codecs: {
            one.name: Availability(one.name == "cpp/here", "", f"no {one.name}") for one in codecs
        },
        "toolchain": lambda language: Toolchain(language, ()),
        "missing_packages": lambda names: tuple(name for name in names if name != "libhere-dev"),
        "may_install": lambda: installs,
        "has_recipe": lambda codec: recipe is not None and codec.name == codec.adapter,
    }
    for name, value in values.items():
        monkeypatch.setattr(readiness, name, value)


def lacking(*codecs: CodecManifest) -> dict[str, str]:
    return expected_lacks(codecs)


def test_floors_alone_are_nothing_that_anybody_asked_for() -> None:
    floor, lacking = codec("floor", traits=("floor",)), {"cpp/unknown": "its folder is gone"}
    with pytest.raises(
        BadInput, match=r"^None of these codecs is available here; cpp/unknown: its folder is gone$"
    ):
        require_some_ready([UNKNOWN, floor], lacking, ())
    require_some_ready([UNKNOWN, floor], lacking, {"cpp/unknown"})
    require_some_ready([UNKNOWN, HERE], lacking, ())
    require_some_ready([floor], {}, ())
    with pytest.raises(BadInput, match="cpp/floor: no compiler"):
        require_some_ready([floor], {"cpp/floor": "no compiler"}, ())


def test_what_the_distribution_would_supply_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=True)
    assert lacking(SUPPLIED, OUTDATED, UNKNOWN, HERE) == {
        "cpp/outdated": "no cpp/outdated (Debian: libhere-dev)",
        "cpp/unknown": "no cpp/unknown",
    }


def test_a_language_that_cannot_look_for_libraries_costs_its_own_codecs_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def probe(codecs: object) -> dict[str, Availability]:
        raise SerbenchError("CMake could not search for C++ libraries: it splits the path.")

    other = replace(codec("other"), name="go/other")
    builders = {
        "cpp": SimpleNamespace(builder=SimpleNamespace(probe=probe)),
        "go": SimpleNamespace(
            builder=SimpleNamespace(probe=lambda codecs: {"go/other": Availability(True, "1", "")})
        ),
    }
    monkeypatch.setattr(readiness, "language_named", builders.__getitem__)
    monkeypatch.setattr(readiness, "toolchain", lambda language: Toolchain(language, ()))
    assert readiness.availability([HERE, other]) == {
        "cpp/here": Availability(False, "", "CMake could not search for C++ libraries: it splits the path."),
        "go/other": Availability(True, "1", ""),
    }


def test_without_the_right_to_install_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=False)
    assert list(lacking(SUPPLIED, UNKNOWN, HERE)) == ["cpp/supplied", "cpp/unknown"]


def test_a_library_that_is_built_from_source_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=False, recipe=RECIPE)
    elsewhere = replace(UNKNOWN, name="cpp/unknown@mine")
    assert list(lacking(SUPPLIED, UNKNOWN, elsewhere)) == ["cpp/supplied", "cpp/unknown@mine"]


@pytest.mark.parametrize(("packages", "left"), [(("g++",), []), ((), ["cpp/supplied"])])
def test_a_toolchain_of_packages_is_expected(
    monkeypatch: pytest.MonkeyPatch, packages: tuple[str, ...], left: list[str]
) -> None:
    of_machine(monkeypatch, installs=True)
    missing = MissingToolchain("cpp", "cpp: no compiler.", packages)
    monkeypatch.setattr(readiness, "toolchain", lambda language: missing)
    assert list(lacking(SUPPLIED)) == left


def test_what_the_project_pins_of_a_toolchain_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=True)
    steps: list[str] = []
    told: list[str] = []

    def install(step: Tell) -> None:
        step("Installing it")
        raise SerbenchError("npm cannot install it: no network")

    found = SimpleNamespace(builder=SimpleNamespace(install_tools=install))
    monkeypatch.setattr(readiness, "language_named", lambda language: found)
    assert readiness.make_ready([HERE], tell=told.append, step=steps.append) == {}
    assert (steps, told) == (["Installing it"], ["npm cannot install it: no network"])


def test_set_up_says_beforehand_what_it_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=True)
    said: list[str] = []

    def install(names: list[str], tell: Tell) -> InstallOutcome:
        tell(f"Installs {' '.join(names)}.")
        return InstallOutcome()

    monkeypatch.setattr(readiness, "_install_toolchains", lambda languages, tell, step: None)
    monkeypatch.setattr(readiness, "install_packages", install)
    readiness.make_ready([SUPPLIED, HERE], tell=said.append)
    assert said == ["Installs libsupplied-dev."]


def test_set_up_that_may_not_install_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine(monkeypatch, installs=False)
    monkeypatch.setattr(readiness, "_install_toolchains", lambda languages, tell, step: None)
    forbidden = InstallOutcome(missing=("libsupplied-dev",), command="sudo apt-get install x", detail="No.")
    monkeypatch.setattr(readiness, "install_packages", lambda names, step: forbidden)
    said: list[str] = []
    lacking = readiness.make_ready([SUPPLIED], tell=said.append)
    assert said == ["No. Install with: sudo apt-get install x"]
    assert lacking == {"cpp/supplied": "no cpp/supplied (Debian: libsupplied-dev)"}
