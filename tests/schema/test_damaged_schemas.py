"""Damaged schemas: reading one works and gives what can be used, or says what is wrong in one sentence."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus.damage import damaged, read_or_refused
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.errors import BadInput
from serbench.schema import limits
from serbench.schema.access import access_plans
from serbench.schema.build import read_schema

TEXT = r"""syntax = "proto3"; package shop.v1; import "google/protobuf/timestamp.proto";
message Order { option deprecated = true; reserved 9, 11 to 13; reserved "old";
  int64 id = 1 [json_name = "ID"]; optional sint32 count = 2; repeated Line lines = 3 [deprecated = true];
  map<string, Line> by_name = 4; oneof of { Order inner = 5; bytes raw = 6; } Kind kind = 7;
  google.protobuf.Timestamp at = 8; Deep deep = 10;
  message Deep { message Deeper { Order back = 1; } Deeper d = 1; } }
message Line { fixed64 a = 1; float b = 2; string c = 536870911; }
enum Kind { option allow_alias = true; NONE = 0; SOME = -1; ALSO = -1; }
service Shop { rpc Buy(Order) returns (stream Line); }
"""
TOKENS = re.findall(r'"[^"]*"|[\w.]+|-?\d+|\S|\n', TEXT)
FOREIGN = [
    "", "}", "{", ";", "=", '"', "'", "/*", "//", "\\", "\0", "\xff", "é", "-", "0x7fffffff", "1e400",
    "99999999999", "required", "group", "extensions 100 to max;", "extend Order { int32 e = 100; }",
    'import "none.proto";', 'import public "google/protobuf/any.proto";', "google.protobuf.Any",
    "google.protobuf.Value", 'edition = "2023";', "__proto__", "Order", "map<Kind, Order>", "x" * 300,
    "message " * 40, "message M { " * 60 + "}" * 60, "/*" * 5000, "[" * 5000, "(" * 5000,
    "option (o).a.b = { x { y: [1, 2] } };", "message S { S s = 1; }",
]  # fmt: skip
_Tokens = list[str]
STEADY = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def _edits() -> st.SearchStrategy[Callable[[_Tokens], _Tokens]]:
    place = st.integers(0, len(TOKENS) - 1)
    return st.one_of(
        place.map(lambda at: lambda tokens: tokens[:at] + tokens[at + 1 :]),
        st.tuples(place, place).map(lambda at: lambda tokens: _swapped(tokens, *at)),
        st.tuples(place, place).map(lambda at: lambda tokens: tokens[: max(at)] + tokens[min(at) :]),
        st.tuples(place, st.sampled_from(FOREIGN + TOKENS)).map(
            lambda at: lambda tokens: [*tokens[: at[0]], at[1], *tokens[at[0] + 1 :]]
        ),
        st.tuples(place, st.sampled_from(FOREIGN)).map(
            lambda at: lambda tokens: [*tokens[: at[0]], at[1], *tokens[at[0] :]]
        ),
    )


def _edited(edits: list[Callable[[_Tokens], _Tokens]]) -> _Tokens:
    tokens = TOKENS
    for edit in edits:
        tokens = edit(tokens)
    return tokens


def _swapped(tokens: _Tokens, one: int, other: int) -> _Tokens:
    swapped = list(tokens)
    if max(one, other) < len(swapped):
        swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


SCHEMAS = st.one_of(
    st.lists(_edits(), min_size=1, max_size=3).map(lambda edits: " ".join(_edited(edits)).encode("latin-1")),
    damaged(st.just(TEXT.encode())),
    # What is valid, in every amount.
    st.tuples(st.integers(1, 2200), st.sampled_from(["{}", "repeated {}", "map<int32, {}>"])).map(
        lambda chain: _chain(*chain).encode()
    ),
)


def _chain(count: int, held: str) -> str:
    fields = [f"{held.format(f'M{number + 1}')} next = 1;" for number in range(count - 1)] + [""]
    messages = (f"message M{number} {{ {field} }}" for number, field in enumerate(fields))
    return 'syntax = "proto3";' + "".join(messages)


def _require_read_or_refused(folder: Path, content: bytes) -> None:
    path = folder / "damaged.proto"
    path.write_bytes(content)
    schema = read_or_refused(lambda: read_schema(path))
    if schema is None:
        return
    assert len(schema.messages) <= limits.MOST_MESSAGES
    assert len(schema.sha256()) == 64 and access_plans(schema)
    try:
        mapping = JsonMapping(schema)
    except BadInput as error:
        # Any alone is refused only here.
        assert "whose JSON does not follow from a schema" in str(error)
        return
    data = read_or_refused(lambda: Encoder(schema).encode(mapping.read({})))
    assert data is None or Encoder(schema).encode(Decoder(schema).decode(data)) == data


@settings(STEADY, max_examples=12)
@given(SCHEMAS)
def test_a_damaged_schema_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    _require_read_or_refused(tmp_path, content)


@pytest.mark.slow
@settings(STEADY, max_examples=400)
@given(SCHEMAS)
def test_many_damaged_schemas_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    _require_read_or_refused(tmp_path, content)
