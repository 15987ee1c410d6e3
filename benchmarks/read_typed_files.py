"""Measures how long serbench takes to read a table as Parquet, Avro and JSON lines.

The rows are those of a log: numbers, texts and a list. What is timed is a command as a user gives it, from
the file to a schema and a corpus, so the start of Python is within. The cache is an empty folder.

    .venv/bin/python benchmarks/read_typed_files.py [ROWS] [FOLDER]

Files that are in the FOLDER are read as they are, and those that are not are made and kept.
"""

import json
import tempfile
from pathlib import Path

import duckdb
import fastavro
from asking import asking
from timed_command import run_timed

DEFAULT_ROWS = 1_000_000
ROWS = """SELECT i AS id, 'host-' || i % 97 AS host, CASE WHEN i % 5 THEN '/trees/' || i END AS path,
i % 600 AS status, i * 0.25 AS seconds, CASE WHEN i % 3 THEN i * i END AS bytes, i % 2 = 0 AS cached,
[i % 7, i % 11] AS shards, 'Mozilla/5.0 (X11; Linux x86_64) ' || i % 1000 AS agent FROM range({rows}) t(i)"""
TYPES = {"host": "string", "status": "long", "seconds": "double", "cached": "boolean", "agent": "string"}
SCHEMA = {
    "type": "record",
    "name": "Row",
    "fields": [
        {"name": "id", "type": "long"},
        *({"name": name, "type": type_} for name, type_ in TYPES.items()),
        {"name": "path", "type": ["null", "string"]},
        {"name": "bytes", "type": ["null", "long"]},
        {"name": "shards", "type": {"type": "array", "items": "long"}},
    ],
}


def write(folder: Path, rows: int) -> None:
    """Writes the files that are not there."""
    query = ROWS.format(rows=rows)
    with duckdb.connect(":memory:") as connection:
        if not (folder / "rows.parquet").exists():
            connection.execute(f"COPY ({query}) TO '{folder / 'rows.parquet'}' (FORMAT parquet)")
        if not (folder / "rows.jsonl").exists():
            connection.execute(f"COPY ({query}) TO '{folder / 'rows.jsonl'}' (FORMAT json)")
    if not (folder / "rows.avro").exists():
        with (
            (folder / "rows.jsonl").open(encoding="utf-8") as lines,
            (folder / "rows.avro").open("wb") as file,
        ):
            fastavro.writer(file, SCHEMA, map(json.loads, lines))


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=DEFAULT_ROWS, metavar="ROWS")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    rows: int = asked.rows
    with tempfile.TemporaryDirectory(prefix="serbench-rows-") as temporary:
        folder = asked.folder or Path(temporary)
        write(folder, rows)
        print(f"{rows} rows, {(folder / 'rows.jsonl').stat().st_size / 1e6:.0f} MB of JSON", flush=True)
        for name in ("rows.parquet", "rows.avro", "rows.jsonl"):
            load = ["run", "--dry-run", "--quiet", "--codecs", "cpp/handcoded", "--data", str(folder / name)]
            run_timed(name, load, {"SERBENCH_CACHE": str(Path(temporary) / f"cache-{name}")})


if __name__ == "__main__":
    main()
