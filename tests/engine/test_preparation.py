"""From runners to a plan and run.json, and back again when a run is resumed."""

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import BRIEF, codec, make_corpus, make_workload, runner

from serbench.codecs.runner import BuildFailure, Runner
from serbench.engine.asked import Asked
from serbench.engine.describe import Description
from serbench.engine.flow import Planned
from serbench.engine.material import Material
from serbench.engine.preparation import preload_record
from serbench.engine.resuming import require_same_description, subjects_to_resume
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.memory.flow import MemoryFlow, Request
from serbench.experiments.memory.plan import Cell, Plan, Preset
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice

ALL = Request()


def prepared(
    folder: Path,
    *fakes: str,
    operations: tuple[str, ...] | None = None,
    named: tuple[str, ...] = (),
    named_operations: tuple[str, ...] | None = None,
    preset: Preset = BRIEF,
) -> Planned:
    flow = flow_of(folder, *fakes, request=Request(operations, named_operations), preset=preset)
    return flow.planned([runner(name) for name in fakes], {}, named)


def flow_of(folder: Path, *fakes: str, request: Request = ALL, preset: Preset = BRIEF) -> MemoryFlow:
    """A run over the corpus of four numbers."""
    material = Material((make_workload(folder / "schema"),), {"tiny": make_corpus(folder)})
    return MemoryFlow(Asked(None, preset, 1), material, tuple(codec(name) for name in fakes), request)


def recorded(folder: Path, found: Planned, machine: Mapping[str, Any]) -> dict[str, Any]:
    flow = replace(flow_of(folder), codecs=found.codecs)
    return flow.recorded(found, machine, ["./serbench", "run"])


def cells(of: Planned) -> set[Cell]:
    return {Cell(fork.codec, fork.workload, name) for fork in of.plan.forks for name in fork.operations}


def test_a_codec_is_measured_in_the_operations_it_describes(tmp_path: Path) -> None:
    found = prepared(tmp_path, "honest", "decoder")
    assert cells(found) == {
        *(
            Cell("cpp/honest", "tiny", name)
            for name in ("encode", "decode", "access-one", "access-all", "serialize")
        ),
        *(Cell("cpp/decoder", "tiny", name) for name in ("encode", "decode")),
    }


def test_the_plan_knows_how_large_the_data_are(tmp_path: Path) -> None:
    assert {fork.corpus_bytes for fork in prepared(tmp_path, "honest").plan.forks} == {4 * 4}


def test_decode_stands_in_for_an_access_that_is_asked_for(tmp_path: Path) -> None:
    found = prepared(tmp_path, "honest", "decoder", operations=("access-one",))
    assert cells(found) == {Cell("cpp/honest", "tiny", "access-one"), Cell("cpp/decoder", "tiny", "decode")}


def test_a_declared_hindrance_is_a_failure_only_when_it_was_named(tmp_path: Path) -> None:
    flow = flow_of(tmp_path, "honest", "flat")
    refused = BuildFailure("cpp/flat", "tiny", "It has no pointers.", outcome="unsupported")
    built: list[Runner | BuildFailure] = [runner("honest"), refused]
    assert flow.planned(built, {}, ()).failures == ()
    named = flow.planned(built, {}, ("cpp/flat",))
    assert named.failures == (Failure("cpp/flat", "tiny", None, "unsupported", "It has no pointers."),)


def test_what_cannot_be_measured_is_a_failure_only_when_it_was_named(tmp_path: Path) -> None:
    names = ("honest", "broken", "absent", "named", "foreign")
    broken = BuildFailure("cpp/broken", "tiny", "It does not compile.")
    built: list[Runner | BuildFailure] = [runner("honest"), broken, runner("foreign")]
    unavailable = {"cpp/absent": "no such package", "cpp/named": "no such package"}
    found = flow_of(tmp_path, *names).planned(built, unavailable, {"cpp/named"})
    assert found.failures == (
        Failure("cpp/named", "tiny", None, "build", "no such package"),
        Failure("cpp/broken", "tiny", None, "build", "It does not compile."),
        Failure(
            "cpp/foreign",
            "tiny",
            None,
            "protocol",
            "The runner speaks version '2' of the protocol, serbench speaks 1.",
        ),
    )
    assert {fork.codec for fork in found.plan.forks} == {"cpp/honest"}


def test_an_operation_that_a_named_codec_lacks_is_a_failure(tmp_path: Path) -> None:
    fakes, asked = ("honest", "decoder"), ("encode", "serialize", "access-one")
    lacking = Failure(
        "cpp/decoder", "tiny", "serialize", "unsupported", "cpp/decoder has no operation serialize."
    )
    found = prepared(tmp_path, *fakes, operations=asked, named=("cpp/decoder", "cpp/honest"))
    assert found.failures == (lacking,)
    assert Cell("cpp/decoder", "tiny", "encode") in cells(found)
    assert prepared(tmp_path, *fakes, operations=asked, named=("cpp/honest",)).failures == ()
    assert prepared(tmp_path, *fakes, named=("cpp/decoder",)).failures == ()
    # A pattern for operations asks for what there is.
    by_pattern = prepared(
        tmp_path, *fakes, operations=asked, named=("cpp/decoder",), named_operations=("encode",)
    )
    assert by_pattern.failures == ()
    with pytest.raises(BadInput, match="None of these codecs has serialize"):
        prepared(tmp_path, "decoder", operations=("serialize",), named=("cpp/decoder",))


def test_nothing_to_measure_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="None of these codecs has roundtrip"):
        prepared(tmp_path, "honest", operations=("roundtrip",))
    flow, lacking = flow_of(tmp_path, "absent"), {"cpp/absent": "no such package"}
    with pytest.raises(BadInput, match="None of these codecs is available here; cpp/absent: no such package"):
        flow.require_codecs(lacking, ())
    # One that was named in full has a failed row instead.
    flow.require_codecs(lacking, ("cpp/absent",))


def test_a_run_is_resumed_from_its_record(tmp_path: Path) -> None:
    found = prepared(tmp_path / "corpus", "honest")
    record = recorded(tmp_path / "corpus", found, {"logical_cores": 2})
    folder = RunFolder.load(RunFolder.create(tmp_path / "results", record).path)
    assert folder.record["machine"] == {"logical_cores": 2}
    assert plan_of(folder.record, Plan) == found.plan
    corpora = {"tiny": make_corpus(tmp_path / "corpus")}
    subjects = subjects_to_resume(folder, [runner("honest")], corpora)
    assert subjects == dict(found.subjects)
    planned = [("cpp/honest", "tiny"), ("cpp/liar", "tiny")]
    with pytest.raises(BadInput, match="its plan names cpp/liar for tiny, of which it has no runner"):
        subjects_to_resume(folder, [runner("honest")], corpora, planned=planned)
    changed = Runner(runner("honest").command, "cpp/honest", "tiny", "5" * 64, "another key")
    with pytest.raises(
        BadInput, match="cpp/honest for tiny is no longer built from what it was measured with"
    ):
        subjects_to_resume(folder, [changed], corpora)
    with pytest.raises(BadInput, match="no longer built"):
        subjects_to_resume(folder, [], corpora)


def test_a_run_is_not_resumed_with_other_libraries_or_elsewhere(tmp_path: Path) -> None:
    machine: dict[str, object] = {
        "cpu_model": "A",
        "kernel": "6.1",
        "governors": ["powersave"],
        "allowed_cores": [4, 5],
        "load_average": [1.0],
        "ld_preload": None,
        "ld_library_path": "/opt/lib",
        "cgroup_memory_limit_bytes": None,
        "huge_pages": "madvise",
        "clock_source": "tsc",
    }
    record = recorded(tmp_path / "corpus", prepared(tmp_path / "corpus", "honest"), machine)
    corpora = {"tiny": make_corpus(tmp_path / "corpus")}

    def resume(now: Mapping[str, object] = machine, **changed: object) -> None:
        (described,) = record["runners"]
        full = {**record, "runners": [{**described, **changed}]}
        folder = RunFolder.create(tmp_path / "results", full, datetime(2026, 1, 1, tzinfo=UTC))
        try:
            subjects_to_resume(folder, [runner("honest")], corpora, machine=now)
        finally:
            shutil.rmtree(folder.path)

    resume({**machine, "load_average": [9.0]})
    # A run that was begun before a fact was recorded has nothing to compare it with.
    resume({**machine, "logical_cores": 8})
    honest = {"compiler": "python", "flags": "-O3 -DNDEBUG"}
    resume(build={**honest, "jvm_cpu_clock_resolution_ns": "7"})
    run = "Run 20260101-000000 cannot be resumed: "
    cases: list[tuple[str, Mapping[str, object], Mapping[str, object]]] = [
        ("the machine now has kernel 6.2 where the run has 6.1", {**machine, "kernel": "6.2"}, {}),
        *(
            (f"the machine now has {sentence}", {**machine, name: now}, {})
            for sentence, name, now in (
                ("allowed_cores 0,2 where the run has 4-5", "allowed_cores", [0, 2]),
                ("ld_preload libjemalloc.so.2 where the run has none", "ld_preload", "libjemalloc.so.2"),
                ("ld_library_path none where the run has /opt/lib", "ld_library_path", None),
                (
                    "cgroup_memory_limit_bytes 4096 where the run has none",
                    "cgroup_memory_limit_bytes",
                    4096,
                ),
                ("huge_pages always where the run has madvise", "huge_pages", "always"),
                ("clock_source hpet where the run has tsc", "clock_source", "hpet"),
            )
        ),
        (
            "the machine now has governors none where the run has powersave",
            {**machine, "governors": None},
            {},
        ),
        (
            "cpp/honest for tiny now has libraries fake library 1.0 where the run has 0.9",
            machine,
            {"libraries": {"fake library": "0.9"}},
        ),
        (
            "cpp/honest for tiny now has build jvm_version none where the run has 17",
            machine,
            {"build": {**honest, "jvm_version": "17"}},
        ),
        (
            "cpp/honest for tiny now has operations access-all application where the run has none",
            machine,
            {"operations": {"encode": "application"}},
        ),
    ]
    for sentence, now, changed in cases:
        with pytest.raises(BadInput) as error:
            resume(now, **changed)
        assert str(error.value) == f"{run}{sentence}; start a new run."


def test_a_run_is_not_resumed_with_another_version_of_what_is_preloaded(tmp_path: Path) -> None:
    library, link = tmp_path / "libje.so.2.0", tmp_path / "libje.so.2"
    library.write_bytes(b"old")
    link.symlink_to(library.name)
    with_library = replace(runner("honest"), preloaded=f"{link}:/none/libown.so")
    before = preload_record(with_library)
    assert before == {"file": str(library.resolve()), "sha256": hashlib.sha256(b"old").hexdigest()}
    assert preload_record(runner("honest")) == {}
    now = Description({}, "utf8", {}, {}, ())
    recorded = {"codec": "cpp/a", "workload": "tiny", "libraries": {}, "build": {}, "operations": {}}
    recorded["unit"] = "utf8"
    require_same_description("r", {**recorded, "preloaded": before}, now, before)
    newer = tmp_path / "libje.so.2.1"
    library.rename(newer)
    link.unlink()
    link.symlink_to(newer.name)
    with pytest.raises(BadInput) as refused:
        require_same_description("r", {**recorded, "preloaded": before}, now, preload_record(with_library))
    assert str(refused.value) == (
        f"Run r cannot be resumed: cpp/a for tiny now has preloaded file {newer.resolve()} where the run has"
        f" {library.resolve()}; start a new run."
    )
    link.unlink()
    link.write_bytes(b"new")
    with pytest.raises(BadInput, match="now has preloaded"):
        require_same_description("r", {**recorded, "preloaded": before}, now, preload_record(with_library))


def test_the_record_says_what_was_measured(tmp_path: Path) -> None:
    record = json.loads(json.dumps(recorded(tmp_path, prepared(tmp_path, "honest"), {})))
    assert record["corpora"]["tiny"]["objects"] == 4
    (described,) = record["runners"]
    assert described["libraries"] == {"fake library": "1.0"}
    assert described["preloaded"] == {}
    assert described["operations"]["serialize"] == "library"
    assert described["floor"] is False
    assert record["twins"] == {}


def test_a_twin_has_another_layout_and_is_resumed_only_with_that(tmp_path: Path) -> None:
    other = replace(runner("honest"), product_key="laid out")
    flow = flow_of(tmp_path, "honest", preset=replace(BRIEF, twins=1))
    laid_out = replace(flow, lay_out=lambda codecs: [other])
    found = laid_out.planned([runner("honest")], {}, ())
    assert found.subjects["cpp/honest (twin)", "tiny"].runner == other
    assert found.subjects["cpp/honest", "tiny"].runner == runner("honest")
    record = recorded(tmp_path, found, {})
    assert record["twin_products"] == {"cpp/honest (twin)": {"tiny": "laid out"}}
    folder = RunFolder.load(RunFolder.create(tmp_path / "results", record).path)
    corpora = {"tiny": make_corpus(tmp_path)}
    key = ("cpp/honest", "tiny")
    again = subjects_to_resume(
        folder,
        [runner("honest")],
        corpora,
        laid_out=lambda subjects: {key: replace(subjects[key], runner=other)},
    )
    assert again == dict(found.subjects)
    with pytest.raises(BadInput, match=r"cpp/honest \(twin\) for tiny is no longer built from what"):
        subjects_to_resume(folder, [runner("honest")], corpora)


def test_a_twin_that_cannot_be_laid_out_is_the_same_executable(tmp_path: Path) -> None:
    voice = Heard()
    failed = BuildFailure("cpp/honest", "tiny", "an unknown flag")
    flow = flow_of(tmp_path, "honest", preset=replace(BRIEF, twins=1))
    found = replace(flow, voice=voice, lay_out=lambda codecs: [failed]).planned([runner("honest")], {}, ())
    assert found.subjects["cpp/honest (twin)", "tiny"] is found.subjects["cpp/honest", "tiny"]
    assert voice.heard == ["The twin of cpp/honest has the same layout: an unknown flag"]
    assert found.failures == ()


class Heard(Voice):
    """A voice that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__(True)
        self.heard: list[str] = []

    def tell(self, message: str) -> None:
        self.heard.append(message)


def test_a_twin_is_the_same_runner_where_code_has_no_other_layout(tmp_path: Path) -> None:
    found = prepared(tmp_path, "honest", preset=replace(BRIEF, twins=1))
    assert found.twins == {"cpp/honest (twin)": "cpp/honest"}
    assert found.subjects["cpp/honest (twin)", "tiny"] is found.subjects["cpp/honest", "tiny"]
    assert {cell.codec for cell in found.plan.forks} == {"cpp/honest", "cpp/honest (twin)"}
    record = recorded(tmp_path, found, {})
    assert [runner["codec"] for runner in record["runners"]] == ["cpp/honest"]
