"""Measures how long serbench takes to read own data: JSON lines of tweets into a corpus, and into a schema.

The tweets are made by the workload ``tweet``. What is timed are the commands as a user gives them, so the
start of Python, the hash of the file and the writing of the corpus are within. The cache is an empty folder.

    .venv/bin/python benchmarks/load_tweets.py [COUNT] [FILE]

A FILE that is there is read as it is, one that is not is made and kept.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.corpus.json_mapping import to_json  # noqa: E402
from serbench.corpus.workload import find_workloads, free_objects  # noqa: E402

DEFAULT_COUNT = 100_000
SEED = 1


def write_tweets(path: Path, count: int) -> None:
    """Writes so many tweets as JSON lines, without spaces and absent fields."""
    (workload,) = find_workloads(["tweet"])
    with path.open("w", encoding="utf-8") as file:
        for obj in free_objects(workload, count, SEED):
            document = to_json(workload.schema, obj, original_names=True)
            json.dump(document, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")


def measure(title: str, arguments: list[str], cache: Path) -> None:
    """Runs a command of serbench and prints its wall time, CPU time and peak memory."""
    environment = {**os.environ, "SERBENCH_CACHE": str(cache)}
    start_ns = time.perf_counter_ns()
    process = subprocess.Popen(
        [CHECKOUT / "serbench", *arguments], env=environment, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = (time.perf_counter_ns() - start_ns) / 1e9
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{title}: exit status {process.returncode}")
    cpu_s = usage.ru_utime + usage.ru_stime
    print(f"{title}: {wall_s:.1f} s (CPU {cpu_s:.1f} s), {usage.ru_maxrss / 1024:.0f} MiB at most")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_COUNT
    with tempfile.TemporaryDirectory(prefix="serbench-tweets-") as folder:
        data = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "tweets.jsonl"
        if not data.exists():
            write_tweets(data, count)
        print(f"{data.stat().st_size / 1e6:.0f} MB of JSON", flush=True)
        load = ["run", "--dry-run", "--quiet", "--codecs", "cpp/handcoded", "--data", str(data)]
        cache = Path(folder) / "cache"
        measure("into a corpus", [*load, "--workload", "tweet"], cache)
        measure("into a schema", ["infer", "--quiet", str(data)], cache)


if __name__ == "__main__":
    main()
