import pytest
from corpus.tours import TOURS, schema_of, tour, tour_objects

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.errors import BadInput

MORE = "message M { bool b = 1; } enum E { ZERO = 0; ONE = 1; }"


@pytest.mark.parametrize(
    ("field", "data", "message"),
    [
        ("bool v", "02", "The bytes of v are not valid: a bool is 0 or 1, not 2."),
        ("repeated bool v", "02000000 01 FF", "The bytes of v[1] are not valid: a bool is 0 or 1, not 255."),
        ("optional bool v", "02 00", "The bytes of v are not valid: its presence byte is 2."),
        ("M v", "03 00", "The bytes of v are not valid: its presence byte is 3."),
        ("E v", "02000000", "The bytes of v are not valid: p.E declares no number 2."),
        ("repeated E v", "02000000 00000000 FFFFFFFF", "v[1] are not valid: p.E declares no number -1."),
        (
            "oneof o { bool a = 1; M v",
            "03000000 00",
            "The bytes of o are not valid: position 3 is beyond its last case, 2.",
        ),
        (
            "map<string, bool> v",
            "02000000 01000000 62 00 01000000 61 00",
            "The bytes of v[1] are not valid: its keys do not ascend: {b} before {a}.",
        ),
        ("map<int32, bool> v", "02000000 01000000 00 01000000 00", "do not ascend: {1} before {1}."),
        ("map<int32, bool> v", "02000000 01000000 00 FFFFFFFF 00", "do not ascend: {1} before {-1}."),
        ("map<uint32, bool> v", "02000000 FFFFFFFF 00 01000000 00", "{4294967295} before {1}."),
        ("map<bool, bool> v", "02000000 01 00 00 00", "do not ascend: {true} before {false}."),
        ("map<string, M> v", "01000000 01000000 6B 07", "The bytes of v{k}.b are not valid: a bool is"),
        ("float v", "0000C0FF", "The bytes of v are not valid: the NaN FFC00000 does not have the canonical"),
        ("float v", "0100807F", "the NaN 7F800001 does not have the canonical pattern."),
        ("double v", "010000000000F87F", "the NaN 7FF8000000000001 does not have the canonical pattern."),
        ("repeated double v", "01000000 000000000000F8FF", "The bytes of v[0] are not valid: the NaN FFF8"),
        ("string v", "01000000 FF", "The bytes of v are not valid: byte 0 of the string is not UTF-8."),
        # A surrogate in three bytes, a slash in two, and a number beyond U+10FFFF are no UTF-8 either.
        ("string v", "03000000 EDA080", "is not UTF-8."),
        ("string v", "02000000 C0AF", "is not UTF-8."),
        ("string v", "04000000 F4908080", "is not UTF-8."),
        (
            "int32 v",
            "000000",
            "The bytes of v are not valid: 4 bytes are needed at offset 0 and 3 are left.",
        ),
        ("string v", "0500", "4 bytes are needed at offset 0 and 2 are left."),
        ("string v", "05000000 6161", "5 bytes are needed at offset 4 and 2 are left."),
        ("repeated int64 v", "FFFFFFFF 00", "34359738360 bytes are needed at offset 4 and 1 are left."),
        ("repeated M v", "02000000 01", "The bytes of v[1].b are not valid: 1 bytes are needed at offset 5"),
        ("bool v", "", "The bytes of v are not valid: 1 bytes are needed at offset 0 and 0 are left."),
        ("bool v", "01 00", "The bytes of the object are not valid: 1 bytes are left over."),
    ],
)
def test_what_the_format_does_not_allow_is_refused(field: str, data: str, message: str) -> None:
    schema = schema_of(f"message T {{ {field} = 2; {'}' if 'oneof' in field else ''} }} {MORE}")
    with pytest.raises(BadInput) as caught:
        Decoder(schema).decode(bytes.fromhex(data))
    assert message in str(caught.value)


def test_what_is_absent_is_missing_and_what_cannot_be_absent_is_there() -> None:
    schema = schema_of(
        "message T { bool b = 1; optional bool o = 2; repeated bool l = 3; map<int32, bool> m = 4; }"
    )
    assert Decoder(schema).decode(Encoder(schema).encode({})) == {"b": False, "l": [], "m": {}}


@pytest.mark.parametrize("name", TOURS)
def test_every_object_of_the_tours_is_refused_when_it_is_cut_or_goes_on(name: str) -> None:
    encoder, decoder = Encoder(tour(name).schema), Decoder(tour(name).schema)
    for _, obj in tour_objects(name):
        data = encoder.encode(obj)
        with pytest.raises(BadInput):
            decoder.decode(data[:-1])
        with pytest.raises(BadInput):
            decoder.decode(data + b"\0")
