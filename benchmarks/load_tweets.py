"""Measures how long serbench takes to read own data: JSON lines of tweets into a corpus, and into a schema.

The tweets are made by the workload ``tweet``. What is timed are the commands as a user gives them, so the
start of Python, the hash of the file and the writing of the corpus are within. The cache is an empty folder.

    .venv/bin/python benchmarks/load_tweets.py [COUNT] [FILE]

A FILE that is there is read as it is, one that is not is made and kept.
"""

import json
import sys
import tempfile
from pathlib import Path

from asking import asking
from timed_command import CHECKOUT, run_timed

sys.path.insert(0, str(CHECKOUT / "src"))

from json_writer import to_json

from serbench.corpus.workload import find_workloads, free_objects

DEFAULT_COUNT = 100_000
SEED = 1


def write_tweets(path: Path, count: int) -> None:
    """Writes ``count`` tweets as JSON lines, without spaces and absent fields."""
    (workload,) = find_workloads(["tweet"])
    with path.open("w", encoding="utf-8") as file:
        for obj in free_objects(workload, count, SEED):
            document = to_json(workload.schema, obj, original_names=True)
            json.dump(document, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("count", nargs="?", type=int, default=DEFAULT_COUNT, metavar="COUNT")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="serbench-tweets-") as folder:
        data = asked.file or Path(folder) / "tweets.jsonl"
        if not data.exists():
            write_tweets(data, asked.count)
        print(f"{data.stat().st_size / 1e6:.0f} MB of JSON", flush=True)
        load = ["run", "--dry-run", "--quiet", "--codecs", "cpp/handcoded", "--data", str(data)]
        empty_cache = {"SERBENCH_CACHE": str(Path(folder) / "cache")}
        run_timed("into a corpus", [*load, "--workload", "tweet"], empty_cache)
        run_timed("into a schema", ["infer", "--quiet", str(data)], empty_cache)


if __name__ == "__main__":
    main()
