"""The lines that a runner may say, and those that it may not."""

import pytest
from fakes.replies import read_replies

from serbench.runner.reply import ProtocolFault, Reply

GREETING = b"runner protocol=1 language=cpp codec=cereal workload=record schema=abc"


def test_a_reply_is_a_tag_and_decoded_values() -> None:
    reader = read_replies([GREETING, b"library name=Cap%27n%20Proto version=%C3%A9%25", b"end"])
    library = reader.replies[1]
    assert library.tag == "library"
    assert dict(library.fields) == {"name": "Cap'n Proto", "version": "é%"}
    assert reader.complete


def test_a_value_may_be_empty_and_unknown_keys_are_kept_aside() -> None:
    reader = read_replies([GREETING, b"memory peak_bytes=5 new= other=1"])
    assert reader.replies[1].text("new") == ""
    assert reader.replies[1].integer("peak_bytes") == 5
    assert not reader.complete


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"hello", "Line 3 is not a reply: 'hello'."),
        (b"", "Line 3 is not a reply: ''."),
        (b"gossip about=me", "Line 3 is an unknown tag: 'gossip about=me'."),
        (b"memory  peak_bytes=5", "Line 3 is not a reply: 'memory  peak_bytes=5'."),
        (b"memory peak_bytes", "Line 3 is not a reply: 'memory peak_bytes'."),
        (b"memory a=1 a=2", "Line 3 is not a reply: 'memory a=1 a=2'."),
        (b"memory a=%2g", "Line 3 is not a reply: 'memory a=%2g'."),
        (b"memory a=\xc3\xa9", "Line 3 is not a reply: 'memory a=é'."),
        (GREETING, "Line 3 introduces the runner a second time."),
    ],
)
def test_what_is_no_reply_is_refused_with_its_line(line: bytes, sentence: str) -> None:
    with pytest.raises(ProtocolFault) as fault:
        read_replies([GREETING, b"memory peak_bytes=1", line])
    assert str(fault.value) == sentence


def test_the_first_line_must_greet() -> None:
    with pytest.raises(ProtocolFault, match='The first line is "end" where "runner" belongs'):
        read_replies([b"end"])


def test_another_version_is_refused() -> None:
    with pytest.raises(ProtocolFault, match="speaks version '2' of the protocol, serbench speaks 1"):
        read_replies([GREETING.replace(b"protocol=1", b"protocol=2")])


def test_nothing_follows_the_end() -> None:
    with pytest.raises(ProtocolFault, match="Line 3 comes after the end of the reply: 'memory a=1'"):
        read_replies([GREETING, b"end", b"memory a=1"])


def test_an_error_is_a_refusal() -> None:
    reader = read_replies([GREETING, b"error detail=no%20such%20file"])
    assert reader.complete
    assert reader.refusal == "no such file"


def test_numbers_and_digests_are_checked_when_they_are_asked_for() -> None:
    reply = Reply("verified", {"digest": "44BC2CF5AD770999", "bytes": "-1", "touch": "1e3"})
    with pytest.raises(ProtocolFault, match="has digest='44BC2CF5AD770999' where a digest belongs"):
        reply.digest()
    with pytest.raises(ProtocolFault, match="has the negative number bytes=-1"):
        reply.count("bytes")
    with pytest.raises(ProtocolFault, match="has touch='1e3' where a number belongs"):
        reply.integer("touch")
    with pytest.raises(ProtocolFault, match='The reply "verified" lacks objects'):
        reply.count("objects")
