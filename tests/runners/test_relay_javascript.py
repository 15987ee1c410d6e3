"""The relay of JavaScript: a hand-written codec, a library with messages of its own, and the floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, refused
from runners.relay_cases import STEPS, WORKLOAD
from runners.relay_collected_tests import Collected
from runners.relay_failure_tests import Failures
from runners.relay_tests import Relays
from runners.relays import MIB, TIMEOUT_S, Relayed, relayed_by

from serbench.runner.process import ask

pytestmark = pytest.mark.slow
RAW = "javascript/memcpy"
ANY = "javascript/handcoded"
MODES_OF = {
    ANY: {"forward": False, "peek": True, "fresh": True},
    "javascript/protobuf-es": {"forward": False, "peek": True, "fresh": True, "message": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by(list(MODES_OF), WORKLOAD, tmp_path_factory.mktemp("messages"), variant="relay")


class TestRelay(Relays, Failures, Collected):
    modes: ClassVar = MODES_OF
    # The event loop reads.
    steps: ClassVar = {mode: tuple(step for step in steps if step != "read") for mode, steps in STEPS.items()}
    differing_marks = "One source sends the mark {} where another sends {}."
    held_bytes = 8 * MIB
    # Garbage of many messages lies in the heap between two collections.
    grown_bytes = 48 * MIB


def test_what_cannot_be_relayed_is_one_sentence(relayed: Relayed, tmp_path: Path) -> None:
    def said(codec: str, asked: Asked) -> str:
        conversation = refused(relayed.runner(codec), asked, tmp_path)
        assert conversation.outcome == "refused"
        return conversation.detail

    assert said(ANY, Asked("message")) == 'This codec has no mode "message".'
    assert said(ANY, Asked("dance")) == 'This codec has no mode "dance".'
    assert said(ANY, Asked(route="astray")) == 'The mode "forward" of this codec has no route "astray".'
    assert said(RAW, Asked("fresh")) == 'This codec has no mode "fresh".'
    assert said(RAW, Asked(route="fields")) == 'The mode "forward" of this codec has no route "fields".'
    assert said(RAW, Asked(sinks=0)) == "The value of sinks is 0 where 1 to 65535 belong."
    assert said(RAW, Asked(block=0)) == "The value of block is 0 where 1 to 65535 belong."


@pytest.mark.parametrize(
    ("at", "why"),
    [
        (
            "unix:/nowhere/socket",
            "There is no connection to unix:/nowhere/socket: No such file or directory.",
        ),
        ("tcp:1", "There is no connection to tcp:1: Connection refused."),
        ("tcp:70000", 'The value of at is "tcp:70000" where unix:PATH or tcp:PORT belongs.'),
        ("udp:1", 'The value of at is "udp:1" where unix:PATH or tcp:PORT belongs.'),
    ],
)
def test_where_nobody_listens(at: str, why: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert (conversation.outcome, conversation.detail) == ("refused", why)
