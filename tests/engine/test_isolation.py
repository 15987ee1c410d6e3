"""Objects that a runner is asked about one by one where it dies or hangs."""

from serbench.engine.isolation import Attempt, isolated
from serbench.runner.process import Conversation

HUNG = Conversation((), "timeout", "It hung.", (), "", -9, 0)


def test_a_runner_that_always_hangs_is_given_up_and_the_rest_is_said_to_be_untried() -> None:
    asked: list[tuple[int, int]] = []

    def attempt(start: int, stop: int) -> Attempt[str]:
        asked.append((start, stop))
        return Attempt((), 0, HUNG)

    untried = "It was not tried alone, because the runner had ended 3 times. It hung."
    assert isolated(8, attempt, lambda one: one.detail) == ["It hung.", *[untried] * 7]
    assert asked == [(0, 8), (0, 1), (1, 8)]


def test_one_object_at_which_a_runner_hangs_does_not_hide_the_others() -> None:
    def attempt(start: int, stop: int) -> Attempt[str]:
        if start <= 5 < stop:
            return Attempt((), 5 - start, HUNG)
        return Attempt(
            tuple(map(str, range(start, stop))), stop - start, Conversation((), "ok", "", (), "", 0, 0)
        )

    assert isolated(8, attempt, lambda one: one.detail) == ["0", "1", "2", "3", "4", "It hung.", "6", "7"]
