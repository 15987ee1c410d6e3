"""Evidence in runs: mixed types, pairs that do not fit, grades of readers, and facts of what is recorded."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from archive.runs import GOLDEN, published_run
from fakes.rows import torture_row
from fakes.samples import measured

from serbench.archive import PublishedRow
from serbench.choose.costs import Published
from serbench.choose.known import (
    LIMITS,
    RECORDED,
    declared_facts,
    declared_reach,
    facts_in,
    known_places,
    manifest_facts,
    recorded_facts,
)
from serbench.choose.rules import best, the_rules
from serbench.choose.runs import archived_rows, facts_of_run, failed_pairs, found_in_runs, graded, mixed
from serbench.facts.document import document_of
from serbench.facts.fact import Fact
from serbench.facts.known import known_facts
from serbench.locations import CHECKOUT
from serbench.record.run_folder import RunFolder
from serbench.selection.discovery import find_adapters

NO_ARCHIVE = Path("no-archive")


def test_types_are_mixed_as_the_data_have_them() -> None:
    rows = [
        Published("go/a", "small", "encode", 8, 10, 12, 100),
        Published("go/a", "large", "encode", 80, 100, 120, 1000),
        Published("go/b", "small", "encode", 1, 1, 1, 1),
    ]
    assert list(mixed(rows, {"small": 3, "large": 1}, "run")) == [
        Published("go/a", "run", "encode", 26.0, 32.5, 39.0, 325.0, "run")
    ]
    assert not list(mixed(rows, {}, "run"))


def test_a_pair_that_fails_or_may_refuse_everything_is_none() -> None:
    crossing = {"writer": "go/a", "reader": "python/b", "objects": 5}
    results = {"fails": 5, "declared": 0, "same-value": 5, "identical-bytes": 5}
    pairs = [
        {**crossing, "writer": f"go/{result}", "result": result, "objects": objects}
        for result, objects in results.items()
    ]
    found = failed_pairs({"interop": [*pairs, {**crossing, "writer": "go/some", "result": "declared"}]})
    assert found == {("go/fails", "python/b"), ("go/declared", "python/b")}


@pytest.mark.parametrize(
    ("outcomes", "grade"),
    [
        ({"rejected": 9, "different": 1}, "refuses"),
        ({"rejected": 9, "overallocated": 1}, "over-allocates"),
        ({"overallocated": 3, "hung": 1}, "dies"),
        ({"crashed": 1}, "dies"),
    ],
)
def test_a_reader_has_the_grade_of_its_worst_case(outcomes: dict[str, int], grade: str) -> None:
    assert graded(outcomes) == grade


def test_the_newest_run_is_read_first_and_no_longer_than_there_is_time(tmp_path: Path) -> None:
    runs = []
    for ns in (20, 10):
        run = RunFolder.create(tmp_path, {"experiment": "memory", "workloads": ["record"]})
        with run.writing():
            for fork in range(3):
                run.append_fork([measured("cpp/a", "encode", fork, ns)])
        runs.append(run.path)
    found = found_in_runs(runs, NO_ARCHIVE)
    assert [(row.codec, row.median_ns, row.source) for row in found.rows] == [
        ("cpp/a", 10.0, runs[1].name),
        ("cpp/a", 20.0, runs[0].name),
    ]
    times = iter((0.0, 0.0, 9.0))
    assert found_in_runs(runs, NO_ARCHIVE, lambda: next(times)).runs == (runs[1].name,)


def test_published_runs_tell_what_no_run_of_this_machine_does(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    for name in ("evolution", "memory"):
        published_run(GOLDEN / name, archive)
    found = found_in_runs([], archive)
    assert found.rows == ()
    assert sorted({name for own in found.facts.values() for name in own}) == ["changes"]
    (entry,) = archive.glob("*/*-evolution-*")
    codec = json.loads((GOLDEN / "evolution" / "run.json").read_text())["codecs"][0]
    assert found.facts[codec]["changes"].source == f"run {entry.name}"
    # A run of this machine counts alone, because its adapter may be another.
    here = found_in_runs([GOLDEN / "evolution"], archive).facts[codec]["changes"]
    assert here.source == "run evolution"


def test_a_time_of_one_fork_has_a_wide_interval(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path, {"experiment": "memory", "workloads": ["record"]})
    with run.writing():
        run.append_fork([measured("cpp/a", "encode", 0, 100)])
    (row,) = found_in_runs([run.path], NO_ARCHIVE).rows
    assert (row.low_ns, row.high_ns) == (70.0, 130.0)


def evolved(
    place: Path, outcomes: dict[str, str], version: str = "1", left_out: dict[str, str] | None = None
) -> RunFolder:
    """A run of schema changes of one codec; with ``left_out`` they are those of a user's schema."""
    corpus = {"sha256": "00"}
    derived: dict[str, object] = {"workload": "own", "corpus": corpus, "changes": [], "left_out": left_out}
    runner = {"codec": "cpp/a", "workload": "evolution-old", "libraries": {"a": version}, "traits": []}
    kept = {"experiment": "evolution", "workloads": ["evolution-old"], "codecs": ["cpp/a"]}
    plan = {"changes": [key.split()[0] for key in outcomes]}
    record = {**kept, "plan": plan, "runners": [runner], **({"derived": derived} if left_out else {})}
    run = RunFolder.create(place, record)
    rows = []
    for key, outcome in outcomes.items():
        change, operation = key.split()
        figures = {"outcome": outcome, "detail": "", "written": "", "outcomes": [outcome]}
        row = replace(torture_row("cpp/a", {}), experiment="evolution", fork_rows=len(outcomes))
        rows.append(replace(row, operation=operation, parameters={"change": change}, figures=figures))
    with run.writing():
        run.append_fork(rows)
    return run


def test_a_misread_of_an_older_run_stays_until_the_version_changes(tmp_path: Path) -> None:
    runs = [
        evolved(tmp_path, {"reorder forward": "misread", "rename-field forward": "refused"}),
        evolved(tmp_path, {"reorder forward": "same", "add-at-end forward": "same"}),
    ]
    fact = found_in_runs([run.path for run in runs], NO_ARCHIVE).facts["cpp/a"]["changes"]
    outcomes = {"rename-field": "refused", "reorder": "misread", "add-at-end": "same"}
    assert fact.value == {f"{change} forward": outcome for change, outcome in outcomes.items()}
    assert fact.source == f"run {runs[1].name}; run {runs[0].name}"
    runs.append(evolved(tmp_path, {"reorder forward": "same"}, "2"))
    found = found_in_runs([run.path for run in runs], NO_ARCHIVE).facts["cpp/a"]["changes"]
    assert found.value == {"reorder forward": "same"}


def test_what_a_schema_has_no_place_for_tells_nothing_of_other_schemas(tmp_path: Path) -> None:
    reasons = {"add-in-elements": "the schema has no list", "reorder": "no object has a fitting field"}
    run = evolved(tmp_path, {"add-at-end forward": "same"}, left_out=reasons)
    assert found_in_runs([run.path], NO_ARCHIVE).facts["cpp/a"]["changes"].value == {
        "add-at-end forward": "same"
    }
    ((_, _, own),) = facts_of_run(run)
    apart = {f"add-in-elements {way}": "does not apply" for way in ("backward", "forward")}
    assert own.value == {"add-at-end forward": "same", **apart}


def tortured(place: Path, **outcomes: int) -> RunFolder:
    plan = {"cases": 1000, "sanitizers": [], "seed": 1}
    record = {"experiment": "torture", "workloads": ["w"], "codecs": ["cpp/a"], "plan": plan}
    run = RunFolder.create(place, record)
    with run.writing():
        run.append_fork([torture_row("cpp/a", {"truncation": outcomes})])
    return run


def test_a_short_run_that_refuses_hides_no_death(tmp_path: Path) -> None:
    died, short = tortured(tmp_path, crashed=1, rejected=999), tortured(tmp_path, rejected=1000)
    fact = found_in_runs([died.path, short.path], NO_ARCHIVE).facts["cpp/a"]["malformed"]
    assert (fact.value, fact.source) == ("dies", f"run {died.name}, 1000 cases")
    # Few cases that are refused count only for the choice that gave them.
    assert found_in_runs([short.path], NO_ARCHIVE).facts == {}
    assert [(fact.value, fact.cases) for _, _, fact in facts_of_run(short)] == [("refuses", 1000)]
    long = tortured(tmp_path, rejected=20_000)
    assert found_in_runs([long.path, short.path], NO_ARCHIVE).facts["cpp/a"]["malformed"].value == "refuses"


def test_published_rows_are_of_one_machine_and_one_hour() -> None:
    def row(
        machine: str, codec: str, workload: str = "media", median: float | None = 10, entry: str = "e"
    ) -> PublishedRow:
        return PublishedRow(
            machine=machine, date="2026-11-27", entry=entry, commit="c", experiment="memory",
            workload=workload, codec=codec, operation="encode", view="objects", clock="CPU",
            low_ns=9, median_ns=median, high_ns=11, size_bytes=100, outcome="ok", library="", versions={},
            hand_written=False,
        )  # fmt: skip

    rows = [row("m1", "go/a"), row("m2", "go/a"), row("m2", "go/b"), row("m1", "go/b", "tweet")]
    rows += [row("m1", "go/c", median=None)]
    found = archived_rows("media", rows)
    assert [(one.codec, one.median_ns, one.source) for one in found] == [("go/a", 10, "e"), ("go/b", 10, "e")]
    assert archived_rows("media", []) == ()
    narrow = row("m2", "go/a", entry="later")
    equal = [row("m2", name, entry="earlier") for name in ("go/a", "go/b")]
    found = archived_rows("media", [narrow, *rows, *equal])
    assert [(one.codec, one.source) for one in found] == [("go/a", "e"), ("go/b", "e")]


def test_facts_as_the_command_writes_them_are_read(tmp_path: Path) -> None:
    codecs = find_adapters(["go"])
    of_json = next(one for one in codecs if one.name == "go/json")
    (tmp_path / "facts.json").write_text(json.dumps(document_of({"go/json": known_facts(of_json, codecs)})))
    read = facts_in(tmp_path / "facts.json", codecs)["go/json"]
    assert read["licence"].value == of_json.licence and read["reach"].value == ["go"]
    assert {
        name: fact.value for name, fact in declared_facts([of_json])["go/json"].items()
    }.keys() == read.keys() | {"library_formats", "added_library"}


def test_a_damaged_run_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{")
    assert found_in_runs([tmp_path], NO_ARCHIVE).runs == ()


def test_what_is_recorded_names_codecs_and_formats_that_there_are() -> None:
    codecs = find_adapters()
    facts, formats = recorded_facts(codecs), {codec.format for codec in codecs}
    assert facts["python/pickle"]["malformed"].value == "runs"
    assert facts["go/avro"]["changes_mode"].value is None
    reach = declared_reach(formats)
    assert {name for name, _ in reach} <= formats
    assert reach["cbor", "clickhouse"].value is False
    assert reach["capnproto", "go"] == Fact(
        True, "declared", "https://capnproto.org/otherlang.html", "2026-11-27"
    )
    assert {"go", "clickhouse", "swift"} <= set(known_places())


def test_nothing_is_recorded_twice() -> None:
    """Of two keys with one name JSON keeps the last without a word."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({name for name, _ in pairs}) == len(pairs)
        return dict(pairs)

    found, limits = (
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once) for path in (RECORDED, LIMITS)
    )
    assert set(found) == {"format", "systems", "looked", "elsewhere", "formats", "codecs"}
    assert set(limits) == {"format", "formats", "codecs"}
    assert set(limits["codecs"]) <= {codec.name for codec in find_adapters()}


def test_every_recorded_fact_says_where_it_is_known_from() -> None:
    codecs = find_adapters()
    found = [fact for own in recorded_facts(codecs).values() for fact in own.values()]
    assert len(found) > 50
    # A file of the checkout has the day of the checkout.
    of_others = [fact for fact in found if not (CHECKOUT / fact.source).is_file()]
    assert of_others and not [fact for fact in of_others if not (fact.date or fact.command)]
    reach = declared_reach({codec.format for codec in codecs})
    for fact in (*found, *reach.values()):
        place = fact.source.split(" without ")[0]
        if not place and fact.command:
            continue
        assert place.startswith("https://") or (CHECKOUT / place).is_file(), fact


@pytest.mark.parametrize(
    ("codec", "size", "said", "mode"),
    [
        ("go/cbor", 10**5, "yes", ""),
        ("go/cbor", 10**6, "yes", "MaxArrayElements, MaxMapPairs"),
        ("rust/messagepack", 10**6, "yes", ""),
        # A limit of each value tells of no message above it.
        ("rust/messagepack", 5 * 10**9, "unknown", "where no text, list or map is longer"),
        ("rust/simd-json", 5 * 10**9, "no", ""),
        ("rust/json", 5 * 10**9, "yes", ""),
        ("cpp/yyjson", 10**6, "unknown", ""),
    ],
)
def test_a_limit_of_messages_is_a_default_with_the_setting_that_raises_it(
    codec: str, size: int, said: str, mode: str
) -> None:
    facts = recorded_facts(find_adapters()).get(codec, {})
    verdict, fact = best(the_rules().named("max-message"), facts, size)
    assert (verdict, fact.mode if fact else "") == (said, mode)


def test_manifests_tell_what_they_declare_and_no_more() -> None:
    facts = manifest_facts(find_adapters())
    assert facts["rust/bincode"]["ended"].value.startswith("2025-12: ")
    assert facts["rust/protobuf"]["text"] == Fact(False, "declared", "rust/codecs/protobuf/codec.toml")
    assert "same_bytes" not in facts["go/json"]
    assert facts["go/protobuf"]["changes"].value["add-in-middle forward"] == "same"
    assert facts["java/kryo"]["changes"].value["add-in-middle forward"] == "unclaimed"
    assert facts["go/json"]["lacks"].value == ["infinity", "nan"]
    assert facts["go/protobuf"]["lacks"].value == []
    assert not [name for name in facts if name.endswith(("/memcpy", "/handcoded"))]
