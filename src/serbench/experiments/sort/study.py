"""The log lines of the complex-object study for a sort.

Nothing tells the exact format of the study's own. These lines follow those for writing and reading, which are
known; the mode stands in the place of ``seq``.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.experiments.sort.judging import IO_PHASES
from serbench.experiments.sort.plan import LINES
from serbench.pools.study import PINNED, method_name, studys_line, write_files
from serbench.record.row import Row

HEADER = "language#taskset#method#mode#datatype#iotime#totaltime"


def log_lines(rows: Sequence[Row], datatype: str) -> Iterator[tuple[str, Row]]:
    """A line for each row of one thread, with the row."""
    for row in rows:
        if row.ok and row.operation != LINES and row.parameters["pin"] in PINNED:
            name = method_name(row.codec)
            yield studys_line("SortTime", row, name, row.operation, datatype, IO_PHASES), row


def write_result_files(rows: Sequence[Row], datatype: str, folder: Path) -> list[Path]:
    """Writes result_<language>_sortobjects_<n>_<repetition>.txt."""
    lines = (("sortobjects", line, row) for line, row in log_lines(rows, datatype))
    return write_files(HEADER, lines, folder)
