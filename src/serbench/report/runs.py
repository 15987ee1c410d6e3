"""Which runs there are."""

from pathlib import Path

from serbench.errors import BadInput
from serbench.locations import results_directory


def all_runs() -> list[Path]:
    """The folders of all runs, the oldest first: their names are the times at which they began."""
    return sorted((path.parent for path in results_directory().glob("*/run.json")), key=_age)


def newest_run() -> Path:
    """The folder of the last run. Raises BadInput where there is none."""
    runs = all_runs()
    if not runs:
        raise BadInput(f"There is no run in {results_directory()} yet; `./serbench run` creates one.")
    return runs[-1]


def _age(folder: Path) -> tuple[str, int, str]:
    """Runs of one second are numbered: 20261121-210700, 20261121-210700-2 … -10."""
    date, _, rest = folder.name.partition("-")
    time, _, number = rest.partition("-")
    return (f"{date}-{time}", int(number) if number.isdecimal() else 1, folder.name)
