"""Other releases of a codec's library: how they are locked, named, found again, and what a lock file of each
language becomes."""

import json
import re
import shutil
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from serbench.cli.about import _readme
from serbench.codecs.manifest import CodecManifest, file_of, files_of, load_manifest
from serbench.codecs.registrations import forget, load_registrations, register
from serbench.errors import BadInput, SerbenchError
from serbench.languages import languages
from serbench.languages.builder import Availability, Versions
from serbench.languages.go.modules import harness_of, with_harness
from serbench.languages.java import probe as java_probe
from serbench.languages.java.probe import write_sums
from serbench.languages.java.versions import at_version as pom_at
from serbench.languages.java.versions import classes_of
from serbench.languages.javascript.versions import at_version as package_at
from serbench.languages.python.versions import at_version as packages_at
from serbench.languages.python.versions import page_of, written
from serbench.languages.rust.versions import at_version as manifest_at
from serbench.languages.rust.versions import patched
from serbench.selection import choice
from serbench.selection.choice import codecs_named, select_codecs
from serbench.selection.discovery import find_adapters
from serbench.setup import libraries, versions
from serbench.setup.libraries import examine, require_registered, with_registered
from serbench.setup.versions import releases_of
from serbench.toolchain.releases import Pin, Registry, Release

MANIFEST = (
    'library = "l"\nformat = "f"\nlicence = "MIT"\nhomepage = "h"\nsets = ["default"]\ncalibrate = true\n'
)


def _found(codec: CodecManifest) -> Availability:
    return Availability(True, file_of(codec, "five.lock").read_text().split()[2], "")


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A language with the codec five, whose registry has every release before 9: what was locked."""
    calls: list[str] = []

    def lock(codec: CodecManifest, version: str, folder: Path) -> None:
        calls.append(f"{codec.name} {version}")
        (folder / "five.lock").write_text(f"half written: {version}")
        if version.startswith("9"):
            raise SerbenchError("no such release")
        (folder / "five.lock").write_text(f"five = {'4.2' if version == '4' else version}")
        (folder / "more").write_text("not of the codec")

    def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
        calls.append(f"{codec.name} {path.name}")
        if not (path / "library").exists():
            raise SerbenchError(f"{path.name} is no library")
        (folder / "five.lock").write_text(f"five = 4.9 {state}")

    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    builder = SimpleNamespace(
        versions=Versions(("five.lock",), lock, lock_build),
        pins=lambda codec: (Pin("toy", "five", file_of(codec, "five.lock").read_text().split()[2]),),
        probe=lambda codecs: {one.name: _found(one) for one in codecs},
        build_library=None,
        look_in=None,
        latest=None,
    )
    toys = Registry("toy", "Toys", lambda *_: None, listed=lambda *_: [Release("4.0")])  # type: ignore[arg-type]
    monkeypatch.setattr(versions, "registries", lambda: {"toy": toys})
    for module in (versions, libraries):
        monkeypatch.setattr(module, "language_of", lambda _: SimpleNamespace(builder=builder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "five").mkdir()
    (tmp_path / "five" / "codec.toml").write_text(MANIFEST)
    (tmp_path / "five" / "five.lock").write_text("five = 5.0")
    five = load_manifest("rust", tmp_path / "five")
    monkeypatch.setattr(choice, "find_codecs", lambda: with_registered((five,)))
    monkeypatch.setattr(choice, "find_adapters", lambda: (five,))
    return calls


def names(*patterns: str) -> list[str]:
    return [codec.name for codec in select_codecs(patterns)]


def test_a_release_is_locked_once_and_measured_beside_the_pinned_one(locked: list[str]) -> None:
    (pinned, older) = select_codecs(["rust/five", "rust/five@4.0"])
    assert (pinned.name, pinned.locked_in) == ("rust/five", None)
    assert (older.name, older.adapter, older.sets, older.calibrate) == (
        "rust/five@4.0",
        "rust/five",
        (),
        False,
    )
    assert file_of(older, "five.lock").read_text() == "five = 4.0"
    assert _readme(older) == _readme(pinned)
    # A lock has the files that the codec has, and no others.
    assert set(files_of(older)) == set(files_of(pinned)) == {"codec.toml", "five.lock"}
    assert files_of(older)["five.lock"] == b"five = 4.0"
    assert names("five@4.0") == ["rust/five@4.0"]
    assert locked == ["rust/five 4.0"]


def test_a_release_lacks_what_it_has_not_mended(locked: list[str], tmp_path: Path) -> None:
    lack = '[unsupported]\nzero = { before = "4.0", reason = "no sign" }\n'
    (tmp_path / "five" / "codec.toml").write_text(MANIFEST + lack)
    five = load_manifest("rust", tmp_path / "five")
    found = versions.versions_meant([five], ["rust/five@3.9", "rust/five@4.0"], lock=True)
    assert [one.unsupported for one in found] == [{"zero": "no sign"}, {}]


def test_only_a_pattern_with_a_version_means_locked_releases(locked: list[str]) -> None:
    names("rust/five@4.0", "rust/five@3.0")
    assert names("rust/five@*") == ["rust/five@3.0", "rust/five@4.0"]
    assert names("five@4*") == ["rust/five@4.0"]
    assert names("rust/*") == names("all") == names("default") == ["rust/five"]
    assert len(locked) == 2


def test_a_release_that_cannot_be_had_is_bad_input_and_leaves_nothing(locked: list[str]) -> None:
    way = "`./serbench list versions rust/five`"
    sentence = f"rust/five@9.0 is not available; {way} lists the releases. no such release"
    for _ in range(2):
        with pytest.raises(BadInput, match=f"^{re.escape(sentence)}$"):
            select_codecs(["rust/five@9.0"])
    assert locked == ["rust/five 9.0"] * 2
    with pytest.raises(BadInput, match=r'^No codec or set matches "rust/five@\*"; `./serbench list versions'):
        select_codecs(["rust/five@*"])


def test_a_release_that_is_withdrawn_is_said_to_be_whenever_it_is_named(
    locked: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[Pin] = []

    def withdrawn(pin: Pin, folder: Path) -> str:
        asked.append(pin)
        return {"4.0": "yanked: broken", "9.0": "yanked"}.get(pin.version, "")

    toys = Registry("toy", "Toys", lambda *_: None, withdrawn=withdrawn)  # type: ignore[arg-type]
    monkeypatch.setattr(versions, "registries", lambda: {"toy": toys})
    for _ in range(2):
        caplog.clear()
        assert set(names("rust/five@4.0", "rust/five@3.0")) == {"rust/five@3.0", "rust/five@4.0"}
        said = "five 4.0, of rust/five@4.0, is yanked: broken."
        assert [one.message for one in caplog.records if "locked in" not in one.message] == [said]
    assert [pin.version for pin in asked] == ["4.0", "3.0"]
    # The note is no file of the codec.
    assert set(files_of(select_codecs(["five@4.0"])[0])) == {"codec.toml", "five.lock"}
    # Some clients take none.
    way = "`./serbench list versions rust/five` lists the releases"
    sentence = f"rust/five@9.0 is not available: five 9.0 is yanked; {way}. no such release"
    with pytest.raises(BadInput, match=f"^{re.escape(sentence)}$"):
        select_codecs(["rust/five@9.0"])


def test_names_of_a_stranger_lock_nothing(locked: list[str]) -> None:
    with pytest.raises(BadInput, match=r"^No codec or set matches"):
        codecs_named({"rust/five@4.0"})
    assert not locked
    select_codecs(["rust/five@4.0"])
    assert [codec.name for codec in codecs_named({"rust/five@4.0"})] == ["rust/five@4.0"]


@pytest.mark.parametrize("version", ["-x", "../4", "4/../../x", "4 5", "^4", "latest", "4.9+local"])
def test_what_is_no_version_is_not_locked(locked: list[str], version: str) -> None:
    with pytest.raises(BadInput, match=r"^No codec or set matches"):
        select_codecs([f"rust/five@{version}"])
    assert not locked


def test_a_release_is_locked_again_where_the_checkout_pins_something_else(locked: list[str]) -> None:
    (older,) = select_codecs(["rust/five@4.0"])
    (older.folder / "five.lock").write_text("five = 5.1")
    with pytest.raises(BadInput, match=r"^No codec or set matches"):
        codecs_named({"rust/five@4.0"})
    (again,) = select_codecs(["rust/five@4.0"])
    assert again.locked_in != older.locked_in and len(locked) == 2


def test_a_part_of_a_version_names_no_release(locked: list[str]) -> None:
    with pytest.raises(BadInput, match=r"4 is no release of five, but 4\.2 is one\.$") as told:
        select_codecs(["rust/five@4"])
    assert "rust/five@4 is not available" in str(told.value)


def test_a_build_is_measured_until_it_is_forgotten_and_locked_again_when_it_changes(
    locked: list[str], tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (five,) = select_codecs(["five"])
    with pytest.raises(BadInput, match=r"^rust/five cannot use \S+mine: mine is no library$"):
        examine(five, mine)
    (mine / "library").write_text("one")
    register(examine(five, mine))
    assert names("five@*") == ["rust/five@4.9+local"]
    (build,) = select_codecs(["rust/five@4.9+local"])
    assert (build.adapter, build.library_path, build.sets) == ("rust/five", mine, ())
    (mine / "library").write_text("another")
    (changed,) = select_codecs(["rust/five@4.9+local"])
    assert file_of(changed, "five.lock").read_bytes() != file_of(build, "five.lock").read_bytes()
    assert locked == ["rust/five mine"] * 3

    (mine / "library").unlink()
    (broken,) = select_codecs(["rust/five@*local"])
    way = f"`./serbench setup --with rust/five={mine}` says why"
    with pytest.raises(SerbenchError, match=rf"^{mine} cannot be used as it is; {way}\.$"):
        file_of(broken, "five.lock")
    shutil.rmtree(mine)
    (absent,) = select_codecs(["rust/five@4.9+local"])
    gone = f"{mine}, where its library was registered, no longer exists"
    with pytest.raises(SerbenchError, match=rf"^{gone}; `\./serbench setup --without rust/five={mine}` "):
        file_of(absent, "five.lock")
    with pytest.raises(BadInput, match=rf"^rust/five@4\.9\+local is not available: {gone}; "):
        require_registered([absent])
    forget(load_registrations())
    assert names("rust/*") == ["rust/five"]


def test_releases_are_listed_with_the_one_that_is_pinned(locked: list[str]) -> None:
    (five,) = select_codecs(["five"])
    assert releases_of(five) == ("five", "5.0", [Release("4.0")])


def test_releases_have_the_numbers_of_the_library(locked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2024, 2, 1)
    listed = [Release("4.0", day, "yanked"), Release("4.1")]
    toys = Registry("toy", "Toys", lambda *_: None, listed=lambda *_: listed)  # type: ignore[arg-type]
    builder = SimpleNamespace(
        versions=Versions(
            (),
            lambda *_: None,
            pin=lambda codec: Pin("toy", "py-five", "0.2" if codec.locked_in else ""),
            numbers=lambda _: {"0.10": "5.0", "0.2": "4.0"},
        ),
        probe=lambda codecs: {one.name: Availability(True, "0.10", "") for one in codecs},
        build_library=lambda *_: None,
    )
    (five,) = select_codecs(["five"])
    monkeypatch.setattr(versions, "language_of", lambda _: SimpleNamespace(builder=builder))
    monkeypatch.setattr(versions, "registries", lambda: {"toy": toys})
    assert releases_of(five) == ("py-five", "0.10", [Release("0.2", day, "yanked"), Release("0.10")])
    monkeypatch.setattr(choice, "find_codecs", lambda: (five, replace(five, name="rust/five@0.3")))
    monkeypatch.setattr(choice, "find_adapters", lambda: (replace(five, packages={"debian": ("five",)}),))
    (older,) = select_codecs(["five@0.2"])
    assert (older.name, older.packages) == ("rust/five@0.2", {})
    # A registered library keeps the name that it has.
    assert names("rust/five@*") == ["rust/five@0.2", "rust/five@0.3"]


def test_packages_of_the_librarys_version_move_with_it() -> None:
    cargo = '[package]\nversion = "6.1"\n[dependencies]\na = "=6.1"\nb = { version = "=6.1" }\nc = "=6.10"\n'
    moved = cargo.replace('"=6.1"', '"=5.9"')
    assert manifest_at(cargo, "6.1", "5.9") == moved and '"=6.10"' in moved
    pom = "<version>1</version><version>6.1</version><a.version>6.1</a.version><version>6.10</version>"
    assert pom_at(pom, "6.1", "5.9") == pom.replace(">6.1<", ">5.9<")
    package = {
        "dependencies": {"a": "6.1", "c": "2.0"},
        "devDependencies": {"b": "6.1"},
        "engines": {"node": "6.1"},
    }
    assert json.loads(package_at(json.dumps(package), "6.1", "5.9")) == {
        "dependencies": {"a": "5.9", "c": "2.0"},
        "devDependencies": {"b": "5.9"},
        "engines": {"node": "6.1"},
    }
    assert packages_at((("a", "6.1"), ("c", "2.0"), ("b", "6.1")), "5.9") == (
        ("a", "5.9"),
        ("c", "2.0"),
        ("b", "5.9"),
    )


def chosen(name: str, version: str, sha256: str | None) -> dict[str, object]:
    hashes = {"sha256": sha256} if sha256 else {}
    return {
        "metadata": {"name": name, "version": version},
        "download_info": {"archive_info": {"hashes": hashes}},
    }


def test_what_pip_chose_is_pinned_by_its_hashes() -> None:
    report = {"install": [chosen("needed", "1", "a" * 64), chosen("My_Lib", "2", "b" * 64)]}
    assert written(report, ["my-lib"]) == (
        f"My_Lib==2 --hash=sha256:{'b' * 64}\nneeded==1 --hash=sha256:{'a' * 64}  # indirect\n"
    )
    with pytest.raises(SerbenchError, match=r"^pip names no SHA-256 of needed\.$"):
        written({"install": [chosen("needed", "1", None)]}, [])


def test_a_wheel_of_the_users_is_linked_with_its_hash() -> None:
    page = page_of("five-1.0+a-py3-none-any.whl", "f" * 64)
    assert f'href="five-1.0%2Ba-py3-none-any.whl#sha256={"f" * 64}"' in page


def test_a_module_keeps_the_place_of_its_harness() -> None:
    text = "module x\n\nreplace serbench/harness => ../../harness\n"
    elsewhere = with_harness(text)
    assert elsewhere != text and with_harness(elsewhere, harness_of(text)) == text


def test_a_jar_that_is_not_the_locked_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    jar, pom = tmp_path / "a-1.jar", tmp_path / "pom.xml"
    jar.write_bytes(b"as it was")
    dependency = "<dependencies><dependency><artifactId>a</artifactId></dependency></dependencies>"
    pom.write_text(f'<project xmlns="http://maven.apache.org/POM/4.0.0">{dependency}</project>')
    write_sums([jar], tmp_path)
    monkeypatch.setattr(java_probe, "_resolve", lambda *_: str(jar))
    jar.write_bytes(b"another")
    with pytest.raises(SerbenchError, match=r"a-1\.jar is not the file that was locked in .*jars\.sha256\.$"):
        java_probe.artifacts_of(pom, "x", "runtime")
    jar.write_bytes(b"as it was")
    assert java_probe.artifacts_of(pom, "x", "runtime") == (jar,)


MOVED: dict[str, tuple[str, Callable[[str, str, str], str]]] = {
    "rust": ("Cargo.toml", manifest_at),
    "java": ("pom.xml", pom_at),
    "javascript": ("package.json", package_at),
}


@pytest.mark.parametrize("language", MOVED)
def test_the_lock_files_of_each_codec_say_what_is_pinned(language: str) -> None:
    name, at = MOVED[language]
    builder = next(one for one in languages() if one.name == language).builder
    pinned = [(codec, builder.pins(codec)) for codec in find_adapters([language])]
    libraries = [(codec, pins[0].version) for codec, pins in pinned if pins]
    assert len(libraries) > 15
    unmoved = [
        codec.name
        for codec, version in libraries
        if "0.0.77" not in at(file_of(codec, name).read_text(), version, "0.0.77")
    ]
    assert unmoved == []


def test_folders_of_crates_may_have_any_name() -> None:
    folders = {"five": "/tmp/a 'b\" é😀$(x)\\", "six": "/six"}
    assert tomllib.loads(patched(folders)) == {name: {"path": path} for name, path in folders.items()}


def test_classes_of_a_jar_are_those_of_its_packages(tmp_path: Path) -> None:
    jar = tmp_path / "five.jar"
    with zipfile.ZipFile(jar, "w") as content:
        for name in ("module-info.class", "META-INF/versions/9/a/B.class", "a/B.class", "a/b.txt"):
            content.writestr(name, b"")
    assert classes_of(jar) == {"a/B.class"}
    jar.write_bytes(b"PK")
    with pytest.raises(SerbenchError, match=r"five\.jar cannot be read: "):
        classes_of(jar)
