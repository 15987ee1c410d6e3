"""``serbench show``: the code of a codec and a workload, in every language."""

import json
import re
from pathlib import Path

import pytest
from every_codec import EVERY_CODEC

from serbench.builds import rendered
from serbench.builds.rendered import code_files
from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.workload import find_workloads
from serbench.engine.material import own_record
from serbench.record.run_folder import RunFolder
from serbench.selection.discovery import find_codecs

CODECS = {codec.name: codec for codec in find_codecs()}


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str]:
    assert main(["show", *arguments, "--json"]) == 0
    found: dict[str, str] = json.loads(capsys.readouterr().out)
    return found


def test_the_page_comes_first_then_what_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    files = shown(capsys, "cpp/protobuf", "record")
    names = list(files)
    assert names[0] == "codec.toml"
    assert names.index("codec.hpp") < names.index("codecs/protobuf/message.proto") < len(names) - 1
    assert names[-1] == "harness/plain.hpp"
    assert files["codec.hpp"] == (CODECS["cpp/protobuf"].folder / "codec.hpp").read_text()
    assert "struct Record {" in files["harness/plain.hpp"]
    assert not any("{{" in files[name] or name.endswith(".j2") for name in names)
    everything = shown(capsys, "cpp/protobuf", "record", "--all")
    assert list(everything)[: len(names)] == names
    assert "harness/walks.hpp" in everything


@pytest.mark.parametrize("codec", EVERY_CODEC)
def test_every_codec_shows_its_page_and_the_plain_types(codec: CodecManifest) -> None:
    (workload,) = find_workloads(["record"])
    files = code_files(codec, workload)
    assert files[0].path == "codec.toml"
    plain = "".join(file.text for file in files if file.part == rendered.PLAIN)
    # A language whose fields are seen by other packages only in upper case begins them so.
    assert {"ids", "strings"} <= set(re.findall(r"\w+", plain.lower()))
    assert len({file.path for file in files}) == len(files)


def test_a_language_without_a_renderer_shows_the_page() -> None:
    (workload,) = find_workloads(["record"])
    assert {file.part for file in code_files(CODECS["cpp/cereal"], workload, lambda language: None)} == {
        rendered.ADAPTER
    }


def test_own_data_is_shown_as_a_run_had_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = tmp_path / "order.proto"
    schema.write_text('syntax = "proto3"; message Order { string customer = 1; }')
    read = OwnSchema(schema, "Order")
    name = read.workload(read.read(), 0).name
    run = RunFolder.create(tmp_path, {"own": own_record(read), "workloads": [name]})
    schema.unlink()
    files = shown(capsys, "cpp/cereal:opt=O0", name, "--run", str(run.path))
    assert "customer" in files["harness/plain.hpp"]
    assert main(["show", "cpp/cereal", "record", "--run", str(run.path)]) == 2
    assert "has no own data named record" in capsys.readouterr().err


def test_a_pipe_gets_the_texts_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "cereal", "record"]) == 0
    out = capsys.readouterr().out
    assert out.startswith('==> codec.toml (adapter) <==\nlibrary = "cereal"\n')
    assert (CODECS["cpp/cereal"].folder / "codec.hpp").read_text() in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("cpp/cereall", "record"), "There is no codec cpp/cereall; did you mean cpp/cereal?"),
        (("xyzzy", "record"), "There is no codec xyzzy; `./serbench list codecs` lists them all."),
        (("cpp/cereal", "recod"), "There is no workload recod; did you mean record?"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    assert main(["show", *arguments]) == 2
    assert capsys.readouterr() == ("", f"serbench: {sentence}\n")


def test_a_name_that_two_languages_have_is_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "memcpy", "record"]) == 2
    assert capsys.readouterr().err.startswith("serbench: Several codecs are called memcpy: cpp/memcpy, ")
