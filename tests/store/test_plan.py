"""The plan of a run of the store: what is written and read, in which order."""

import json
from dataclasses import asdict, replace

from serbench.engine.work import plan_of
from serbench.experiments.store.plan import Plan, Settings, StoreStep, make_plan

SETTINGS = Settings(
    objects=(10, 20),
    orders=("sequential", "random"),
    caches=("cold", "warm"),
    pins=("free",),
    repetitions=2,
    random_reads=5,
    threads=2,
    warmup_ns=0,
    jit_warmup_ns=0,
)
LEVELS = {"cpp/a": ("access-one", "access-all", "decode"), "cpp/floor": ("bytes",)}


def test_each_repetition_writes_once_and_reads_in_every_state() -> None:
    plan = make_plan(LEVELS, "w", SETTINGS, 1)
    assert len(plan.forks) == 2 * 2 * 2
    fork = next(fork for fork in plan.forks if fork.codec == "cpp/a")
    assert fork.steps[0] == StoreStep("write", "buffered")
    assert set(fork.steps[1:]) == {
        StoreStep(order, cache, level)
        for cache in ("cold", "warm")
        for order, level in (
            ("sequential", "access-all"),
            ("sequential", "decode"),
            ("random", "access-one"),
            ("random", "decode"),
        )
    }
    floor = next(fork for fork in plan.forks if fork.codec == "cpp/floor")
    assert {step.level for step in floor.steps[1:]} == {"bytes"}


def test_identities_are_unique_and_the_order_follows_from_its_words() -> None:
    plan = make_plan(LEVELS, "w", SETTINGS, 1)
    assert len({fork.identity for fork in plan.forks}) == len(plan.forks)
    assert make_plan(LEVELS, "w", SETTINGS, 1) == plan
    other = make_plan(LEVELS, "w", SETTINGS, 1, order="another")
    assert [fork.identity for fork in other.forks] != [fork.identity for fork in plan.forks]
    alone = make_plan({"cpp/a": LEVELS["cpp/a"]}, "w", SETTINGS, 1)
    assert set(alone.forks) == {fork for fork in plan.forks if fork.codec == "cpp/a"}


def test_every_read_comes_after_the_write_of_its_own_file() -> None:
    for caches in (("cold", "warm", "direct"), ("direct", "cold", "warm")):
        plan = make_plan(LEVELS, "w", replace(SETTINGS, caches=caches), 1)
        assert plan.forks
        for fork in plan.forks:
            past = fork.steps.index(StoreStep("write", "direct"))
            assert fork.steps[0] == StoreStep("write", "buffered")
            assert {step.cache for step in fork.steps[1:past]} == {"cold", "warm"}
            assert {step.cache for step in fork.steps[past + 1 :]} == {"direct"}
            assert len(fork.steps) == (14 if fork.codec == "cpp/a" else 8)


def test_a_file_that_nobody_reads_is_not_written() -> None:
    plan = make_plan(LEVELS, "w", replace(SETTINGS, caches=("direct",)), 1)
    assert [step for step in plan.forks[0].steps if step.operation == "write"] == [
        StoreStep("write", "direct")
    ]


def test_stores_that_are_there_are_read_in_one_shuffled_order() -> None:
    plan = make_plan(LEVELS, "w", replace(SETTINGS, caches=("cold", "direct")), 1, writes=False)
    caches = [[step.cache for step in fork.steps] for fork in plan.forks if fork.codec == "cpp/a"]
    assert {cache for of_fork in caches for cache in of_fork} == {"cold", "direct"}
    assert any(of_fork != sorted(of_fork) for of_fork in caches)


def test_stores_that_are_kept_are_only_written_or_only_read() -> None:
    written = make_plan(LEVELS, "w", replace(SETTINGS, orders=()), 1)
    assert {fork.steps for fork in written.forks} == {(StoreStep("write", "buffered"),)}
    read = make_plan(LEVELS, "w", SETTINGS, 1, writes=False)
    assert all(step.operation != "write" for fork in read.forks for step in fork.steps)


def test_levels_that_are_named_are_read_where_the_codec_has_them() -> None:
    settings = replace(SETTINGS, levels=("access-one",), orders=("sequential",), caches=("warm",))
    plan = make_plan({"cpp/a": ("access-one", "decode"), "cpp/b": ("decode",)}, "w", settings, 1)
    steps = {fork.codec: fork.steps[1:] for fork in plan.forks}
    assert steps == {"cpp/a": (StoreStep("sequential", "warm", "access-one"),), "cpp/b": ()}
    # Of a store that is there nothing is left to do.
    read = make_plan({"cpp/a": ("access-one",), "cpp/b": ("decode",)}, "w", settings, 1, writes=False)
    assert {fork.codec for fork in read.forks} == {"cpp/a"}


def test_a_plan_comes_back_from_json() -> None:
    plan = make_plan(LEVELS, "w", replace(SETTINGS, levels=("decode",)), 1)
    assert plan_of({"plan": json.loads(json.dumps(asdict(plan)))}, Plan) == plan
