"""Tests of a relay that refuses what it cannot do, in the sentences that several languages share."""

from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, refused
from runners.relay_cases import Cases
from runners.relays import TIMEOUT_S, Relayed

from serbench.runner.process import ask


class Refusals(Cases):
    """One sentence each. ``hand_written`` and ``raw`` are the hand-written codec and the floor."""

    hand_written: ClassVar[str]
    raw: ClassVar[str]

    @pytest.mark.parametrize(
        ("of_floor", "asked", "sentence"),
        [
            (False, Asked("message"), 'This codec has no mode "message".'),
            (False, Asked("dance"), 'This codec has no mode "dance".'),
            (False, Asked(route="astray"), 'The mode "forward" of this codec has no route "astray".'),
            (True, Asked("fresh"), 'This codec has no mode "fresh".'),
            (True, Asked(route="fields"), 'The mode "forward" of this codec has no route "fields".'),
            (True, Asked(sinks=0), "The value of sinks is 0 where 1 to 65535 belong."),
            (True, Asked(block=0), "The value of block is 0 where 1 to 65535 belong."),
        ],
    )
    def test_what_cannot_be_relayed_is_one_sentence(
        self, relayed: Relayed, of_floor: bool, asked: Asked, sentence: str, tmp_path: Path
    ) -> None:
        runner = relayed.runner(self.raw if of_floor else self.hand_written)
        conversation = refused(runner, asked, tmp_path)
        assert (conversation.outcome, conversation.detail) == ("refused", sentence)

    @pytest.mark.parametrize(
        ("at", "why"),
        [
            (
                "unix:/nowhere/socket",
                "There is no connection to unix:/nowhere/socket: No such file or directory",
            ),
            ("tcp:1", "There is no connection to tcp:1: Connection refused"),
            ("tcp:70000", 'The value of at is "tcp:70000" where unix:PATH or tcp:PORT belongs.'),
            ("udp:1", 'The value of at is "udp:1" where unix:PATH or tcp:PORT belongs.'),
        ],
    )
    def test_where_nobody_listens(self, relayed: Relayed, at: str, why: str) -> None:
        conversation = ask(relayed.runner(self.raw), "relay", Asked().arguments(at), TIMEOUT_S)
        assert conversation.outcome == "refused"
        # Some systems add the number of the error.
        assert conversation.detail.startswith(why)
