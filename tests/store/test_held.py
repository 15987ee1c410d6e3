"""The memory of objects that are kept, relative to their messages."""

from dataclasses import replace

from fakes.rows import store_row

from serbench.experiments.store.results import store_results


def held_ratio(size_bytes: int) -> float | None:
    row = store_row("sequential", 2.0, 1.0, keep_objects=True)
    held = replace(row, figures={**row.figures, "held_bytes": 4800}, size_bytes=size_bytes)
    (one,) = store_results({}, [held]).all
    return one.held_ratio


def test_messages_without_a_byte_have_no_ratio() -> None:
    assert held_ratio(2000) == 2.4
    assert held_ratio(0) is None
