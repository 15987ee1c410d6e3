"""The relay of Java: a codec with messages, a hand-written one, one that reuses objects and the floor."""

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
RAW = "java/memcpy"
ANY = "java/bytebuffer"
MODES_OF = {
    "java/protobuf": {"forward": False, "peek": True, "fresh": True, "message": True},
    ANY: {"forward": False, "peek": True, "fresh": True},
    "java/protostuff": {"forward": False, "reuse": True, "fresh": True},
    RAW: {"forward": False},
}


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by(list(MODES_OF), WORKLOAD, tmp_path_factory.mktemp("messages"))


class TestRelay(Relays, Failures, Collected):
    modes: ClassVar = MODES_OF
    # Codecs take arrays, into which messages are copied.
    steps: ClassVar = {
        mode: (steps[0], "copy", *steps[1:]) if mode != "forward" else steps for mode, steps in STEPS.items()
    }
    # It reads what it wants and does not ask where the message ends.
    any_bytes: ClassVar = ((ANY, "peek"),)
    differing_barriers = "The barrier {} came before the barrier {} had come from every source."
    held_bytes = 8 * MIB
    streamed_bytes = 64 * MIB
    grown_bytes = 48 * MIB


@pytest.mark.parametrize(
    ("codec", "words", "sentence"),
    [
        (RAW, {"mode": "fresh", "route": "fields"}, 'This codec has no mode "fresh".'),
        (RAW, {"mode": "peek"}, 'This codec has no mode "peek".'),
        (ANY, {"mode": "message", "route": "fields"}, 'This codec has no mode "message".'),
        (ANY, {"mode": "reuse", "route": "fields"}, 'This codec has no mode "reuse".'),
        (ANY, {"mode": "dance"}, 'There is no mode "dance".'),
        (ANY, {"route": "fields"}, 'The mode "forward" of this codec has no route "fields".'),
        (ANY, {"route": "astray"}, 'The mode "forward" of this codec has no route "astray".'),
        (ANY, {"sinks": 0}, "The value of sinks is 0, and it must be between 1 and 65536."),
        (ANY, {"block": 0}, "The value of block is 0, and it must be between 1 and 65536."),
    ],
)
def test_what_cannot_be_relayed_is_refused_in_a_sentence(
    codec: str, words: dict[str, object], sentence: str, relayed: Relayed, tmp_path: Path
) -> None:
    conversation = refused(relayed.runner(codec), Asked(**words), tmp_path)  # type: ignore[arg-type]
    assert (conversation.outcome, conversation.detail) == ("refused", sentence)


@pytest.mark.parametrize("at", ["unix:/nowhere/s", "tcp:1"])
def test_a_driver_that_does_not_listen_is_an_error(at: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.outcome == "refused"
    assert conversation.detail.startswith(f"Nothing answers at {at}: ")


@pytest.mark.parametrize("at", ["tcp:x", "tcp:70000", "udp:1"])
def test_an_address_must_be_one(at: str, relayed: Relayed) -> None:
    conversation = ask(relayed.runner(RAW), "relay", Asked().arguments(at), TIMEOUT_S)
    assert conversation.detail == f'The value of at is "{at}" where an address belongs.'
