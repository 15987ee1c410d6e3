"""Cases of made-up messages: what each class changes, and that a seed makes the same ones."""

import random
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.experiments.torture.cases import (
    chunks,
    ends,
    flips,
    foreign,
    named,
    nesting,
    settings,
    structure,
    truncation,
    values,
)
from serbench.experiments.torture.cases.case import NO_BASE, Case, CaseMaterial, Message
from serbench.experiments.torture.cases.generate import KINDS, generate
from serbench.experiments.torture.positions import Positions
from serbench.schema.model import Kind

# A length, a text, an enum.
TEXT = b"\x05hello\x01"
POSITIONS = Positions(structure=(0,), payload=((5, Kind.STRING), (6, Kind.ENUM)))
MATERIAL = CaseMaterial(
    (Message(TEXT, "d" * 16, 1, POSITIONS), Message(b"\x02ab\x00", "e" * 16, 2)),
    "made-up",
    (("a message that holds itself 3 times", b"((()))"),),
    (("the object as JSON", b"{}"),),
)
RNG = random.Random


def data(cases: list[Case]) -> list[bytes]:
    return [case.data(MATERIAL.messages) for case in cases]


def test_messages_end_at_every_length() -> None:
    found = truncation.cases(MATERIAL, 100, RNG(1))
    assert data(found) == [TEXT[:n] for n in range(7)] + [b"\x02ab\x00"[:n] for n in range(4)]
    assert [case.place for case in found[:2]] == ["structure", ""]
    assert len(truncation.cases(MATERIAL, 3, RNG(1))) == 3
    large = CaseMaterial((Message(bytes(5000), "", 0),))
    lengths = [len(case.data(large.messages)) for case in truncation.cases(large, 1000, RNG(1))]
    assert len(lengths) == 512 == len(set(lengths))


def test_one_bit_is_flipped() -> None:
    found = flips.cases(MATERIAL, 1000, RNG(1))
    assert len(found) == len(set(data(found))) == 8 * 11
    for case in found:
        before = MATERIAL.messages[case.base].data
        changed = [a ^ b for a, b in zip(before, case.data(MATERIAL.messages), strict=True) if a != b]
        assert [byte.bit_count() for byte in changed] == [1]
    assert len(flips.cases(MATERIAL, 10, RNG(1))) == 10


def test_one_byte_is_set() -> None:
    found = settings.cases(MATERIAL, 1000, RNG(1))
    # Each of the four values in each byte, but where it is there already: one 00 in the second message.
    assert len(found) == 4 * 11 - 1
    assert b"\xff" + TEXT[1:] in data(found)
    assert {case.base for case in found} == {0, 1}


def test_bytes_of_a_large_message_are_drawn_without_listing_them() -> None:
    """16 MiB have 64 million places; a list of them would take gigabytes."""
    large = CaseMaterial((Message(b"", "", 0), Message(b"a" * 2**24, "", 0)))
    tracemalloc.start()
    found = settings.cases(large, 10, RNG(1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000
    assert len({case.start for case in found}) == 10
    assert {(case.base, case.size_bytes(large.messages)) for case in found} == {(1, 2**24)}


def test_numbers_of_the_structure_are_replaced() -> None:
    found = data(structure.cases(MATERIAL, 10_000, RNG(1)))
    assert {case[1:] for case in found if len(case) == 7} >= {TEXT[1:]}
    whole = {number.to_bytes(4, "little") + TEXT[4:] for number in (0, 2**31 - 1, 2**32 - 1)}
    assert whole <= set(found)
    assert (2**63).to_bytes(8, "big") not in found
    assert structure.varint(2**32 - 1) + TEXT[1:] in found
    # Behind a mark of bincode, of MessagePack, and of CBOR for what the byte is.
    assert b"\xfd" + (2**63 - 1).to_bytes(8, "little") + TEXT[1:] in found
    assert b"\xdd\xff\xff\xff\xff" + TEXT[1:] in found
    assert b"\x1a\x7f\xff\xff\xff" + TEXT[1:] in found
    # The number itself in more bytes than it needs, and than 64 bits can have.
    assert b"\x85\x00" + TEXT[1:] in found
    assert b"\x85" + b"\x80" * 9 + b"\x00" + TEXT[1:] in found
    # What is left behind the byte, and one less and more.
    assert {bytes([n]) + TEXT[1:] for n in (4, 6, 7)} <= set(found)
    assert TEXT not in found


def test_parts_are_removed_repeated_and_spliced() -> None:
    found = chunks.cases(MATERIAL, 60, RNG(1))
    assert len(found) == len({(case.base, case.start, case.end, case.replacement) for case in found}) == 60
    whats = Counter(case.words.rpartition(" ")[2] for case in found)
    assert set(whats) == {"removed", "repeated", "spliced"}
    for case in found:
        part = MATERIAL.messages[case.base].data[case.start : case.end]
        assert part and case.replacement != part
        assert not case.words.endswith("repeated") or case.replacement == 2 * part


def test_values_are_none_of_their_kind() -> None:
    found = data(values.cases(MATERIAL, 1000, RNG(1)))
    assert TEXT[:5] + b"\xff" + TEXT[6:] in found
    assert TEXT[:5] + b"\xc0\x80" in found
    assert TEXT[:6] + b"\x02" in found


def test_ends() -> None:
    found = data(ends.cases(MATERIAL, 90, RNG(1)))
    assert found[0] == b""
    assert TEXT + b"\xff" * 1024 in found
    assert 2 * TEXT in found
    assert len(found) == 90


def test_foreign_and_nested_bytes_are_whole() -> None:
    found = foreign.cases(MATERIAL, 40, RNG(1))
    assert b"{}" in data(found)
    assert len(found) == 40
    assert {case.base for case in found} == {NO_BASE}
    assert data(nesting.cases(MATERIAL, 1, RNG(1))) == [b"((()))"]


def test_a_seed_makes_the_same_cases_within_the_budget() -> None:
    first = generate(MATERIAL, 400, 7)
    assert generate(MATERIAL, 400, 7) == first
    assert generate(MATERIAL, 400, 8) != first
    kinds = Counter(case.kind for case in first)
    assert set(kinds) <= set(KINDS)
    assert kinds["truncation"] == 11
    # Bit flips have what others leave, as far as there are any.
    assert kinds["bit flip"] == 88
    assert first[0].kind == "nesting"


def test_named_cases_are_those_of_the_format() -> None:
    known = named.all_named()
    assert len({one.name for one in known}) == len(known) > 40
    assert all(one.title and one.reference.startswith("https://") and one.formats for one in known)
    of_one = [one for one in known if one.name == "msgpack-array-of-four-thousand-million"]
    assert [one.data for one in of_one] == [bytes.fromhex("ddff000000")]
    found = named.cases(CaseMaterial(MATERIAL.messages, "msgpack"), 0, RNG(1))
    assert {case.name for case in found} == {one.name for one in known if "msgpack" in one.formats}
    assert named.cases(MATERIAL, 10, RNG(1)) == []
    deep = next(one for one in known if one.name == "json-deep-arrays")
    assert deep.data == b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        'title = "a"\nreference = "b"\nformats = []\n',
        'title = "a"\nreference = "b"\nformats = []\nhex = "0g"\n',
        'title = "a"\nhex = "00"\n',
        "title",
    ],
)
def test_a_named_case_that_is_not_valid_is_bad_input(tmp_path: Path, text: str) -> None:
    path = tmp_path / "one.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=f"The named case {path} cannot be read"):
        named.load_named(path)
