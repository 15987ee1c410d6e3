"""Results that are computed at the same time."""

import threading

import pytest

from serbench.parallel import in_parallel


def test_results_keep_the_order_of_the_items() -> None:
    met = threading.Barrier(2, timeout=60)

    def square(number: int) -> int:
        met.wait()
        return number * number

    assert in_parallel(square, range(4), 2) == [0, 1, 4, 9]


def test_the_first_exception_stops_the_others_and_is_raised_when_they_have_ended() -> None:
    stopped = threading.Event()
    ended: list[str] = []

    def work(name: str) -> None:
        if name == "broken":
            raise ValueError(name)
        assert stopped.wait(60)
        ended.append(name)

    with pytest.raises(ValueError, match="broken"):
        in_parallel(work, ("slow", "broken"), 2, stopped.set)
    assert ended == ["slow"]
