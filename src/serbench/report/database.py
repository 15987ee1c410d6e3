"""The measurements of runs as a read-only DuckDB database in memory.

``measurements`` has a line for each line of measurements.jsonl (serbench.record.row) with the name of its
run in ``run``, in ``counts`` whether it is in a result of its run, and in ``title`` its workload as tables
call it; ``samples`` has a row for each sample, with whether it is an outlier within its fork by the fences
of serbench.statistics.estimate. ``facts`` has a
row for each fact of a codec as it is known now, ``recorded_facts`` for each of a record. A query can reach
neither files nor the network.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain
from typing import Any

import duckdb
import msgspec

from serbench.codecs.naming import language_name
from serbench.engine.attempts import which_count
from serbench.errors import BadInput
from serbench.facts.fact import Facts
from serbench.querying import interruptible, opened_database
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.record.titles import titles_in
from serbench.scratch import scratch_folder

_TYPES: Mapping[type[msgspec.inspect.Type], str] = {
    msgspec.inspect.StrType: "VARCHAR",
    msgspec.inspect.IntType: "BIGINT",
    msgspec.inspect.FloatType: "DOUBLE",
    msgspec.inspect.BoolType: "BOOLEAN",
}
# A sum of unsigned 64-bit numbers.
_OWN_TYPES = {"touch": "UBIGINT"}

_SAMPLES = """
CREATE VIEW samples AS
SELECT * EXCLUDE (quartiles),
       cpu_ns / n AS cpu_ns_per_operation,
       wall_ns / n AS wall_ns_per_operation,
       -- One and a half ranges beyond a quartile are two from the middle between both.
       coalesce(
           abs(cpu_ns / n - (quartiles[1] + quartiles[2]) / 2) > 2 * (quartiles[2] - quartiles[1]), false
       ) AS outlier
FROM (SELECT * EXCLUDE (n, cpu_ns, wall_ns),
             unnest(range(len(n))) AS sample,
             unnest(n) AS n,
             unnest(cpu_ns) AS cpu_ns,
             unnest(wall_ns) AS wall_ns
      FROM (SELECT *,
                   CASE WHEN len(n) >= 4 THEN list_aggregate(
                       [cpu_ns[i + 1] / n[i + 1] for i in range(len(n))], 'quantile_cont', [0.25, 0.75]
                   ) END AS quartiles
            FROM measurements))
"""
_FACTS = {
    name: "DATE" if name == "day" else "VARCHAR"
    for name in ("codec", "language", "fact", "value", "how", "command", "source", "day")
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The columns of an answer and its rows."""

    columns: tuple[str, ...]
    lines: tuple[tuple[Any, ...], ...]

    def to_json(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, line, strict=True)) for line in self.lines]


def ask(
    runs: Iterable[RunFolder],
    question: str,
    facts: Facts | None = None,
    recorded: Mapping[str, Facts] | None = None,
) -> Answer:
    """The answer to one SELECT (or DESCRIBE, SHOW, EXPLAIN …) over the runs, what is known of codecs, and the
    facts ``recorded`` by the name of each record.

    Raises BadInput for everything else, and with DuckDB's own message where the query fails.
    """
    with opened_database() as connection:
        try:
            _load(connection, runs)
            _load_facts(connection, facts or {}, recorded or {})
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            _require_question(connection, question)
            rows = interruptible(connection, lambda: connection.execute(question).fetchall())
            names = [column[0] for column in connection.description or ()]
            return Answer(_unique(names), tuple(rows))
        except duckdb.Error as error:
            raise BadInput(f"The query failed: {_sentence(error)}") from error


def columns() -> dict[str, str]:
    """The columns of ``measurements`` that rows have, with their types: all but ``run``, ``counts`` and
    ``title``."""
    found = msgspec.inspect.type_info(Row)
    assert isinstance(found, msgspec.inspect.DataclassType)
    return {column.name: _OWN_TYPES.get(column.name) or _column_type(column.type) for column in found.fields}


def _column_type(kind: msgspec.inspect.Type) -> str:
    """The type of a column by that of a row's field; JSON where it is neither a number, a text nor a list of
    them."""
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = next(one for one in kind.types if not isinstance(one, msgspec.inspect.NoneType))
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return f"{_column_type(kind.item_type)}[]"
    return _TYPES.get(type(kind), "JSON")


def _load(connection: duckdb.DuckDBPyConnection, runs: Iterable[RunFolder]) -> None:
    types = {"run": "VARCHAR", "counts": "BOOLEAN", "title": "VARCHAR", **columns()}
    _make_table(connection, "measurements", types, chain.from_iterable(map(_lines, runs)))
    connection.execute(_SAMPLES)


def _lines(run: RunFolder) -> Iterator[str]:
    """The rows of a run, of which own data have titles beside the names of their workloads."""
    title_of = cache(titles_in(run.record).in_text)
    for row, counts in zip(run.rows, which_count(run.rows), strict=True):
        own = {"run": run.name, "counts": counts, "title": title_of(row.workload)}
        yield f"{json.dumps(own)[:-1]},{row.to_line()[1:]}"


def _load_facts(connection: duckdb.DuckDBPyConnection, facts: Facts, recorded: Mapping[str, Facts]) -> None:
    known = (json.dumps(line) + "\n" for line in _fact_lines(facts))
    _make_table(connection, "facts", _FACTS, known)
    kept = (
        json.dumps({"run": name, **line}) + "\n" for name, of in recorded.items() for line in _fact_lines(of)
    )
    _make_table(connection, "recorded_facts", {"run": "VARCHAR", **_FACTS}, kept)


def _make_table(
    connection: duckdb.DuckDBPyConnection, name: str, types: Mapping[str, str], lines: Iterable[str]
) -> None:
    """Makes a table of lines of JSON, each with its end."""
    with scratch_folder("sql") as folder:
        path = folder / "rows.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines)
        connection.execute(
            f"CREATE TABLE {name} AS"
            " SELECT * FROM read_json($path, format = 'newline_delimited', columns = $types,"
            " hive_partitioning = false)",
            {"path": str(path), "types": types},
        )


def _fact_lines(facts: Facts) -> Iterator[dict[str, str | None]]:
    """The rows of facts. A value is a text that DuckDB casts: ``true``, ``12``, ``go, python``."""
    for codec, of_codec in facts.items():
        for name, one in of_codec.items():
            value = ", ".join(one.value) if isinstance(one.value, tuple) else str(one.value)
            text = value.lower() if isinstance(one.value, bool) else value
            day = date.fromisoformat(one.date).isoformat() if one.date else None
            evidence = (one.how, one.command or None, one.source or None, day)
            yield dict(zip(_FACTS, (codec, language_name(codec), name, text, *evidence), strict=True))


def _require_question(connection: duckdb.DuckDBPyConnection, question: str) -> None:
    statements = connection.extract_statements(question)
    if len(statements) != 1:
        raise BadInput("Give exactly one SELECT statement.")
    asking = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
    if statements[0].type not in asking:
        raise BadInput("The measurements are read-only: begin with SELECT.")


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Columns of the same name are numbered, so that a JSON object has both."""
    found: list[str] = []
    for name in names:
        candidate, number = name, 2
        while candidate in found:
            candidate, number = f"{name}_{number}", number + 1
        found.append(candidate)
    return tuple(found)


def _sentence(error: duckdb.Error) -> str:
    """DuckDB's message without the excerpt of the query under it. Its times with a zone need a module that
    serbench does not."""
    if "'pytz'" in str(error):
        return "a time with a zone cannot be shown: cast it, as in now()::VARCHAR."
    message = str(error).partition("\nLINE ")[0]
    words = " ".join(message.split())
    return words if words.endswith((".", "?", "!")) else f"{words}."
