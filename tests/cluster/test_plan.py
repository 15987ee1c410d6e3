"""The plan of a run of the cluster: what it measures, in which order, and what it needs."""

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from fakes.tiny import make_corpus

from serbench.engine.fitting import fitted, needed_ns
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.cluster import budget
from serbench.experiments.cluster.plan import JOBS, PRESETS, USUAL_JOBS, Fork, Plan, Settings, make_plan
from serbench.pools.pool import Pool

SETTINGS = Settings((10, 20), forks=3, rounds=2, warmup_least=1, warmup_most=4, compress=("lz4", "none"))
ROWS = ("x/b", "x/a")


def test_each_row_has_applications_for_each_way() -> None:
    plan = make_plan(ROWS, "tiny", SETTINGS, 1)
    assert len(plan.forks) == len(ROWS) * 2 * 2 * 3
    assert len({fork.identity for fork in plan.forks}) == len(plan.forks)
    ways = {(fork.objects, fork.partitions, fork.compress) for fork in plan.forks}
    assert ways == {(10, 8, "lz4"), (10, 8, "none"), (20, 8, "lz4"), (20, 8, "none")}
    # What does not rank is done once.
    jobs = {fork.repetition: fork.jobs for fork in plan.forks}
    assert jobs == {0: USUAL_JOBS, 1: ("shuffle", "cache"), 2: ("shuffle", "cache")}
    # All repetitions of one number come before those of the next.
    assert [fork.repetition for fork in plan.forks] == [0] * 8 + [1] * 8 + [2] * 8
    assert [fork.codec for fork in plan.forks[:8]] != [fork.codec for fork in plan.forks[8:16]]


def test_the_order_follows_from_its_words() -> None:
    assert make_plan(ROWS, "tiny", SETTINGS, 1) == make_plan(reversed_rows(), "tiny", SETTINGS, 1)
    assert (
        make_plan(ROWS, "tiny", SETTINGS, 1).forks
        != make_plan(ROWS, "tiny", SETTINGS, 1, order="another").forks
    )


def reversed_rows() -> tuple[str, ...]:
    return ROWS[::-1]


def test_a_plan_is_read_back() -> None:
    plan = make_plan(ROWS, "tiny", SETTINGS, 1)
    assert plan_of({"plan": asdict(plan)}, Plan) == plan


def test_the_job_that_ranks_comes_first_and_sort_last() -> None:
    assert (JOBS[0], JOBS[-1]) == ("shuffle", "sort")
    assert set(USUAL_JOBS) == {"shuffle", "cache", "sort"}


def test_every_preset_has_forks_enough_to_rank() -> None:
    assert {name: preset.settings.forks >= 4 for name, preset in PRESETS.items()} == {
        "quick": True,
        "standard": True,
        "thorough": True,
    }


def fork_ns(mean_bytes: float) -> Callable[[Plan, Fork], int]:
    return lambda plan, fork: budget.estimated_ns(plan.settings, fork, mean_bytes)


def test_what_does_not_rank_is_measured_once() -> None:
    assert SETTINGS.once_of(USUAL_JOBS) == ("sort",)
    assert SETTINGS.rounds_of(USUAL_JOBS) == {"shuffle": 2, "cache": 2, "sort": 1}


def test_a_quick_run_of_the_usual_rows_takes_less_than_six_minutes() -> None:
    settings = replace(PRESETS["quick"].settings, master="local[2]")
    assert (settings.objects, settings.forks, settings.rounds) == ((6_000,), 5, 3)
    assert (settings.warmup_least, settings.warmup_most, settings.unranked_forks) == (3, 8, 1)
    # Four codecs, one of them twice, and five serializers of the engine; a tweet has 2 kB.
    plan = make_plan([f"x/{number}" for number in range(10)], "tweet", settings, 1)
    assert len(plan.forks) == 50
    assert 300 < needed_ns(plan, fork_ns(2_000)) / 1e9 < 360


def test_a_run_of_nothing_that_ranks_does_it_each_time() -> None:
    settings = replace(SETTINGS, jobs=("sort",))
    assert {fork.jobs for fork in make_plan(ROWS, "tiny", settings, 1).forks} == {("sort",)}
    assert settings.once_of(("sort",)) == ()
    assert settings.rounds_of(("sort",)) == {"sort": 2}


def test_a_row_is_not_asked_for_what_it_lacks() -> None:
    plan = make_plan(ROWS, "tiny", replace(SETTINGS, forks=1), 1, {"x/a": ("cache", "sort")})
    assert {fork.codec: fork.jobs for fork in plan.forks} == {"x/a": ("shuffle",), "x/b": USUAL_JOBS}
    none_left = make_plan(ROWS, "tiny", SETTINGS, 1, {"x/a": USUAL_JOBS})
    assert {fork.codec for fork in none_left.forks} == {"x/b"}


def test_tasks_that_write_are_no_more_than_the_partitions() -> None:
    assert replace(SETTINGS, maps=4).maps_of(8) == 4
    assert replace(SETTINGS, maps=4).maps_of(2) == 2
    assert SETTINGS.maps_of(201) == 201


def test_a_plan_is_fitted_into_the_time() -> None:
    def fitting_into(max_time_ns: int | None) -> Plan:
        def make(fewer: Settings) -> Plan:
            return make_plan(ROWS, "tiny", fewer, 1)

        return fitted(make, SETTINGS, fork_ns(100.0), max_time_ns, "codecs or jobs")

    whole = fitting_into(None)
    assert whole.settings.forks == 3
    whole_ns = needed_ns(whole, fork_ns(100.0))
    fewer = fitting_into(round(0.7 * whole_ns))
    assert fewer.settings.forks == 2
    assert 0.6 * whole_ns < needed_ns(fewer, fork_ns(100.0)) < 0.7 * whole_ns
    with pytest.raises(BadInput, match="or name fewer codecs or jobs"):
        fitting_into(1_000_000_000)


def test_more_objects_take_longer_and_so_does_a_cluster_elsewhere() -> None:
    settings = replace(SETTINGS, master="local[2]", objects=(1000,))
    (fork, *_) = make_plan(ROWS, "tiny", settings, 1).forks
    few = budget.estimated_ns(settings, fork, 2000.0)
    more = budget.estimated_ns(settings, replace(fork, objects=100_000), 2000.0)
    assert more > 5 * few
    elsewhere = budget.estimated_ns(replace(settings, master="spark://a:1"), fork, 2000.0)
    assert elsewhere > few + 5_000_000_000


def test_objects_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    pool = Pool(make_corpus(tmp_path / "corpus"), None)
    settings = replace(SETTINGS, objects=(10_000_000,))
    needed = budget.executor_memory_bytes(settings, pool)
    assert needed >= 768 * 2**20 + 8 * 10_000_000 * 4
    budget.require_memory(settings, pool, 2 * needed)
    with pytest.raises(BadInput, match=r"^Jobs over 10000000 objects take .*; about [1-9]\d+ objects fit\.$"):
        budget.require_memory(settings, pool, needed + 2**28)
    with pytest.raises(BadInput, match=r"no number of objects fits\.$"):
        budget.require_memory(settings, pool, 2**20)
    empty = replace(pool, corpus=replace(pool.corpus, manifest=replace(pool.corpus.manifest, bytes=0)))
    with pytest.raises(BadInput, match=r"no number of objects fits\.$"):
        budget.require_memory(settings, empty, 2**20)
    given = replace(settings, memory_bytes=4 * 2**30)
    with pytest.raises(BadInput) as refused:
        budget.require_memory(given, pool, 2**30)
    assert str(refused.value) == (
        "--executor-memory and the process beside it take 4.4 GiB of memory and 1.0 GiB are left here; choose"
        " less."
    )
    with pytest.raises(BadInput, match=r"on the disk, which has 1\.0 MiB; about [1-9]\d* objects fit\.$"):
        budget.require_disk(settings, pool, 2**20)
    budget.require_disk(settings, pool, 2**50)
    # What a cluster elsewhere has, its master knows.
    elsewhere = replace(settings, master="spark://a:1")
    budget.require_memory(elsewhere, pool, 1)
    budget.require_disk(elsewhere, pool, 1)
