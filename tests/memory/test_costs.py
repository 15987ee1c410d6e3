"""The costs of codecs besides time, from the emitted messages of fakes and from files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import codec, make_corpus, runner

from serbench.cache.products import product_path
from serbench.engine.describe import Description, Subject
from serbench.experiments.memory.costs import Compressed, Costs, adapter_lines, measured_costs

NOTHING = Description({}, "utf8", {}, {}, ())


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def subject(tmp_path: Path, fake: str) -> Subject:
    return Subject(runner(fake), NOTHING, make_corpus(tmp_path / "corpus"))


def test_messages_are_compressed_only_where_it_is_asked_for(tmp_path: Path) -> None:
    subjects = {("cpp/honest", "tiny"): subject(tmp_path, "honest")}
    (plain,) = measured_costs([codec("honest")], subjects, compress=False, tell=str)
    assert plain.compressed == ()
    (compressed,) = measured_costs([codec("honest")], subjects, compress=True, tell=str)
    assert [of.compressor for of in compressed.compressed] == ["zstd-3", "gzip-6"]
    # Four bytes do not get smaller; gzip's header and trailer alone are 18 bytes.
    assert compressed.compressed[0].size_bytes > 4
    assert compressed.compressed[1].size_bytes >= 18 + 4


def test_a_runner_that_does_not_emit_has_no_compressed_messages(tmp_path: Path) -> None:
    subjects = {("cpp/absent", "tiny"): subject(tmp_path, "absent")}
    (found,) = measured_costs([codec("absent")], subjects, compress=True, tell=str)
    assert found.compressed == ()


def test_twins_are_left_out(tmp_path: Path) -> None:
    one = subject(tmp_path, "honest")
    subjects = {("cpp/honest", "tiny"): one, ("cpp/honest (twin)", "tiny"): one}
    found = measured_costs([codec("honest")], subjects, compress=False, tell=str)
    assert [of.codec for of in found] == ["cpp/honest"]


def test_size_and_build_time_come_from_the_product(tmp_path: Path) -> None:
    native, classes = product_path("native"), product_path("classes").parent / "classes" / "codec"
    native.parent.mkdir(parents=True)
    native.write_bytes(b"x" * 5000)
    (native.parent / "build.json").write_text(json.dumps({"build_ms": 1234}))
    classes.mkdir(parents=True)
    (classes / "A.class").write_bytes(b"x" * 100)
    (classes / "B.class").write_bytes(b"x" * 20)
    found = {}
    for name in ("native", "classes", "nothing"):
        made = subject(tmp_path, "honest")
        of = Subject(replace(made.runner, product_key=name), NOTHING, made.corpus)
        (found[name],) = measured_costs([codec("honest")], {("cpp/honest", "tiny"): of}, False, str)
    assert (found["native"].executable_bytes, found["native"].build_ms) == (5000, 1234)
    assert (found["classes"].executable_bytes, found["classes"].build_ms) == (120, None)
    assert (found["nothing"].executable_bytes, found["nothing"].build_ms) == (None, None)


def test_lines_of_a_page_are_code_and_templates(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "codec.hpp").write_text("int a;\n\n  \nint b;\n")
    (tmp_path / "src" / "codec.rs").write_text("fn a() {}")
    (tmp_path / "walk.j2").write_text("{{ a }}\n")
    (tmp_path / "README.md").write_text("prose\n")
    (tmp_path / "codec.toml").write_text("library = 1\n")
    assert adapter_lines(replace(codec("plain"), folder=tmp_path)) == 4


def test_the_page_of_a_variant_is_its_base_with_its_own_files_in_it(tmp_path: Path) -> None:
    variant, base = tmp_path / "variant", tmp_path / "base"
    for folder in (variant, base):
        folder.mkdir()
    (base / "codec.hpp").write_text("int a;\nint b;\nint c;\n")
    (base / "walk.j2").write_text("{{ a }}\n{{ b }}\n")
    (base / "codec.toml").write_text("library = 1\n")
    (variant / "walk.j2").write_text("{{ a }}\n")
    assert adapter_lines(replace(codec("variant"), folder=variant, base="base")) == 4
    assert adapter_lines(replace(codec("variant"), folder=variant)) == 1


def test_the_record_gives_back_what_was_noted() -> None:
    noted = Costs("cpp/a", "record", 40, 5000, None, (Compressed("zstd-3", 10.5, 1.0, 2.0),))
    assert Costs.from_json(json.loads(json.dumps(noted.to_record()))) == noted
