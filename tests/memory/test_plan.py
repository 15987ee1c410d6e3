"""The plan: complete, shuffled, and the same for the same seed."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from serbench.engine.against import name_against
from serbench.engine.work import plan_of
from serbench.experiments.memory.plan import PRESETS, Cell, Fork, Plan, Preset, make_plan

CELLS = [
    Cell(codec, workload, operation)
    for codec in ("cpp/a", "cpp/b")
    for workload in ("record", "tweet")
    for operation in ("encode", "decode", "access-all")
]


def test_every_codec_and_workload_has_its_forks_with_all_operations() -> None:
    plan = make_plan(CELLS, PRESETS["quick"], seed=1)
    assert len(plan.forks) == 4 * 12
    assert {fork.identity for fork in plan.forks} == {
        (codec, workload, index)
        for codec in ("cpp/a", "cpp/b")
        for workload in ("record", "tweet")
        for index in range(12)
    }
    assert all(sorted(fork.operations) == ["access-all", "decode", "encode"] for fork in plan.forks)


def test_the_order_follows_from_its_words_alone() -> None:
    plan = make_plan(CELLS, PRESETS["quick"], seed=1)
    assert plan == make_plan(list(reversed(CELLS)) + CELLS, PRESETS["quick"], seed=1)
    assert plan.forks != make_plan(CELLS, PRESETS["quick"], seed=1, order="another").forks
    assert len({fork.operations for fork in plan.forks}) > 1
    assert [fork.codec for fork in plan.forks] != sorted(fork.codec for fork in plan.forks)


def test_each_round_has_one_fork_of_every_cell() -> None:
    for preset, a_round in ((PRESETS["quick"], 4), (PRESETS["thorough"], 12)):
        plan = make_plan(CELLS, preset, seed=1)
        rounds = [plan.forks[start : start + a_round] for start in range(0, len(plan.forks), a_round)]
        assert len(rounds) == preset.forks
        for forks in rounds:
            cells = [(fork.codec, fork.workload, name) for fork in forks for name in fork.operations]
            assert sorted(cells) == sorted((cell.codec, cell.workload, cell.operation) for cell in CELLS)
        assert len({tuple(fork.identity[:2] for fork in forks) for forks in rounds}) > 1


def test_the_first_fork_of_each_cell_measures_what_a_rare_collector_costs() -> None:
    cells = [Cell(codec, "record", name) for codec in ("go/a", "java/b") for name in ("encode", "decode")]
    for preset in (PRESETS["quick"], PRESETS["thorough"]):
        forks = make_plan(cells, preset, seed=1).forks
        collecting = [fork for fork in forks if preset.collects_in(fork.codec, fork.index)]
        assert sorted(cell for fork in collecting for cell in fork.cells) == [
            ("go/a", "record", "decode"),
            ("go/a", "record", "encode"),
        ]


def test_cells_with_fewer_forks_spread_them_over_the_rounds() -> None:
    quick = PRESETS["quick"]
    assert quick.rounds_of("cpp/a") == tuple(range(12))
    assert quick.rounds_of("java/b") == (0, 2, 4, 7, 9)
    cells = [Cell("cpp/a", "record", "encode"), Cell("java/b", "record", "encode")]
    forks = make_plan(cells, quick, seed=1).forks
    assert len(forks) == 12 + 5
    # The rounds as they come: of two forks where java has one, of one elsewhere.
    place = 0
    for number in range(12):
        expected = ["cpp/a", "java/b"] if number in quick.rounds_of("java/b") else ["cpp/a"]
        assert sorted(fork.codec for fork in forks[place : place + len(expected)]) == expected
        place += len(expected)
    assert sorted(fork.index for fork in forks if fork.codec == "java/b") == [0, 1, 2, 3, 4]


def test_references_have_fewer_forks_and_least_where_a_fork_takes_seconds() -> None:
    quick, standard = PRESETS["quick"], PRESETS["standard"]
    names = ("cpp/floor", "java/floor")
    most = {name: quick.most_forks_of(name, is_reference=True) for name in names}
    cells = [Cell(name, "record", "encode", most_forks=most[name]) for name in names]
    codecs = [fork.codec for fork in make_plan(cells, quick, seed=1).forks]
    assert (codecs.count("cpp/floor"), codecs.count("java/floor")) == (3, 1)
    assert standard.forks_of("java/floor", standard.most_forks_of("java/floor", is_reference=True)) == 9
    assert quick.with_repetitions(2).forks_of("cpp/floor", 3) == 2


def test_twins_have_fewer_forks_only_where_a_fork_takes_seconds() -> None:
    quick = PRESETS["quick"]
    assert quick.most_forks_of("java/a (twin)", is_reference=False) == 2
    assert quick.most_forks_of("cpp/a (twin)", is_reference=False) is None


def test_more_ranked_codecs_of_a_language_than_five_forks_tell_apart_have_six() -> None:
    def forks_of(*codecs: str) -> dict[str, int]:
        cells = [Cell(name, "record", "encode") for name in codecs]
        floor = Cell("java/floor", "record", "encode", most_forks=1)
        plan = make_plan([*cells, floor], PRESETS["quick"], seed=1)
        return dict(Counter(fork.codec for fork in plan.forks))

    four, five = [f"java/{name}" for name in "abcd"], [f"java/{name}" for name in "abcde"]
    other = ["javascript/a", *(f"cpp/{name}" for name in "abcdefg")]
    assert forks_of(*four, *other)["java/a"] == 5
    found = forks_of(*five, *other)
    assert {found[codec] for codec in five} == {6}
    assert (found["java/floor"], found["javascript/a"], found["cpp/a"]) == (1, 5, 12)
    crowded = PRESETS["quick"].telling_apart(five)
    assert crowded.crowded == ("java",)
    assert crowded.with_repetitions(5).forks_of("java/a") == 5
    assert PRESETS["standard"].telling_apart([f"java/{number}" for number in range(30)]).crowded == ()


def test_a_second_executable_is_no_further_codec() -> None:
    names = [f"java/{name}" for name in "abcd"]
    cells = [Cell(name, "record", "encode") for name in (*names, *map(name_against, names))]
    assert make_plan(cells, PRESETS["quick"], seed=1).preset.crowded == ()


def test_a_runner_is_asked_to_keep_objects_only_on_request() -> None:
    quick = PRESETS["quick"]
    assert "keep" not in quick.request_of("cpp/a")
    assert replace(quick, keep=100).request_of("cpp/a")["keep"] == 100


def test_fewer_forks_are_fewer_for_all() -> None:
    quick = PRESETS["quick"]
    assert (quick.with_repetitions(7).forks, quick.with_repetitions(7).jit_forks) == (7, 5)
    assert (quick.with_repetitions(4).forks, quick.with_repetitions(4).jit_forks) == (4, 4)
    plain = Preset("x", 10, 8, 1, 1, 1).with_repetitions(6)
    assert (plain.forks_of("cpp/a"), plain.forks_of("java/b")) == (6, 6)


def test_another_codec_changes_no_fork_of_the_first() -> None:
    alone = make_plan([cell for cell in CELLS if cell.codec == "cpp/a"], PRESETS["quick"], seed=1)
    both = make_plan(CELLS, PRESETS["quick"], seed=1)
    assert set(alone.forks) == {fork for fork in both.forks if fork.codec == "cpp/a"}


def test_thorough_runs_one_operation_a_fork() -> None:
    plan = make_plan(CELLS[:3], PRESETS["thorough"], seed=1)
    assert len(plan.forks) == 3 * 25
    assert {len(fork.operations) for fork in plan.forks} == {1}
    assert sorted(fork.index for fork in plan.forks) == list(range(75))


def test_presets_are_those_of_the_method() -> None:
    quick = Preset(
        "quick",
        12,
        5,
        2_000_000,
        10_000_000,
        100_000_000,
        operations=(
            *("encode", "decode", "decode-reuse", "access-one", "access-tenth", "access-all"),
            *("serialize", "deserialize"),
        ),
        jit_warmup_ns=650_000_000,
        jit_operations=("encode", "decode", "serialize", "deserialize"),
        jit_forks=5,
        reference_forks=3,
        jit_reference_forks=1,
        jit_twin_forks=2,
        twins=1,
        jit_twins=False,
    )
    assert PRESETS["quick"] == quick
    standard, thorough = PRESETS["standard"], PRESETS["thorough"]
    assert (standard.forks, standard.samples, standard.sample_ns) == (20, 8, 5_000_000)
    assert (thorough.forks, thorough.samples, thorough.sample_ns) == (25, 10, 10_000_000)
    assert (standard.twins, thorough.twins) == (3, 3)
    jit = [(of.jit_forks, of.jit_samples, of.jit_sample_ns) for of in (quick, standard, thorough)]
    assert jit == [(5, 10, 50_000_000), (9, 10, 50_000_000), (9, 10, 100_000_000)]


def test_a_sample_is_no_longer_than_a_slice_of_the_warm_up() -> None:
    lengths = {
        name: [
            PRESETS[name].sample_ns_of(f"{language}/a") // 1_000_000 for language in ("java", "javascript")
        ]
        for name in ("quick", "standard", "thorough")
    }
    assert lengths == {"quick": [50, 29], "standard": [50, 50], "thorough": [100, 100]}


def test_a_plan_survives_json() -> None:
    plan = make_plan(CELLS, PRESETS["thorough"], seed=7)
    assert plan_of({"plan": json.loads(json.dumps(plan.to_json()))}, Plan) == plan


def test_the_estimate_grows_with_forks_and_operations() -> None:
    preset = Preset("x", 1, samples=8, sample_ns=1_000_000, warmup_ns=30_000_000, budget_ns=1)
    fork = Fork("cpp/a", "record", 0, ("encode", "decode"))
    # A start of 30 ms, then for each operation 30 ms of warm-up, 8.5 samples of 1.5 ms and 1 ms of proofs.
    assert Plan(preset, 1, (fork,)).estimated_ns == 30_000_000 + 2 * 43_750_000
    assert Plan(preset, 1, (fork, replace(fork, index=1))).estimated_ns == 235_000_000


def test_nothing_takes_less_than_a_rotation_through_the_corpus() -> None:
    quick, ms = PRESETS["quick"], 1_000_000
    # 10 ms of warm-up, 5.5 samples of 3 ms and 1 ms of proofs, which a short rotation does not make longer.
    assert quick.operation_ns("cpp/a", ms // 2) == quick.operation_ns("cpp/a", 0) == 27_500_000
    # Five samples of 17 ms within the budget of 100 ms, two proofs; calibration has room in one rotation.
    assert quick.operation_ns("cpp/a", 17 * ms) == (17 + 5 * 17 + 2 * 17) * ms
    # The budget ends sampling after 100 ms, yet three samples are taken.
    assert quick.operation_ns("cpp/a", 30 * ms) == (30 + 100 + 2 * 30) * ms
    assert quick.operation_ns("cpp/a", 1000 * ms) == (1 + 3 + 2) * 1000 * ms


def test_the_estimate_grows_with_the_corpus() -> None:
    def estimated_ms(corpus_bytes: int, language: str = "cpp") -> float:
        cell = Cell(f"{language}/a", "log", "decode", corpus_bytes)
        return make_plan([cell], PRESETS["quick"], 1).estimated_ns / 12 / 1_000_000

    # A start of 30 ms and 27.5 ms; 1 MiB, as most workloads have, adds a tenth to the operation.
    assert estimated_ms(0) == 57.5
    assert estimated_ms(1 << 20) == pytest.approx(30 + 26.5 + 2 * 2.097, abs=0.01)
    # 8.4 MB at 2 ns a byte are rotations of 16.8 ms: one calibrates, five are samples, two prove.
    assert estimated_ms(8_400_000) == pytest.approx(30 + 8 * 16.8)
    # Of Python, six times as slow, rotations are so long that three are samples.
    assert estimated_ms(8_400_000, "python") == pytest.approx(30 + 6 * 6 * 16.8)


def test_processes_are_estimated_near_the_time_that_they_took() -> None:
    """Processes of Java with 2.5 operations of quick, over `media`, took 3.52 s (decision 0009)."""
    quick, record_bytes, media_bytes = PRESETS["quick"], 1_100_000, 360_000
    jit = [Cell(f"java/{name}", "record", "encode", record_bytes) for name in "abc"]
    jit += [Cell(f"java/{name}", "record", "encode", record_bytes, most_forks=2) for name in "de"]
    native = [
        Cell(f"cpp/{name}", "record", f"operation {which}", record_bytes)
        for name in "abcdefghijklmnopq"
        for which in range(5)
    ]
    jit_s, native_s = (make_plan(cells, quick, 1).estimated_ns / 1e9 for cells in (jit, native))
    # Rotations of 3.3 ms: ten and two proofs after 1.1 s; of 2.2 ms: two proofs after 26.5 ms.
    assert jit_s == pytest.approx(19 * (0.4 + 1.1396))
    assert native_s == pytest.approx(204 * (0.03 + 5 * 0.0309))
    operation_s = quick.operation_ns("java/a", 3 * media_bytes) / 1e9
    assert 0.8 < (0.4 + 2.5 * operation_s) / 3.52 < 1.2


def test_a_plan_of_an_earlier_version_knows_no_size_of_its_corpus() -> None:
    plan = make_plan([Cell("cpp/a", "log", "decode", 1000)], PRESETS["quick"], 1)
    assert {fork.corpus_bytes for fork in plan.forks} == {1000}
    fields = plan.to_json()
    for fork in fields["forks"]:
        del fork["corpus_bytes"]
    earlier = plan_of({"plan": fields}, Plan)
    assert {fork.corpus_bytes for fork in earlier.forks} == {0}
    assert [fork.identity for fork in earlier.forks] == [fork.identity for fork in plan.forks]


def test_a_language_that_compiles_while_it_runs_warms_up_for_seconds() -> None:
    quick = PRESETS["quick"]
    assert quick.warmup_of("java/kryo") == 650_000_000
    assert PRESETS["standard"].warmup_of("java/kryo") == 3_000_000_000
    assert quick.warmup_of("cpp/cereal") == quick.warmup_of("rust/json") == 10_000_000
    # It settles after 1.1 s, with its samples, against 10 ms and 5.5 samples of 3 ms.
    expected_ns = quick.operation_ns("java/kryo", 0), quick.operation_ns("cpp/cereal", 0)
    assert expected_ns[0] - expected_ns[1] == 1_100_000_000 - 26_500_000
    plan = make_plan([Cell("java/kryo", "record", "encode")], quick, 1)
    # A JVM starts for 400 ms and an operation is proved for 1.
    assert plan.estimated_ns == 5 * (400_000_000 + 1_100_000_000 + 1_000_000)
    assert plan_of({"plan": plan.to_json()}, Plan) == plan


def test_a_language_that_compiles_while_it_runs_takes_fewer_and_longer_samples() -> None:
    quick, thorough = PRESETS["quick"], PRESETS["thorough"]
    assert (quick.samples_of("java/kryo"), quick.sample_ns_of("java/kryo")) == (10, 50_000_000)
    assert (quick.samples_of("cpp/cereal"), quick.sample_ns_of("cpp/cereal")) == (5, 2_000_000)
    assert (quick.budget_of("java/kryo"), quick.budget_of("cpp/cereal")) == (1_000_000_000, 100_000_000)
    assert thorough.budget_of("java/kryo") == 2_000_000_000


def test_slow_languages_take_turns_in_quick() -> None:
    codecs = {"cpp/a", "java/b", "java/c", "javascript/d"}
    drawn = [PRESETS["quick"].twinned(codecs, f"run {number}") for number in range(20)]
    assert {frozenset(of) for of in drawn} == {
        frozenset({"cpp/a", "java/b", "java/c"}),
        frozenset({"cpp/a", "javascript/d"}),
    }
    assert PRESETS["quick"].twinned(codecs, "run 3") == drawn[3]
    assert PRESETS["quick"].twinned({"java/b"}, "any") == {"java/b"}
    assert PRESETS["standard"].twinned(codecs, "any") == codecs


def test_a_language_warms_up_for_the_share_that_its_compilers_need() -> None:
    quick = PRESETS["quick"]
    warmups = [quick.warmup_of(f"{language}/a") // 10**6 for language in ("java", "javascript", "go", "cpp")]
    assert warmups == [650, 299, 10, 10]
    assert quick.operation_ns("javascript/a", 0) < quick.operation_ns("java/a", 0)
