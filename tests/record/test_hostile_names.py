"""No text of a run folder reaches a template, a path or a command unless it is a name of ours."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record.damage import GOOD, HOSTILE_TEXTS, bounded, places, replaced, said, written

from serbench.codecs.manifest import AXIS_MARK
from serbench.corpus.own_schema import OwnSchema
from serbench.engine.material import gather_own, own_again, own_record
from serbench.engine.own_options import OwnData
from serbench.engine.preparation import corpus_json
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.cluster.masters import require_master
from serbench.render.engine import render_folder
from serbench.schema.descriptor_set import given_descriptors
from serbench.selection.axes import Axes
from serbench.selection.discovery import find_codecs
from serbench.terminal.options import OwnDataOptions

MARK = "evil"
SCHEMA = 'syntax = "proto3"; package shop; message Order { string customer = 1; repeated int32 sizes = 2; }'


def own_run(folder: Path) -> dict[str, Any]:
    """The record of a run of own data, whose corpus lies in the cache."""
    (folder / "order.proto").write_text(SCHEMA)
    (folder / "orders.jsonl").write_text('{"customer": "a", "sizes": [1, 2]}\n' * 20)
    options = OwnDataOptions(schema=folder / "order.proto", data=str(folder / "orders.jsonl"))
    material = gather_own(OwnData(str(folder / "orders.jsonl"), options, "", ()), lambda _: None)
    (name,) = material.corpora
    text = (GOOD / "memory" / "run.json").read_text().replace('"record"', json.dumps(name))
    record: dict[str, Any] = json.loads(text)
    corpora = {name: corpus_json(material.corpora[name])}
    return {**record, "own": dict(material.own or {}), "workloads": [name], "corpora": corpora}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return own_run(tmp_path_factory.mktemp("own"))


def require_harmless(record: dict[str, Any], built: list[tuple[Any, Any, Any]]) -> None:
    """Asserts that a resumed run builds only what is of the checkout, and ``show`` prints nothing else."""
    built.clear()
    known = {codec.name for codec in find_codecs()}
    with tempfile.TemporaryDirectory() as place:
        run = str(written(Path(place) / "bad", {"run.json": json.dumps(record).encode()}))
        status, _, err = said("run", "--resume", run, "--quiet")
        assert (status, err.count("\n")) == (2, 1), err
        for codecs, workloads, variant in built:
            assert {codec.name.partition(AXIS_MARK)[0] for codec in codecs} <= known
            assert all(re.fullmatch("[a-z0-9-]+", workload.built_as.name) for workload in workloads)
            assert variant == ""
            assert all(MARK not in repr(codec.flags) for codec in codecs)
        name = record["workloads"][0] if isinstance(record.get("workloads"), list) else ""
        status, out, err = said("show", "cpp/handcoded", str(name), "--run", run, "--all", "--json")
        assert status in (0, 2)
        assert MARK not in out


def test_a_run_of_own_data_is_resumed_without_its_schema(
    record: dict[str, Any], built: list[tuple[Any, Any, Any]]
) -> None:
    require_harmless(record, built)
    ((codecs, workloads, _),) = built
    assert len(codecs) == 4
    assert [workload.schema.root for workload in workloads] == ["shop.Order"]
    assert "/" not in json.dumps({**record["own"], "descriptors": ""})


def with_mark(text: str) -> str:
    return text if MARK in text else f"{text}{MARK}"


@bounded(15)
@given(st.data())
def test_no_hostile_name_is_built_or_rendered(
    record: dict[str, Any], built: list[tuple[Any, Any, Any]], data: st.DataObject
) -> None:
    hostile = json.loads(json.dumps(record))
    place = data.draw(st.sampled_from([one for one in places(hostile) if "machine" not in one]))
    replaced(hostile, place, data.draw(st.sampled_from(tuple(map(with_mark, HOSTILE_TEXTS)))))
    require_harmless(hostile, built)


@pytest.mark.slow
@bounded(200)
@given(st.data())
def test_no_hostile_name_of_many_is_built_or_rendered(
    record: dict[str, Any], built: list[tuple[Any, Any, Any]], data: st.DataObject
) -> None:
    hostile = json.loads(json.dumps(record))
    place = data.draw(st.sampled_from(list(places(hostile))))
    replaced(hostile, place, data.draw(st.sampled_from(tuple(map(with_mark, HOSTILE_TEXTS)))))
    require_harmless(hostile, built)


def test_the_family_of_own_data_is_a_workload_of_the_checkout(record: dict[str, Any], tmp_path: Path) -> None:
    own = {**record["own"], "family": "x\n#include"}
    run = written(tmp_path / "run", {"run.json": json.dumps({**record, "own": own}).encode()})
    status, _, err = said("run", "--resume", str(run))
    assert status == 2
    assert err == f'serbench: {run / "run.json"}: own.family: "x\\n#include" is not the name of a workload.\n'
    with pytest.raises(BadInput, match="workload nowhere, which is not here"):
        own_again({**own, "family": "nowhere"}, record["workloads"])


def test_objects_outside_of_the_cache_are_refused(record: dict[str, Any], tmp_path: Path) -> None:
    (name,) = record["workloads"]
    corpus = {**record["corpora"][name], "folder": str(tmp_path)}
    run = written(tmp_path / "run", {"run.json": json.dumps({**record, "corpora": {name: corpus}}).encode()})
    status, _, err = said("run", "--resume", str(run))
    assert status == 2
    assert err == f"serbench: The objects of {name} are recorded outside of the cache: {tmp_path}.\n"


def test_a_schema_whose_names_protoc_refuses_is_refused(tmp_path: Path) -> None:
    (tmp_path / "order.proto").write_text(SCHEMA)
    known = OwnSchema(tmp_path / "order.proto").with_descriptors().descriptors
    assert known is not None
    good = known.SerializeToString()
    assert given_descriptors(good, "run.json") == known
    for old, new in ((b"customer", b"cust;mer"), (b"Order", b"Or\nr;"), (b"shop", b"a/.b"), (good, b"\xff")):
        with pytest.raises(BadInput, match=r"^The schema in run\.json "):
            given_descriptors(good.replace(old, new), "run.json")
    assert own_record(OwnSchema(tmp_path / "order.proto"))["message"] == "shop.Order"


@pytest.mark.parametrize(
    "flag", ["-javaagent:/x.jar", "-XX:OnError=touch", "-XX:Flags=f", "@file", "-agentpath:x", "-Dx=y"]
)
def test_flags_that_start_programs_are_not_taken_from_a_run(flag: str) -> None:
    harmless = {"jvm_flags": "-Xmx1g -XX:+UseParallelGC -XX:MaxRAMPercentage=50"}
    assert Axes.from_json(harmless).runtime == (("jvm_flags", harmless["jvm_flags"]),)
    with pytest.raises(BadInput, match="with which no run is resumed"):
        Axes.from_json({"jvm_flags": f"-Xmx1g {flag}"})


@pytest.mark.parametrize("field", ["optimizations", "allocators", "ltos", "integers"])
def test_compilers_get_only_known_words_of_a_run(field: str) -> None:
    with pytest.raises(BadInput, match=r"^There is no .* O2 -fplugin"):
        Axes.from_json({field: ["O2 -fplugin=/x.so"]})


def test_a_run_on_another_cluster_is_resumed_where_its_user_names_it() -> None:
    require_master("r", "local[4]", None)
    require_master("r", "spark://host:7077", "spark://host:7077")
    with pytest.raises(BadInput, match=r"to continue there, add --master spark://host:7077\.$"):
        require_master("r", "spark://host:7077", None)
    with pytest.raises(BadInput, match="not on yarn; start a new run"):
        require_master("r", "local", "yarn")


@pytest.mark.parametrize("name", ["a\nb", "a*/b", 'a"""b', "a\\", "a\u2028b", "a\x1bb"])
def test_a_name_that_leaves_its_comment_is_not_rendered(name: str, tmp_path: Path) -> None:
    (tmp_path / "page.hpp.j2").write_text("// For {{ workload }}.\n")
    assert render_folder(tmp_path, {"workload": "nested:levels=2"}) == {
        "page.hpp": "// For nested:levels=2.\n"
    }
    with pytest.raises(SerbenchError, match=r"^The workload 'a.*' cannot be in rendered code\.$"):
        render_folder(tmp_path, {"workload": name})
