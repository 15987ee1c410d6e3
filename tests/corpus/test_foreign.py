"""Foreign JSON: the importer of a workload, and real shapes of Twitter's API in `tweet`."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from serbench.corpus.importer import Importer
from serbench.corpus.json_mapping import JsonMapping
from serbench.corpus.workload import find_workloads
from serbench.engine.material import gather, gather_again
from serbench.engine.own_options import own_data
from serbench.errors import BadInput
from serbench.terminal.options import OwnDataOptions

STATUS: dict[str, Any] = {
    "created_at": "Mon May 06 20:01:29 +0000 2019",
    "id": 1125490788736032770,
    "id_str": "1125490788736032770",
    "text": "Today's new update",
    "contributors": None,
    "geo": None,
    "user": {
        "id": 6253282,
        "screen_name": "x",
        "entities": {
            "url": {"urls": []},
            "description": {"urls": [{"url": "https://t.co/1", "indices": [0, 14]}]},
        },
    },
    "coordinates": {"type": "Point", "coordinates": [-75.14, 40.07]},
    "place": {
        "id": "a",
        "bounding_box": {"type": "Polygon", "coordinates": [[[-77.1, 38.8], [-76.9, 38.8]]]},
        "attributes": {},
    },
    "current_user_retweet": {"id": 26815871309, "id_str": "26815871309"},
    "scopes": {"followers": False},
}


def test_a_status_of_the_api_becomes_one_of_the_schema() -> None:
    (tweet,) = find_workloads(["tweet"])
    importer = Importer.beside(tweet.folder / "schema.proto")
    assert importer is not None
    mapping = JsonMapping(tweet.schema, relaxed=True)
    read = mapping.read(importer.converted({**STATUS, "retweeted_status": STATUS}))
    assert read["current_user_retweet"] == 26815871309
    assert read["user"]["description_url_entities"] == [{"url": "https://t.co/1", "indices": [0, 14]}]
    assert read["place"]["bounding_box"]["coordinates"] == [
        {"positions": [{"values": [-77.1, 38.8]}, {"values": [-76.9, 38.8]}]}
    ]
    assert read["coordinates"]["coordinates"] == [-75.14, 40.07]
    assert read["retweeted_status"]["current_user_retweet"] == 26815871309
    assert dict(mapping.ignored) == {
        "user.entities": 1,
        "place.attributes": 1,
        "retweeted_status.user.entities": 1,
        "retweeted_status.place.attributes": 1,
        # Null is a value that is not there, so only its name is unknown.
        "contributors": 1,
        "geo": 1,
        "retweeted_status.contributors": 1,
        "retweeted_status.geo": 1,
    }


def test_own_data_follows_a_workload_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    data = tmp_path / "t.jsonl"
    data.write_text(json.dumps(STATUS) + "\n")
    told: list[str] = []
    own = own_data(("tweet",), OwnDataOptions(data=str(data), relaxed=False))
    material = gather(("tweet",), own, 1, told.append)
    (workload,) = material.workloads
    assert workload.built_as.name == "tweet"
    assert material.corpora[workload.name].manifest.objects == 1
    assert told[-1].startswith("Fields that the schema does not know were ignored: contributors (1×)")


def test_a_large_file_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    data = tmp_path / "d.jsonl"
    data.write_text('{"a": "' + "x" * 2_000_000 + '"}\n')
    announcement = f"Reading {data}, 2 MB"
    for least, is_told in ((2_000_000, True), (3_000_000, False)):
        monkeypatch.setattr("serbench.engine.material.LARGE_FILE_BYTES", least)
        told: list[str] = []
        gather((), own_data((), OwnDataOptions(data=str(data), relaxed=False)), 1, told.append)
        assert (told[0] == announcement) is is_told


def test_own_data_without_a_schema_has_one_inferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    data = tmp_path / "t.jsonl"
    data.write_text('{"a": 1, "b": 2}\n{"a": "x", "b": 9007199254740993}\n{"a": 9007199254740993}\n')
    told: list[str] = []
    material = gather((), own_data((), OwnDataOptions(data=str(data), relaxed=False)), 1, told.append)
    (workload,) = material.workloads
    assert [field.name for field in workload.schema.messages[-1].fields] == ["a", "b"]
    assert told[0].startswith("The schema was inferred from the data; `./serbench infer ")
    assert told[1].startswith(
        f"{data}: line 2, a: a whole number in line 1 and text in line 2; taken as text"
    )
    assert "2 values that are not text were read as their JSON text." in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = ", r"import\.py cannot be run: SyntaxError"),
        ("x = 1", r"import\.py does not define canonical\."),
        (
            "def canonical(document):\n    return document['a']",
            r"import\.py:2 cannot convert the object: KeyError: 'a'",
        ),
    ],
)
def test_a_bad_importer_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "import.py").write_text(text)
    with pytest.raises(BadInput, match=sentence):
        importer = Importer.beside(tmp_path / "schema.proto")
        assert importer is not None
        importer.converted({})


def test_options_of_own_data_that_do_not_go_together() -> None:
    with pytest.raises(
        BadInput, match=r"--message, --proto-path and --without belong to --schema FILE\.proto\."
    ):
        own_data((), OwnDataOptions(data="d.jsonl", message="M"))
    with pytest.raises(BadInput, match=r"name one workload, not a, b\."):
        own_data(("a", "b"), OwnDataOptions(data="d.jsonl"))
    with pytest.raises(BadInput, match=r"nested:levels=4 has generator parameters"):
        own_data(("nested:levels=4",), OwnDataOptions(data="d.jsonl"))
    with pytest.raises(
        BadInput,
        match=r"--proto-path, --without, --relaxed, --bytes and --data-format belong to --data FILE\.",
    ):
        own_data((), OwnDataOptions(import_paths=(Path("protos"),)))


def test_own_data_in_batches_is_several_workloads_that_a_resumed_run_finds_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    lines = "".join(json.dumps({"n": number}) + "\n" for number in range(40))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(lines.encode())))
    told: list[str] = []
    own = own_data((), OwnDataOptions(data="-"), ["1", "16"])
    material = gather((), own, 1, told.append)
    assert [workload.batch for workload in material.workloads] == [1, 16]
    assert "are taken, spread" not in "".join(told)
    assert "All 40 messages of 1 object of standard input are taken." in told
    assert "All 2 messages of 16 objects of standard input are taken." in told
    folders = {name: {"folder": str(corpus.folder)} for name, corpus in material.corpora.items()}
    names = [workload.name for workload in material.workloads]
    record = {"own": material.own, "workloads": names, "corpora": folders, "seed": 1}
    assert gather_again(json.loads(json.dumps(record))) == material
