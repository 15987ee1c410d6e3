"""The relay of C++: a codec with messages, one in place, a hand-written one and the floor."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, barrier, driving, last_barrier, message, refused
from runners.relay_cases import WORKLOAD
from runners.relay_failure_tests import Failures
from runners.relay_tests import Relays
from runners.relays import TIMEOUT_S, Relayed, relayed_by

from serbench.runner.process import ask

pytestmark = pytest.mark.slow
RAW = "cpp/memcpy"
MODES_OF = {
    "cpp/protobuf": {"forward": False, "peek": True, "message": True, "reuse": True, "fresh": True},
    # Reads only what is aligned.
    "cpp/flatbuffers": {"forward": False, "peek": True, "reuse": True, "fresh": True},
    "cpp/handcoded": {"forward": False, "peek": True, "reuse": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8")


class TestRelay(Relays, Failures):
    modes: ClassVar = MODES_OF
    differing_barriers = "The sources have sent different barriers."


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize(
    ("sinks", "sizes", "copied"),
    [
        (1, [10, 2000, 0, 3000], 0),
        (2, [2000, 2000, 3000, 2000], 0),
        (2, [10, 2000, 20, 30, 0, 3000], 60),
    ],
)
def test_only_small_frames_of_several_sinks_are_copied(
    sinks: int,
    sizes: Sequence[int],
    copied: int,
    with_phases: bool,
    relayed: Relayed,
    tmp_path: Path,
) -> None:
    frames = [message(0, number, bytes([number]) * size) for number, size in enumerate(sizes)]
    with driving(relayed.runner(RAW), Asked(sinks=sinks), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [barrier(1, with_phases), *frames])
        conversation = driver.end()
    for place, sink in enumerate(driver.sinks):
        assert sink.messages == frames[place::sinks]
    assert last_barrier(conversation).count("copied_bytes") == copied


def test_what_cannot_be_relayed_is_one_sentence(relayed: Relayed, tmp_path: Path) -> None:
    def said(codec: str, asked: Asked) -> str:
        conversation = refused(relayed.runner(codec), asked, tmp_path)
        assert conversation.outcome == "refused"
        return conversation.detail

    assert said("cpp/flatbuffers", Asked("message")) == 'This codec has no mode "message".'
    assert said(RAW, Asked("fresh")) == 'This codec has no mode "fresh".'
    assert said(RAW, Asked("all")) == 'This codec has no mode "all".'
    assert said(RAW, Asked(route="fields")) == "The mode forward of this codec cannot route by fields."
    assert said(RAW, Asked(route="chance")) == 'There is no route "chance".'
    assert said(RAW, Asked(sinks=0)) == "The value of sinks is 0 where 1 to 65536 is possible."
    assert said(RAW, Asked(block=0)) == "The value of block is 0 where 1 to 65536 is possible."


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("unix:/nowhere/socket", "No such file or directory"),
        ("unix:/" + "a" * 200, "the path of a socket has at most 107 bytes"),
        ("tcp:1", "Connection refused"),
        ("tcp:http", "that is no port"),
        ("udp:1", "that is neither unix:PATH nor tcp:PORT"),
    ],
)
def test_where_nobody_listens(at: str, why: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail == f"The relay cannot connect to {at}: {why}."
