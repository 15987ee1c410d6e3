"""Of files that declare their types only the objects are read that are measured: the corpus is the same."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import fastavro
import pytest

from serbench.corpus import own_objects
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.sample import CORPUS_EXTENT, Extent
from serbench.errors import BadInput
from serbench.infer.from_lines import keep_inferred


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def parquet(path: Path, rows: int, text: str = "'n' || i") -> Path:
    with duckdb.connect(":memory:") as connection:
        values = (
            f"i AS id, CASE WHEN i % 3 = 0 THEN NULL ELSE {text} END AS name, [i, NULL] AS places, i AS row"
        )
        connection.execute(
            f"COPY (SELECT {values} FROM range({rows}) t(i)) TO '{path}'"
            " (FORMAT parquet, ROW_GROUP_SIZE 2048)"
        )
    return path


def avro(path: Path, rows: int, text: str = "n{}") -> Path:
    members: list[dict[str, Any]] = [
        {"name": "id", "type": "long"},
        {"name": "name", "type": ["null", "string"]},
        {
            "name": "place",
            "type": {"type": "record", "name": "P", "fields": [{"name": "x", "type": "double"}]},
        },
    ]
    records = (
        {"id": n, "name": text.format(n) if n % 3 else None, "place": {"x": n / 2}} for n in range(rows)
    )
    with path.open("wb") as file:
        schema = {"type": "record", "name": "T", "fields": members}
        fastavro.writer(file, schema, records, codec="deflate")
    return path


def corpus(
    path: Path, batch: int = 0, extent: Extent = CORPUS_EXTENT
) -> tuple[list[int], list[bytes], list[str]]:
    """The ids of the objects, their bytes, and what is said of them."""
    place, inferred = keep_inferred(str(path))
    own, told = OwnSchema(place, inferred.messages[0].name, is_inferred=True), list[str]()
    workload, found = own_workload(own, str(path), batch=batch, extent=extent, tell=told.append)
    data = [*read_objects(found.path)]
    objects = [Decoder(workload.schema).decode(each) for each in data]
    return [obj["objects"][0]["id"] if batch else obj["id"] for obj in objects], data, told


@pytest.mark.parametrize("write", [parquet, avro])
@pytest.mark.parametrize(("rows", "batch"), [(5, 0), (10_000, 0), (10_001, 4)])
def test_the_sample_is_that_of_all_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Any, rows: int, batch: int
) -> None:
    path = write(tmp_path / "data", rows)
    ids, data, told = corpus(path, batch)
    assert len(ids) == min(rows, 1024) and ids == sorted(ids)
    monkeypatch.setattr(own_objects, "planned", lambda *_: ())
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "other"))
    assert corpus(path, batch) == (ids, data, told)


def test_large_objects_are_sampled_as_all_objects_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, few = avro(tmp_path / "data.avro", 3000), replace(CORPUS_EXTENT, kept_bytes=5000)
    ids, data, _ = corpus(path, extent=few)
    assert ids != corpus(path)[0]
    monkeypatch.setattr(own_objects, "planned", lambda *_: ())
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "other"))
    assert corpus(path, extent=few)[:2] == (ids, data)


@pytest.mark.parametrize("write", [parquet, avro])
def test_too_few_objects_for_a_message_are_refused(tmp_path: Path, write: Any) -> None:
    path = write(tmp_path / "data", 3)
    with pytest.raises(BadInput, match="data holds 3 objects, too few for one message of 4"):
        corpus(path, 4)
