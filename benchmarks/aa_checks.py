"""Counts the false alarms of ``check-release``: checks of one codec against itself, over languages by turns.

    .venv/bin/python benchmarks/aa_checks.py LOG [--checks N] [--codecs NAME,...] [--max-time T]

LOG has a line of JSON for each check; the same command goes on where it ended. An alarm is a time or a count
that is called worse or better, though both sides are the same release: in compiled languages in another
layout. It exits with 0 where at most one check in a hundred raises one, else with 1.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

SERBENCH = Path(__file__).parents[1] / "serbench"
CODECS = (
    "cpp/rapidjson", "go/msgp", "java/kryo", "javascript/msgpackr", "python/msgspec-json", "rust/postcard",
)  # fmt: skip
ALARMS = frozenset({"worse", "better"})
MOST_ALARMS = 0.01
# A check ends with these; any other status is no check.
STATUSES = (0, 1, 3)


def alarms_in(check: Mapping[str, Any]) -> list[str]:
    """The measures of a check that are called worse or better."""
    return [f"{one['measure']} {one['of']}" for one in check["measures"] if one["verdict"] in ALARMS]


def turn(done: int, codecs: Sequence[str]) -> str:
    """The codec of the check after so many."""
    return codecs[done % len(codecs)]


def table(checks: Iterable[Mapping[str, Any]]) -> str:
    """The counts by codec, and of all, as Markdown."""
    of: dict[str, Counter[str]] = {}
    for check in checks:
        outcome = "alarm" if alarms_in(check) else check["verdict"]
        for name in (check["base"], "all"):
            of.setdefault(name, Counter())[outcome] += 1
    lines = ["| codec | checks | alarms | cannot tell |", "|---|---:|---:|---:|"]
    for name, found in sorted(of.items(), key=lambda each: each[0]):
        lines.append(f"| {name} | {found.total()} | {found['alarm']} | {found['cannot tell']} |")
    return "\n".join(lines)


def read(log: Path) -> list[dict[str, Any]]:
    """The checks of a log; none where there is no such file."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("--checks", type=int, default=100)
    parser.add_argument("--codecs", default=",".join(CODECS))
    parser.add_argument("--max-time", default="90s")
    asked = parser.parse_args()
    while (done := len(read(asked.log))) < asked.checks:
        codec = turn(done, asked.codecs.split(","))
        print(f"Check {done + 1} of {asked.checks}: {codec}", flush=True)
        words = [codec, codec, "--only", "time", "--history", str(asked.log), "--max-time", asked.max_time]
        made = subprocess.run(
            [SERBENCH, "check-release", *words, "--quiet"], check=False, stdout=subprocess.DEVNULL
        )
        if made.returncode not in STATUSES:
            return made.returncode
    checks = read(asked.log)
    print(table(checks))
    for check in checks:
        for alarm in alarms_in(check):
            print(f"{check['base']}, {check['began']}: {alarm}")
    return int(sum(bool(alarms_in(check)) for check in checks) > MOST_ALARMS * len(checks))


if __name__ == "__main__":
    sys.exit(main())
