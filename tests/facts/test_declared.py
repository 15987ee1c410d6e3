"""Facts that manifests declare: source and day, the base's facts, the format's, and what they cannot say."""

from pathlib import Path

import pytest

from serbench.codecs.manifest import load_manifest
from serbench.errors import SerbenchError
from serbench.facts.declared import FORMATS, declared_by_codec, declared_by_format
from serbench.facts.known import known_facts
from serbench.selection.discovery import find_adapters

CODEC = 'library = "{}"\nformat = "five"\nlicence = "MIT"\nhomepage = "https://five.example"\n'
EVIDENCE = 'source = "https://five.example/docs"\ndate = 2026-11-27\n'
SOUND = f'[facts]\n{EVIDENCE}types = ["serde"]\nno_std = true\n'


def written(folder: Path, library: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "codec.toml").write_text(CODEC.format(library) + text, encoding="utf-8")
    return folder


def test_facts_share_a_source_and_may_have_their_own(tmp_path: Path) -> None:
    own = 'stable = { value = false, source = "https://five.example/stable", date = 2026-11-26 }\n'
    facts = declared_by_codec(load_manifest("rust", written(tmp_path / "five", "five", SOUND + own)))
    assert {name: fact.value for name, fact in facts.items()} == {
        "types": ("serde",),
        "no_std": True,
        "stable": False,
    }
    assert facts["no_std"].to_json() == {
        "value": True,
        "how": "declared",
        "source": "https://five.example/docs",
        "date": "2026-11-27",
    }
    assert facts["stable"].to_json()["date"] == "2026-11-26"


@pytest.mark.parametrize(("library", "has_base_facts"), [("five", True), ("six", False)])
def test_a_variant_has_the_facts_of_its_base_if_it_is_the_same_library(
    tmp_path: Path, library: str, has_base_facts: bool
) -> None:
    written(tmp_path / "five", "five", SOUND)
    folder = written(tmp_path / "five-fast", library, f'base = "five"\n[facts]\n{EVIDENCE}no_std = false\n')
    facts = declared_by_codec(load_manifest("rust", folder))
    assert facts["no_std"].value is False
    assert ("types" in facts) == has_base_facts


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("[facts]\nno_std = true\n", "no_std needs a value, a source and a date"),
        (f"[facts]\n{EVIDENCE}no_std = {{ value = true, why = 1 }}\n", "no_std needs a value"),
        (f"[facts]\n{EVIDENCE}colour = 1\n", '"colour" is not a fact'),
        (f'[facts]\n{EVIDENCE}types = ["magic"]\n', "types cannot be"),
        (f'[facts]\n{EVIDENCE}stable = "yes"\n', "stable cannot be"),
        (SOUND.replace("https:", "http:"), "does not begin"),
        (SOUND.replace("2026-11-27", '"2026-11-27"'), "not a day"),
    ],
)
def test_a_table_without_evidence_is_refused(tmp_path: Path, table: str, said: str) -> None:
    codec = load_manifest("rust", written(tmp_path / "five", "five", table))
    with pytest.raises(SerbenchError, match=r"codec.toml has a table \[facts\] that is invalid") as refused:
        declared_by_codec(codec)
    assert said in str(refused.value)


def test_a_format_has_a_manifest_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "five.toml").write_text(f"[facts]\n{EVIDENCE}portable = true\n")
    assert declared_by_format("five", tmp_path)["portable"].value is True
    assert declared_by_format("six", tmp_path) == {}
    (tmp_path / "six.toml").write_text("portable = true\n")
    with pytest.raises(SerbenchError, match="needs a table"):
        declared_by_format("six", tmp_path)


def test_other_keys_of_a_manifest_are_facts_too() -> None:
    codecs = find_adapters()
    by_name = {codec.name: codec for codec in codecs}
    postcard = known_facts(by_name["rust/postcard"], codecs)
    values = {name: fact.value for name, fact in postcard.items()}
    assert (values["licence"], values["schema_needed"], values["text"]) == ("MIT OR Apache-2.0", True, False)
    assert values["reach"] == ("rust",)
    assert postcard["released"].source == "src/serbench/toolchain/pinned_days.toml"
    assert known_facts(by_name["go/avro"], codecs)["ended"].value.startswith("2026-01: ")
    assert known_facts(by_name["go/json"], codecs)["ended"].value == ""
    everywhere = known_facts(by_name["rust/json"], codecs)["reach"].value
    assert everywhere == ("cpp", "go", "java", "javascript", "python", "rust")


@pytest.mark.parametrize(
    ("name", "is_dynamic", "source"),
    [
        ("java/protobuf", True, "https://protobuf.dev/"),
        ("rust/protobuf", False, "https://github.com/tokio-rs/prost"),
        ("go/flatbuffers", False, "https://flatbuffers.dev/"),
        ("cpp/flatbuffers", True, "https://flatbuffers.dev/"),
        ("go/handcoded", False, "go/codecs/handcoded/codec.toml"),
    ],
)
def test_a_schema_alone_does_not_say_that_types_are_fixed(name: str, is_dynamic: bool, source: str) -> None:
    codecs = find_adapters()
    facts = known_facts({codec.name: codec for codec in codecs}[name], codecs)
    assert facts["dynamic"].value is is_dynamic
    assert facts["dynamic"].source.startswith(source)
    thrift = next(codec for codec in codecs if codec.name == "go/thrift-binary")
    assert "dynamic" not in known_facts(thrift, codecs)


def test_every_manifest_is_valid_and_every_format_that_declares_has_codecs() -> None:
    codecs = find_adapters()
    facts = {codec.name: known_facts(codec, codecs) for codec in codecs}
    assert min(len(of_codec) for of_codec in facts.values()) >= 3
    declaring = {path.stem for path in FORMATS.glob("*.toml")}
    assert "json" in declaring
    assert declaring <= {codec.format for codec in codecs}
