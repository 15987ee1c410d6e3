"""The page that lists the published pages."""

from dataclasses import dataclass

from serbench.archive.pages import index


@dataclass(frozen=True)
class Entry:
    """A run or a record of a day on a machine."""

    machine: str
    date: str


def test_each_machine_has_the_last_day_on_which_it_measured() -> None:
    shown = [Entry("one", "2026-11-27"), Entry("two", "2026-11-29"), Entry("one", "2026-11-28")]
    rows = [line for line in index({"memory-record": shown}).splitlines() if line.startswith("| [")]
    assert rows == ["| [memory-record](memory-record.md) | 2026-11-28 on one, 2026-11-29 on two |"]


def test_an_empty_archive_says_how_it_is_filled() -> None:
    assert "`./serbench publish RUN` puts a run into it" in index({})
