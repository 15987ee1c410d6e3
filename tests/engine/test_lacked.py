"""Own objects with values that a codec declares to lack, such as -0.0."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.engine import lacked
from serbench.engine.lacked import awkward_values, with_features, without_lacked
from serbench.engine.material import Material, gather
from serbench.engine.own_options import own_data
from serbench.experiments.cluster import command as cluster
from serbench.experiments.evolution import command as evolution
from serbench.experiments.sizing import command as sizing
from serbench.experiments.sort import command as sort
from serbench.experiments.store import command as store
from serbench.experiments.store.shelf_flow import as_in_stores
from serbench.experiments.torture import command as torture
from serbench.pools.pool import PoolMaterial, pool_from
from serbench.pools.shelf import Shelf
from serbench.schema.build import read_schema
from serbench.selection.choice import codecs_named
from serbench.terminal.options import OwnDataOptions
from serbench.verification.verify import ObjectResult, judge_objects

SCHEMA = (
    'syntax = "proto3"; message Shift { int32 id = 1; Place place = 2; } message Place { double east = 1; }'
)
(THRIFT,) = codecs_named({"javascript/thrift-binary"})
WHOLE = replace(THRIFT, name="javascript/whole", unsupported={"promises": "it is not async"})


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(lacked, "expected_lacks", lambda codecs: {})


def material_of(folder: Path, awkward: int, value: str = "-0.0") -> Material:
    """Twenty objects, of which some have the value."""
    (folder / "shift.proto").write_text(SCHEMA)
    values = [value if number < awkward else f"{number}.5" for number in range(20)]
    lines = [f'{{"id": {number}, "place": {{"east": {east}}}}}\n' for number, east in enumerate(values)]
    (folder / "shifts.jsonl").write_text("".join(lines))
    options = OwnDataOptions(
        data=str(folder / "shifts.jsonl"), schema=folder / "shift.proto", message="Shift", relaxed=False
    )
    return gather((), own_data((), options), 1, lambda _: None)


def ids(material: Material) -> list[int]:
    (workload,) = material.workloads
    decoder = Decoder(workload.schema)
    return [decoder.decode(data)["id"] for data in read_objects(material.corpora[workload.name].path)]


def test_objects_with_a_value_that_a_codec_lacks_are_left_out_and_told(tmp_path: Path) -> None:
    told: list[str] = []
    given = material_of(tmp_path, 2)
    found = without_lacked(given, [THRIFT, WHOLE], told.append)
    assert ids(found) == list(range(2, 20))
    assert told == [
        "place.east is -0.0 in 2 of 20, which javascript/thrift-binary (the library writes a double from its"
        " sign and size, and takes -0.0 for 0.0) may lose.",
        "2 of 20 with such values are left out for all codecs; 18 are measured.",
    ]
    assert found.own is not None and given.own is not None
    assert found.own["notes"] == [*given.own["notes"], *told]
    assert found.workloads == given.workloads


def test_codecs_that_lack_nothing_of_it_are_measured_on_all_objects(tmp_path: Path) -> None:
    told: list[str] = []
    assert ids(without_lacked(material_of(tmp_path, 2), [WHOLE], told.append)) == list(range(20))
    assert ids(without_lacked(material_of(tmp_path, 0), [THRIFT], told.append)) == list(range(20))
    assert ids(without_lacked(material_of(tmp_path, 2, "0.0"), [THRIFT], told.append)) == list(range(20))
    assert told == []


def test_a_quarter_is_left_out_and_more_is_not(tmp_path: Path) -> None:
    told: list[str] = []
    assert ids(without_lacked(material_of(tmp_path, 5), [THRIFT], told.append)) == list(range(5, 20))
    assert ids(without_lacked(material_of(tmp_path, 6), [THRIFT], told.append)) == list(range(20))
    assert told[-1] == (
        "6 of 20 have such values, too many to leave out: codecs that lose them have failed rows."
    )


def test_many_codecs_are_counted(tmp_path: Path) -> None:
    told: list[str] = []
    many = [replace(THRIFT, name=f"rust/r{number}", unsupported={"nan": "no"}) for number in range(5)]
    assert ids(without_lacked(material_of(tmp_path, 1, '"NaN"'), many, told.append)) == list(range(1, 20))
    assert told[0] == (
        "place.east is NaN in 1 of 20, which rust/r0 (no), rust/r1 (no), rust/r2 (no) and 2 others may lose."
    )


def test_values_are_found_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "a.proto").write_text(
        'syntax = "proto3"; message A { repeated B a = 1; map<string, double> c = 2; repeated string d = 3;'
        " double e = 4; int32 f = 5; oneof g { double h = 6; } } message B { double b = 1; }"
    )
    schema = read_schema(tmp_path / "a.proto", "A")
    obj = {
        "a": [{"b": -0.0}, {"b": 0.0}],
        "c": {"k": math.nan, "l\0": 0.0},
        "d": ["\0"],
        "e": -math.inf,
        "f": 0,
        "h": -0.0,
    }
    assert list(awkward_values(schema, obj)) == [
        ("a[].b", "negative-zero"),
        ("a key of c", "nul-in-string"),
        ("c{}", "nan"),
        ("d[]", "nul-in-string"),
        ("e", "infinity"),
        ("h", "negative-zero"),
    ]


def test_nothing_is_left_out_for_a_codec_that_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lacked, "expected_lacks", lambda codecs: {THRIFT.name: "it is not here"})
    told: list[str] = []
    found = without_lacked(material_of(tmp_path, 2), [THRIFT, WHOLE], told.append)
    assert (ids(found), told) == (list(range(20)), [])


def test_what_is_not_timed_may_be_little(tmp_path: Path) -> None:
    few = [replace(THRIFT, name="rust/few", unsupported={"negative-zero": "no"})]
    for is_timed in (True, False):
        told: list[str] = []
        without_lacked(material_of(tmp_path, 5), few, told.append, is_timed=is_timed)
        assert len(told) == 2 + is_timed


@pytest.mark.parametrize(
    ("flow", "options"),
    [
        (sizing._flow, sizing.Options),
        (store._flow, store._BothOptions),
        (sort._flow, sort.Options),
        (cluster._flow, cluster.Options),
        (torture._flow, torture.Options),
    ],
)
def test_all_that_check_values_leave_the_same_objects_out(tmp_path: Path, flow: Any, options: Any) -> None:
    material_of(tmp_path, 2)
    told: list[str] = []
    given = options(
        codecs="java/dsl-json", data=str(tmp_path / "shifts.jsonl"), schema=tmp_path / "shift.proto",
        message="Shift", dry_run=True,
    )  # fmt: skip
    found = flow(given, told.append)
    assert ids(found.material) == list(range(2, 20))
    assert told[-1] == "2 of 20 with such values are left out for all codecs; 18 are measured."
    assert found.material.own["notes"][-1] == told[-1]


def test_changes_are_derived_of_what_all_codecs_hold(tmp_path: Path) -> None:
    material_of(tmp_path, 2)
    told: list[str] = []
    data, schema = str(tmp_path / "shifts.jsonl"), tmp_path / "shift.proto"
    given = evolution.Options(codecs=THRIFT.name, data=data, schema=schema, message="Shift")
    source = evolution._source(given, [THRIFT], told.append)
    assert source is not None
    assert ids(source.material) == list(range(2, 20))
    assert told[-1] == "2 of 20 with such values are left out for all codecs; 18 are measured."


def test_objects_that_a_codec_may_fail_are_known_by_their_values(tmp_path: Path) -> None:
    material = material_of(tmp_path, 2)
    (workload,) = material.workloads
    corpus = with_features(workload, material.corpora[workload.name])
    assert corpus.manifest.features == (("negative-zero",),) * 2 + ((),) * 18
    found = [ObjectResult(at, "wrong" if at < 2 else "ok", "decode", "another value") for at in range(20)]
    verdict = judge_objects(THRIFT, corpus.manifest, found)
    assert (verdict.ok, verdict.passed, verdict.expected_failures) == (True, 18, 2)
    assert verdict.unsupported_met == {"negative-zero": THRIFT.unsupported["negative-zero"]}


def pool_material(folder: Path, awkward: int = 2) -> PoolMaterial:
    material = material_of(folder, awkward)
    (workload,) = material.workloads
    pool = pool_from(material.corpora[workload.name], workload.schema)
    return PoolMaterial(workload, pool, material.own)


def test_further_stores_of_a_folder_hold_the_same_objects(tmp_path: Path) -> None:
    whole, told = pool_material(tmp_path), list[str]()
    fewer = without_lacked(whole, [THRIFT], told.append)
    assert [found.pool.corpus.manifest.objects for found in (whole, fewer)] == [20, 18]
    assert as_in_stores(whole, tmp_path, told.append) is None
    for first in (whole, fewer):
        name, corpus = first.workload.name, first.pool.corpus
        Shelf(tmp_path, name, 1, 100, {"cpp/x": "x"}, first.own, str(corpus.folder)).save()
        found = as_in_stores(whole, tmp_path, told.append)
        assert found is not None and found.pool == first.pool
        assert told[-1].startswith(
            f"The stores in {tmp_path} hold {corpus.manifest.objects} of the 20 objects"
        )
        assert found.own is not None and found.own["notes"][-1] == told[-1]
    other = pool_material(tmp_path, awkward=3)
    assert as_in_stores(other, tmp_path, told.append) is None
