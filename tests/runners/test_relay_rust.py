"""The relay of Rust: a codec with messages, a hand-written one, one in place and the floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, refused
from runners.relay_cases import WORKLOAD
from runners.relay_failure_tests import Failures
from runners.relay_tests import Relays
from runners.relays import TIMEOUT_S, Relayed, relayed_by

from serbench.runner.process import ask

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"
MODES_OF = {
    "rust/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    "rust/handcoded": {"forward": False, "peek": True, "reuse": True, "fresh": True},
    # Reads only what is aligned.
    "rust/flatbuffers": {"forward": False, "peek": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    folder = tmp_path_factory.mktemp("messages")
    return relayed_by(list(MODES_OF), WORKLOAD, folder, unit="utf8", variant="relay")


class TestRelay(Relays, Failures):
    modes: ClassVar = MODES_OF
    differing_marks = "One source sends the mark {} where another sends {}."


def test_what_cannot_be_relayed_is_one_sentence(relayed: Relayed, tmp_path: Path) -> None:
    def said(codec: str, asked: Asked) -> str:
        conversation = refused(relayed.runner(codec), asked, tmp_path)
        assert conversation.outcome == "refused"
        return conversation.detail

    assert said("rust/flatbuffers", Asked("message")) == 'This codec has no mode "message".'
    assert said(RAW, Asked("fresh")) == 'This codec has no mode "fresh".'
    assert said(RAW, Asked(route="fields")) == 'The mode "forward" of this codec has no route "fields".'
    assert said(RAW, Asked(sinks=0)) == "The value of sinks is 0 where 1 to 65535 belong."


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("unix:/nowhere/socket", "There is no connection to unix:/nowhere/socket: No such file or directory"),
        ("tcp:1", "There is no connection to tcp:1: Connection refused"),
        ("udp:1", 'The value of at is "udp:1" where unix:PATH or tcp:PORT belongs.'),
    ],
)
def test_where_nobody_listens(at: str, why: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail.startswith(why)
