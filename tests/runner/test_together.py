"""Runners that several threads ask: the failure of one ends the others."""

import time

import pytest
from fakes.tiny import runner

from serbench.errors import SerbenchError
from serbench.runner import together
from serbench.runner.process import ask
from serbench.runner.together import asked_at_once


def test_a_failure_ends_what_others_ask_and_leaves_nothing_behind() -> None:
    ended = list[type[BaseException]]()

    def one(name: str) -> str:
        if name != "sleeper":
            while not together._running:
                time.sleep(0.01)
            raise SerbenchError("It fails.")
        try:
            return ask(runner(name), "describe", {}, 600.0).outcome
        except BaseException as error:
            ended.append(type(error))
            raise

    with pytest.raises(SerbenchError, match=r"^It fails\.$"):
        asked_at_once(one, ["sleeper", "failing"], 2)
    assert ended == [KeyboardInterrupt]
    # What is asked afterwards is asked as usual.
    assert asked_at_once(lambda name: ask(runner(name), "describe", {}, 60.0).outcome, ["honest"]) == ["ok"]
