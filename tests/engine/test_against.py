"""A second set of executables: of another checkout, or of a run whose executables are in the cache."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from serbench.cache.entries import seal
from serbench.cache.products import product_path
from serbench.codecs.runner import Runner
from serbench.engine.against import Against, against, against_again, built_elsewhere, codec_of, of_run
from serbench.errors import BadInput
from serbench.record.run_folder import RunFolder

OWN, OTHER, GONE = "a" * 32, "b" * 32, "c" * 32
KEY = ("java/x", "record")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that has the executables OWN and OTHER."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    for key in (OWN, OTHER):
        product_path(key).parent.mkdir(parents=True)
        product_path(key).write_text("code")
        seal(product_path(key).parent)
    return tmp_path / "cache"


def own() -> Runner:
    command = ("/usr/bin/java", "-Xmx1g", "-cp", f"{product_path(OWN).parent}/classes:/m2/x.jar", "Runner")
    return Runner(command, *KEY, "s" * 64, OWN)


def recorded(key: object, **more: object) -> list[dict[str, Any]]:
    classes = f"$CACHE/runners/{key}/classes:/m2/x.jar"
    words = ["/usr/bin/java", "-Xmx1g", "-cp", classes, "Runner"]
    return [{"codec": KEY[0], "workload": KEY[1], "product_key": key, "command": words, **more}]


def of(records: list[dict[str, Any]]) -> Against:
    return of_run("then", records, {KEY: own()})


def test_an_executable_of_a_run_is_started_as_this_checkout_starts_its_own() -> None:
    found = of(recorded(OTHER)).runners[KEY]
    assert found.command[3] == f"{product_path(OTHER).parent}/classes:/m2/x.jar"
    assert (found.product_key, found.codec) == (OTHER, "java/x")
    assert of(recorded(OWN)).runners[KEY] == own()


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([], "then has no java/x for record."),
        (recorded(GONE), "The executable of java/x for record that then measured is no longer in the cache."),
        (recorded("../../x"), "The executable of java/x for record that then measured is no longer"),
        (recorded(""), "is no longer in the cache."),
        (recorded(OTHER, command=["/bin/sh", "-c", "evil"]), "then started java/x for record in another way"),
        (recorded(OTHER, command=[]), "then started java/x for record in another way"),
    ],
)
def test_what_a_record_names_is_not_started(records: list[dict[str, Any]], reason: str) -> None:
    found = of(records)
    assert not found.runners
    assert reason in found.lacking[KEY]


def test_a_damaged_executable_is_not_started(cache: Path) -> None:
    product_path(OTHER).write_text("changed")
    assert "is no longer in the cache" in of(recorded(OTHER)).lacking[KEY]


def checkout(folder: Path, printed: str, status: int = 0) -> Path:
    folder.mkdir()
    (folder / "document").write_text(printed)
    script = f'#!/bin/sh\nprintf "%s\\n" "$@" > asked\necho "No room." >&2\ncat document\nexit {status}\n'
    (folder / "serbench").write_text(script)
    (folder / "serbench").chmod(0o755)
    return folder


def silent(_step: str) -> None:
    """Tells nobody."""


def built(folder: Path) -> Against:
    return built_elsewhere(folder, {KEY: own(), ("java/y", "record"): own()}, 3, silent)


def test_another_checkout_builds_and_its_command_is_taken(tmp_path: Path) -> None:
    words = ["/usr/bin/java", "-cp", f"/c/runners/{OTHER}/classes", "Runner"]
    document = {"runners": [{"codec": KEY[0], "workload": KEY[1], "command": words, "new": 1}]}
    there = checkout(tmp_path / "before", json.dumps(document), status=1)
    found = built(there)
    assert (there / "asked").read_text().split() == [
        *("build", "record", "--codecs", "java/x,java/y", "--json", "--quiet", "-j", "3")
    ]
    assert (found.name, found.checkout) == ("before", there)
    assert found.runners == {KEY: replace(own(), command=tuple(words), product_key=OTHER)}
    assert found.lacking == {("java/y", "record"): f"{there} does not build java/y for record."}


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("", "before/serbench could not build: No room."),
        ("[]", "before/serbench build printed: []: expected object"),
        ("{", "before/serbench build printed cannot be read"),
        ('{"runners": [{"codec": "x", "workload": "w", "command": []}]}', "is not the name of a codec"),
        ('{"runners": [{"codec": "a/x", "workload": "w", "command": 3}]}', "runners[0].command: 3: expected"),
    ],
)
def test_a_checkout_that_builds_nothing_is_a_sentence(tmp_path: Path, printed: str, sentence: str) -> None:
    with pytest.raises(BadInput) as found:
        built(checkout(tmp_path / "before", printed))
    assert sentence in str(found.value)


def test_a_source_that_is_nothing_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\(a folder with \./serbench\); nowhere is neither"):
        against("nowhere", [own()], 1, silent)
    nothing = checkout(tmp_path / "before", '{"runners": []}')
    with pytest.raises(
        BadInput, match=f"Nothing can be measured against {nothing}: .* does not build java/x"
    ):
        against(str(nothing), [own()], 1, silent)


def resumed(tmp_path: Path, records: list[dict[str, Any]], checkout: str | None = None) -> Against | None:
    second = {"name": "then", "checkout": checkout, "runners": records}
    return against_again(RunFolder(tmp_path / "run", {"against": second}, []), [own()], 1, silent)


def test_a_run_goes_on_with_what_it_was_measured_against(tmp_path: Path) -> None:
    found = resumed(tmp_path, recorded(OTHER))
    assert found and found.runners[KEY].product_key == OTHER
    assert against_again(RunFolder(tmp_path / "run", {}, []), [own()], 1, silent) is None


def test_a_checkout_that_no_command_has_named_is_not_started(tmp_path: Path) -> None:
    there = checkout(tmp_path / "before", '{"runners": []}')
    with pytest.raises(BadInput, match="which no command on this machine has named"):
        resumed(tmp_path, recorded(OTHER), str(there))
    assert not (there / "asked").exists()


def test_a_codec_and_its_second_executable_have_the_same_name() -> None:
    assert codec_of("java/x (against)") == codec_of("java/x") == "java/x"
