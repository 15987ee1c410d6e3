"""Which times give the first answer."""

import pytest

from serbench.choose.costs import Published
from serbench.choose.sources import first_times

GO = ("go/json", "go/protobuf", "go/msgpack")


def rows(workload: str, *codecs: str, run: str = "today") -> list[Published]:
    return [
        Published(codec, workload, operation, 8, 10, 12, 100, run)
        for codec in codecs
        for operation in ("encode", "decode")
    ]


def test_a_run_of_few_codecs_here_hides_no_published_ones() -> None:
    """After `run --codecs go/json` the first answer has as many options as before it."""
    times = first_times(rows("media", "go/json"), None, GO)
    assert times.source.startswith("the published run 20") and times.measures(GO) == 3
    assert "measured on neither your data nor this machine" in times.source
    assert {row.workload for row in times.rows} == {"media"} == {times.workload}


@pytest.mark.parametrize("asked", (None, "media"))
def test_of_times_of_as_many_codecs_those_of_this_machine_count(asked: str | None) -> None:
    times = first_times(rows("media", *GO), asked, GO)
    assert times.source == (
        "run today of media on this machine (./serbench report today), not measured on your data"
    )
    assert {row.median_ns for row in times.rows} == {10}
    assert first_times(rows("media", "go/json"), asked, ["go/json"]).source == times.source


def test_times_are_those_of_one_run() -> None:
    """An hour in which a core was slow is not compared with another one."""
    here = [
        *rows("media", "go/json", run="new"),
        *rows("media", *GO[:2], run="middle"),
        *rows("media", *GO[1:], run="old"),
    ]
    assert first_times(here, "media", GO).source.startswith("the published run")
    assert first_times(here, "media", GO[:2]).rows == tuple(rows("media", *GO[:2], run="middle"))
    assert first_times(here, "media", GO[:1]).rows == tuple(rows("media", "go/json", run="new"))


def test_a_run_of_one_operation_has_no_costs() -> None:
    here = [row for row in rows("media", *GO) if row.operation == "encode"]
    assert first_times(here, "media", GO).source.startswith("the published run")


def test_codecs_of_other_languages_do_not_count() -> None:
    here = rows("media", "go/json", "rust/json", "rust/postcard", "rust/protobuf")
    assert first_times(here, None, GO).source.startswith("the published run")


def test_the_workload_that_is_asked_for_goes_before_one_of_which_more_is_known() -> None:
    here = [*rows("orders", *GO), *rows("tweet", "go/json")]
    assert first_times(here, "tweet", GO).workload == "tweet"
    assert first_times(here, "monster", GO).workload == "monster"
    assert first_times(here, "orders", GO).rows == tuple(rows("orders", *GO))
    assert first_times(here, None, GO).workload == "orders"


def test_without_the_workload_anywhere_another_one_answers() -> None:
    here = [*rows("orders", *GO), *rows("tweet", "go/json")]
    assert first_times(here, "unknown", GO).workload == "orders"
    assert first_times([], "unknown", GO).workload == "media"


def test_a_setting_that_is_published_stands_for_its_workload() -> None:
    times = first_times([], "nested", GO)
    assert times.workload.partition(":")[0] == "nested" and times.measures(GO) > 0
