"""``setup --with`` and what follows from it, over CMake and the compiler: a library of headers whose second
version is made here."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from serbench.builds.runners import build_runners
from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.registrations import registrations_file
from serbench.codecs.runner import Runner
from serbench.corpus.workload import find_workloads
from serbench.engine.describe import Description, describe
from serbench.languages.builder import Availability
from serbench.languages.cpp.probe import library_state, probe
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs

pytestmark = pytest.mark.slow
CODEC, HEADERS = "cpp/cereal", Path("/usr/include/cereal")


@pytest.fixture
def second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the machine's headers under another version."""
    if not HEADERS.is_dir():
        pytest.skip(f"{HEADERS} is not on this machine")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    library_state.cache_clear()
    shutil.copytree(HEADERS, tmp_path / "second" / "include" / HEADERS.name)
    header = tmp_path / "second" / "include" / HEADERS.name / "version.hpp"
    header.write_text(re.sub(r"(_VERSION_PATCH) \d+", r"\1 99", header.read_text()))
    return tmp_path / "second"


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["list", "codecs", "--json"]) == 0
    return {one["codec"]: one for one in json.loads(capsys.readouterr().out)}


def codec_of(name: str) -> CodecManifest:
    return next(codec for codec in find_codecs(["cpp"]) if codec.name == name)


def test_a_second_version_is_listed_built_and_forgotten(
    second: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = listed(capsys)
    found = before[CODEC]
    beside = f"{CODEC}@{re.sub(r'[.][0-9]+$', '.99', found['version'])}"
    assert main(["setup", "--with", f"{CODEC}={second}"]) == 0
    said = capsys.readouterr()
    assert f"{beside}: ready ({beside.partition('@')[2]}, from {second})\n" in said.out
    assert f"{second} is registered for {CODEC} in " in said.err
    now = listed(capsys)
    assert now[CODEC] == found
    assert now[beside] == found | {
        "codec": beside,
        "version": beside.partition("@")[2],
        "default": False,
        "sets": [],
    }
    assert beside in {codec.name for codec in select_codecs([f"{CODEC}*"])}

    workloads = find_workloads(["tour-oneof"])
    ours, theirs = build_runners([codec_of(CODEC), codec_of(beside)], workloads, jobs=2)
    assert isinstance(ours, Runner) and isinstance(theirs, Runner)
    assert (theirs.codec, ours.product_key == theirs.product_key) == (beside, False)
    description = describe(theirs)
    assert isinstance(description, Description)
    assert description.libraries == {"cereal": beside.partition("@")[2]}
    assert main(["verify", "tour-oneof", "--codecs", f"{CODEC},{beside}", "--quiet"]) == 0
    assert main(["show", beside, "record"]) == 0

    assert main(["setup", "--without", beside]) == 0
    assert listed(capsys) == before


def test_another_state_of_the_headers_is_another_product(second: Path) -> None:
    assert main(["setup", "--quiet", "--with", f"{CODEC}={second}"]) == 0
    name = next(codec.name for codec in find_codecs(["cpp"]) if codec.library_path and codec.adapter == CODEC)
    workloads = find_workloads(["tour-oneof"])
    (before,) = build_runners([codec_of(name)], workloads, jobs=2)
    header = second / "include" / HEADERS.name / "cereal.hpp"
    header.write_text(header.read_text() + "\n// Another state.\n")
    library_state.cache_clear()
    (after,) = build_runners([codec_of(name)], workloads, jobs=2)
    assert isinstance(before, Runner) and isinstance(after, Runner)
    assert before.product_key != after.product_key


def test_a_folder_that_is_gone_leaves_a_codec_with_the_reason(
    second: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", "--quiet", "--with", f"{CODEC}={second}"]) == 0
    name = next(codec.name for codec in find_codecs(["cpp"]) if codec.library_path and codec.adapter == CODEC)
    shutil.rmtree(second)
    way = f"`./serbench setup --without {CODEC}={second}` removes it"
    reason = f"{second}, where its library was registered, no longer exists; {way}"
    assert probe([codec_of(name)]) == {name: Availability(False, "", reason)}
    assert (listed(capsys)[name]["available"], listed(capsys)[name]["reason"]) == (False, reason)
    # Named in full it is a failed row, by a pattern alone it ends the command.
    for word, status in ((name, 1), (f"{name}*", 2)):
        assert main(["verify", "tour-oneof", "--codecs", word, "--quiet"]) == status
        said = capsys.readouterr()
        assert reason in (said.out if status == 1 else said.err)
    # What serves a codec next to a version that is gone stays what it was.
    assert listed(capsys)[CODEC]["available"]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        (
            "cpp/cereal={empty}",
            "cereal for cpp/cereal was not found in {empty} or its include, lib and bin: the one",
        ),
        ("memcpy={empty}", "this codec takes no library."),
        ("ceraal={empty}", "There is no codec ceraal; did you mean cereal?"),
        ("cpp/cereal={empty}/no", "{empty}/no is not a folder, so cpp/cereal has no library there."),
        ("cpp/cereal", '"--with cpp/cereal" names no library; use LANG/NAME=PATH.'),
        ("java/kryo={empty}", "java/kryo cannot use {empty}: {empty} has no kryo-empty.jar."),
    ],
)
def test_what_holds_no_library_is_refused_and_nothing_is_registered(
    word: str, sentence: str, second: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    good = ["--with", f"{CODEC}={second}"]
    assert main(["setup", *good, "--with", word.format(empty=empty)]) == 2
    assert sentence.format(empty=empty) in capsys.readouterr().err
    assert not registrations_file().exists()
    assert main(["setup", "--without", CODEC]) == 2
    assert "no library is registered." in capsys.readouterr().err
