"""How large a schema may be."""

import re
from pathlib import Path

import pytest
from corpus.tours import schema_of

from serbench.errors import BadInput
from serbench.schema import limits
from serbench.schema.build import read_schema


def _chain(count: int, held: str = "{}") -> str:
    fields = [f"{held.format(f'M{number + 1}')} next = 2;" for number in range(count - 1)] + [""]
    return "".join(f"message M{number} {{ int64 a = 1; {field} }}\n" for number, field in enumerate(fields))


@pytest.mark.parametrize("held", ["{}", "repeated {}", "map<string, {}>"])
def test_a_chain_of_as_many_messages_as_are_allowed(held: str) -> None:
    schema = schema_of(_chain(limits.MOST_LEVELS, held))
    assert [message.name for message in schema.messages] == [f"p.M{n}" for n in reversed(range(100))]


@pytest.mark.parametrize("count", [101, 500, 1999])
def test_a_longer_chain_is_refused(count: int) -> None:
    sentence = f"The schema nests {count} message types in each other; at most 100 are supported."
    with pytest.raises(BadInput, match=f"^{re.escape(sentence)}$"):
        schema_of(_chain(count))


def test_a_cycle_counts_with_all_its_messages() -> None:
    cycle = _chain(100)[: -len("}\n")] + "M0 first = 2; }\n"
    assert all(message.on_cycle for message in schema_of(cycle).messages)
    with pytest.raises(BadInput, match=r"nests 101 message types in each other"):
        schema_of("message T { M0 m = 1; }" + cycle)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (_chain(5000), r"has 5000 messages; at most 2000 are supported\.$"),
        (
            "message T { " + " ".join(f"int32 f{n} = {n};" for n in range(20_000, 40_001)) + " }",
            r"has 20001 fields; at most 20000 are supported\.$",
        ),
        (
            "message T { E e = 1; } enum E { " + " ".join(f"V{n} = {n};" for n in range(20_001)) + " }",
            r"has 20001 values of enums; at most 20000 are supported\.$",
        ),
        (
            f"message T {{ int32 {'a' * 201} = 1; }}",
            r"the name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… of 201 characters in p\.T; at most 200 are",
        ),
        (
            f"message T {{ M m = 1; }} message M {{ oneof {'o' * 201} {{ int32 a = 1; }} }}",
            r"ooo… of 201 char",
        ),
        (
            f"message {'T' * 201} {{}}",
            r"the name p\.TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT… of 203 characters;",
        ),
        (f"message T {{ E e = 1; }} enum E {{ {'V' * 201} = 0; }}", r"VVV… of 201 characters in p\.E;"),
        (
            f'message T {{ int32 a = 1 [json_name = "{"j" * 1001}"]; }}',
            r"^The json_name of the field p\.T\.a has 1001 characters; at most 1000 are supported\.$",
        ),
    ],
)
def test_what_is_too_large_is_refused_in_one_sentence(body: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as caught:
        schema_of(body)
    assert len(str(caught.value)) < 300


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serbench.schema.descriptors.LARGEST_SCHEMA_BYTES", 100)
    path = tmp_path / "large.proto"
    path.write_text('syntax = "proto3"; message T {} //' + "x" * 100)
    with pytest.raises(BadInput, match=r"large\.proto is larger than 16 MiB\.$"):
        read_schema(path)
