"""The tables that are drawn while a run goes on have both sides of it."""

import io
from pathlib import Path

from fakes.samples import RECORD, measured
from rich.console import Console

from serbench.experiments.memory.reporting import REPORTING
from serbench.experiments.reporting import NO_EXTRAS
from serbench.record.run_folder import RunFolder

TIMES = {"encode": 4000, "decode": 8000, "serialize": 1000, "deserialize": 2000}
LIBRARY = ("serialize", "deserialize")


def drawn(folder: Path, operations: tuple[str, ...]) -> list[str]:
    rows = [
        measured("cpp/a", name, fork, TIMES[name], side="library" if name in LIBRARY else "application")
        for name in operations
        for fork in range(3)
    ]
    out = io.StringIO()
    assert REPORTING.ranking is not None
    REPORTING.ranking(RunFolder(folder, RECORD, rows), Console(file=out, width=100, _environ={}), NO_EXTRAS)
    return out.getvalue().splitlines()


def test_the_view_from_messages_stands_below_the_one_from_objects(tmp_path: Path) -> None:
    lines = drawn(tmp_path, tuple(TIMES))
    titles = [line for line in lines if line.startswith("record: ")]
    assert len(titles) == 2
    assert "from your objects" in titles[0] and "from its own message" in titles[1]
    assert [line.split()[0] for line in lines if "cpp/a" in line] == ["cpp/a", "cpp/a"]
    assert any("4.00" in line and "8.00" in line for line in lines)
    assert any("1.00" in line and "2.00" in line for line in lines)


def test_a_run_without_messages_has_one_table(tmp_path: Path) -> None:
    assert len([line for line in drawn(tmp_path, ("encode", "decode")) if line.startswith("record: ")]) == 1
