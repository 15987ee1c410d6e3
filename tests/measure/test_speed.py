"""The probe of the processors' speed, with the times of its work given."""

from __future__ import annotations

import os

import pytest

from serbench.measure import speed
from serbench.measure.speed import SpeedProbe, processors


@pytest.fixture
def work_ns(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[int]]:
    """What the next runs of the work take on each of two processors; the last of them for ever."""
    times: dict[int, list[int]] = {0: [100], 1: [200]}
    on: list[int] = []

    def stay_on(chosen: list[int]) -> None:
        on[:] = chosen

    def next_ns() -> int:
        of_processor = times[on[0]]
        return of_processor.pop(0) if len(of_processor) > 1 else of_processor[0]

    monkeypatch.setattr(speed, "processors", lambda: [0, 1])
    monkeypatch.setattr(speed, "_stay_on", stay_on)
    monkeypatch.setattr(speed, "_work_ns", next_ns)
    return times


def test_a_processor_is_compared_with_itself_at_its_fastest(work_ns: dict[int, list[int]]) -> None:
    probe = SpeedProbe()
    assert probe.slowdown() == 1.0
    work_ns[1] = [300]
    assert probe.slowdown() == 1.5
    work_ns[0], work_ns[1] = [50], [200]
    # Faster than ever is the new measure.
    assert probe.slowdown() == 1.0
    work_ns[0] = [100]
    assert probe.slowdown() == 2.0


def test_an_interrupt_is_no_slow_processor(work_ns: dict[int, list[int]]) -> None:
    probe = SpeedProbe()
    work_ns[0] = [1000, 100]
    assert probe.slowdown() == 1.0


def test_the_process_may_use_all_its_processors_afterwards() -> None:
    before = processors()
    assert SpeedProbe().slowdown() >= 1.0
    assert processors() == before
    if hasattr(os, "sched_getaffinity"):
        assert os.sched_getaffinity(0) == set(before)
