"""The names that JSON has for fields are any text; none of it gets into code."""

from pathlib import Path

import pytest
from every_codec import EVERY_CODEC

from serbench.builds.rendered import code_files
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.workload import Workload

HOSTILE = (
    '"',
    "'",
    "\\",
    "\n",
    "*/",
    "//",
    "??/",
    "${x}",
    "`x`",
    "$(x)",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "%s",
    '#"',
    '"#',
    "*/ int main() {} /*",
    '"); System.exit(1); //',
    "\\u000a",
    "\x01\u2028é",
    "]]>",
)
SHA_DIGITS = 64


def literal(name: str) -> str:
    """A name in .proto, its bytes as octal numbers."""
    return '"' + "".join(f"\\{byte:03o}" for byte in name.encode()) + '"'


def workload_with(names: tuple[str, ...], folder: Path) -> Workload:
    """Own data whose fields have these names in JSON."""
    labels = ("int32", "repeated M", "optional E", "string") * len(names)
    fields = [
        f"{label} f{number} = {number} [json_name = {literal(name)}];"
        for number, (label, name) in enumerate(zip(labels, names, strict=False), 1)
    ]
    path = folder / "schema.proto"
    path.write_text(
        f'syntax = "proto3"; message M {{ {" ".join(fields)}'
        f" oneof o {{ bytes a = 98 [json_name = {literal(names[0] + names[1])}]; M b = 99; }} }}"
        " enum E { Z = 0; }"
    )
    own = OwnSchema(path)
    return own.workload(own.read())


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Workload:
    return workload_with(HOSTILE, tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def tame(tmp_path_factory: pytest.TempPathFactory) -> Workload:
    return workload_with(
        tuple(f"n{number}" for number in range(len(HOSTILE))), tmp_path_factory.mktemp("tame")
    )


def test_the_names_are_those_of_the_fields(hostile: Workload) -> None:
    fields = hostile.schema.message("M").fields
    assert tuple(field.json_name for field in fields[:-2]) == HOSTILE


@pytest.mark.parametrize("codec", EVERY_CODEC)
def test_code_is_the_same_whatever_json_calls_the_fields(
    codec: CodecManifest, hostile: Workload, tame: Workload
) -> None:
    texts, expected = (
        {
            file.path: file.text.replace(workload.schema.sha256(), "0" * SHA_DIGITS).replace(
                workload.name, "own"
            )
            for file in code_files(codec, workload)
        }
        for workload in (hostile, tame)
    )
    assert texts == expected
