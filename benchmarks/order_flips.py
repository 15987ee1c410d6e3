"""Whether two runs order codecs in opposite ways without showing a tie.

    .venv/bin/python benchmarks/order_flips.py RUN RUN

Takes runs of any experiment, by the documents of `./serbench report RUN --json`.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from asking import asking

SERBENCH = Path(__file__).parents[1] / "serbench"
# What tells the rankings of a run apart, as far as an experiment has it.
_WAY = ("workload", "operation", "mode")
# Parameters that belong to a codec's row and not to how it was measured.
_OWN = frozenset({"objects_a_message"})
Places = Mapping[str, tuple[int, int]]


def places(document: Mapping[str, Any]) -> dict[str, Places]:
    """The places (from, to) of the codecs of a run in each of its rankings, which are by language."""
    found: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    for row in document["rows"]:
        if row["rank"] is None:
            continue
        parameters = {name: value for name, value in row.get("parameters", {}).items() if name not in _OWN}
        way = [row.get(name) for name in _WAY]
        language = row["codec"].partition("/")[0]
        key = json.dumps([language, way, parameters], sort_keys=True)
        found[key][row["codec"]] = (row["rank"], row["rank_high"])
    return dict(found)


def flips(first: Mapping[str, Places], second: Mapping[str, Places]) -> tuple[int, list[str]]:
    """How many pairs both runs order for sure, and those that they order in opposite ways."""
    ordered, found = 0, []
    for key in sorted(first.keys() & second.keys()):
        for a, b in combinations(sorted(first[key].keys() & second[key].keys()), 2):
            before, after = (_order(of[key][a], of[key][b]) for of in (first, second))
            if before and after:
                ordered += 1
                if before != after:
                    found.append(f"{a} and {b} in {key}")
    return ordered, found


def _order(a: tuple[int, int], b: tuple[int, int]) -> int:
    """-1 where the first is faster for sure, 1 where the second is, 0 where their places overlap."""
    return -1 if a[1] < b[0] else 1 if b[1] < a[0] else 0


def _document(run: str) -> dict[str, Any]:
    words = [str(SERBENCH), "report", run, "--json"]
    document: dict[str, Any] = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    return document


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("runs", nargs=2, metavar="RUN")
    ordered, found = flips(*(places(_document(run)) for run in parser.parse_args().runs))
    print(f"{ordered} pairs of codecs are ordered by both runs, {len(found)} in opposite ways.")
    print("\n".join(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
