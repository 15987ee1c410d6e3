"""The licences of packages, as each language's packages declare them."""

from pathlib import Path

import pytest

from serbench.facts.footprint import dependency_licences, licence_words
from serbench.languages.python.licences import licences_in
from serbench.languages.rust.licences import licence_in, licences_of
from serbench.selection.discovery import find_adapters

CODECS = {codec.name: codec for codec in find_adapters()}


@pytest.mark.parametrize(
    ("manifest", "licence"),
    [
        ('[package]\nlicense = "MIT/Apache-2.0"', "MIT OR Apache-2.0"),
        ('[package]\nlicense = "MIT"', "MIT"),
        ('[package]\nlicense-file = "LICENSE"', ""),
        ("[workspace]", ""),
    ],
)
def test_crates_name_theirs_in_their_manifest(manifest: str, licence: str) -> None:
    assert licence_in(manifest) == licence


def test_crates_that_are_not_fetched_say_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    assert dependency_licences(CODECS["rust/postcard"]) is None
    crate = tmp_path / "registry" / "src" / "index" / "postcard-1.2.0"
    crate.mkdir(parents=True)
    (crate / "Cargo.toml").write_text('[package]\nlicense = "MIT OR Apache-2.0"')
    assert licences_of(CODECS["rust/postcard"]) == {"MIT OR Apache-2.0"}
    assert dependency_licences(CODECS["rust/postcard"]) == ("Apache-2.0 OR MIT",)
    (crate / "Cargo.toml").write_text("[package]")
    assert dependency_licences(CODECS["rust/postcard"]) == ("none",)


def test_the_newest_field_of_a_package_of_python_counts(tmp_path: Path) -> None:
    classified = "Classifier: License :: OSI Approved :: MIT License"
    packages = {
        "New_Name": f"License-Expression: BSD-3-Clause\nLicense: x\n{classified}",
        "old": f"License: Apache 2.0\n{classified}",
        "whole-text": f"License: {'word ' * 40}\n{classified}",
        "silent": "Summary: nothing",
        "other": "License: ISC",
    }
    for name, fields in packages.items():
        place = tmp_path / "lib" / f"{name}-1.dist-info"
        place.mkdir(parents=True)
        (place / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\n{fields}\n")
    wanted = frozenset(["new-name", "old", "whole-text", "silent"])
    assert licences_in(tmp_path, wanted) == {"BSD-3-Clause", "Apache 2.0", "MIT License", ""}


def test_packages_of_javascript_name_theirs_in_the_lock() -> None:
    assert dependency_licences(CODECS["javascript/msgpack"]) == ("ISC",)
    assert dependency_licences(CODECS["javascript/json"]) is None
    assert dependency_licences(CODECS["go/json"]) is None


@pytest.mark.parametrize(
    ("licence", "words"),
    [
        ("MIT OR Apache-2.0", "Apache-2.0 OR MIT"),
        ("(MIT OR Apache-2.0)", "Apache-2.0 OR MIT"),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0"),
        ("MIT AND (Zlib)", "MIT AND (Zlib)"),
        ("", ""),
    ],
)
def test_one_choice_has_one_spelling(licence: str, words: str) -> None:
    assert licence_words(licence) == words
