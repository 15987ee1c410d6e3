"""The forks of a run of the sort: their order, what they need, and how they fit into a time."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from fakes.tiny import make_corpus

from serbench.codecs.runner import Runner
from serbench.engine import fitting
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.sort.budget import (
    estimated_ns,
    files_of,
    heap_bytes,
    require_block,
    require_disk,
    require_memory,
    with_heap,
)
from serbench.experiments.sort.plan import PRESETS, Fork, Plan, Settings, SortStep, make_plan
from serbench.pools.pool import Pool

MIB = 2**20
SETTINGS = Settings(
    (100, 200), (MIB, 2 * MIB), 2, pins=("free", "core"), caches=("cold", "warm"), jit_warmup_ns=0
)
MODES = {"cpp/a": ("objects", "bytes", "lazy"), "cpp/floor": ("raw",)}
GIB = 2**30


@pytest.fixture
def pool(tmp_path: Path) -> Pool:
    return Pool(make_corpus(tmp_path / "corpus"), None)


def test_each_fork_has_every_way_in_an_order_of_its_own() -> None:
    plan = make_plan(MODES, "w", SETTINGS, 1)
    found = {(fork.codec, fork.objects, fork.repetition): fork.steps for fork in plan.forks}
    assert len(found) == len(plan.forks) == 2 * 2 * 2
    for (codec, _, _), steps in found.items():
        modes = ("objects", "bytes") if codec == "cpp/a" else ("raw",)
        assert {(step.mode, step.memory_bytes, step.pin, step.cache) for step in steps} == {
            (mode, memory, pin, cache)
            for mode in modes
            for memory in (MIB, 2 * MIB)
            for pin in ("free", "core")
            for cache in ("cold", "warm")
        }
    assert len({steps for key, steps in found.items() if key[0] == "cpp/a"}) > 1
    assert [fork.repetition for fork in plan.forks] == [0] * 4 + [1] * 4
    assert make_plan(MODES, "w", SETTINGS, 1) == plan != make_plan(MODES, "w", SETTINGS, 1, order="another")
    assert {fork.index for fork in plan.forks if fork.codec == "cpp/a"} == {0, 1, 2, 3}


def test_lines_are_measured_once_for_each_budget() -> None:
    plan = make_plan(MODES, "w", SETTINGS, 1, lines_of="cpp/a")
    of_lines = [(fork.codec, step) for fork in plan.forks for step in fork.steps if step.mode == "lines"]
    assert set(of_lines) == {
        ("cpp/a", SortStep("lines", memory, "free", "cold")) for memory in (MIB, 2 * MIB)
    }
    assert len(of_lines) == 2 * 4


def test_a_codec_without_the_mode_has_no_fork() -> None:
    plan = make_plan({"cpp/a": ("objects", "bytes")}, "w", replace(SETTINGS, modes=("lazy",)), 1, "cpp/a")
    assert plan.forks == ()


def test_a_plan_survives_json() -> None:
    plan = make_plan(MODES, "w", SETTINGS, 1)
    assert plan_of({"plan": json.loads(json.dumps(asdict(plan)))}, Plan) == plan


def test_a_budget_holds_a_block_of_each_run() -> None:
    # An object of 4 bytes takes 16 in a file, and 24 are held next to it.
    one = replace(SETTINGS, memory_bytes=(17 * 40,), pins=("free",))
    require_block(one, {})
    with pytest.raises(BadInput) as refused:
        require_block(replace(one, memory_bytes=(17 * 40 - 1, MIB)), {})
    assert str(refused.value) == (
        "--memory 679 does not hold one block of each of 16 chunks and one of their merge: at least 680 bytes"
        " are needed, or a smaller --fan-in."
    )
    wide = replace(one, pins=("parallel",), threads=3)
    with pytest.raises(BadInput, match=r"in 3 threads: at least 2040 bytes are needed"):
        require_block(wide, {})
    require_block(replace(one, fan_in=2, memory_bytes=(120,)), {})


def test_a_block_is_of_the_codec_with_the_largest_objects() -> None:
    sizes = {"cpp/small": 16.0, "cpp/large": 160.5}
    settings = replace(SETTINGS, memory_bytes=(17 * 200,))
    require_block(settings, sizes)
    with pytest.raises(BadInput) as refused:
        require_block(replace(settings, memory_bytes=(17 * 200 - 1,)), sizes)
    assert str(refused.value).endswith(
        "at least 3400 bytes are needed for the objects of cpp/large, or a smaller --fan-in."
    )


def test_the_disk_holds_input_runs_and_what_is_sorted(pool: Pool) -> None:
    sizes = {"cpp/a": 48.0, "cpp/b": 16.0}
    one = 200 * (48 + 16)
    assert (files_of(has_lines=False), files_of(has_lines=True)) == (3, 4)
    for files in (1, 3, 5):
        require_disk(SETTINGS, pool, sizes, files, round(one * files / 0.98) + 1)
        with pytest.raises(BadInput, match="objects fit, or choose another --dir"):
            require_disk(SETTINGS, pool, sizes, files, one * files)
    with pytest.raises(BadInput, match="objects fit, or choose another --keep"):
        require_disk(SETTINGS, pool, sizes, 1, one, "--keep")


def test_the_memory_holds_the_budget_and_a_heap_for_it(pool: Pool) -> None:
    require_memory(SETTINGS, pool, ["cpp/a"], GIB)
    with pytest.raises(BadInput, match=r"of memory and 100\.0 MiB are left here: choose a smaller --memory"):
        require_memory(SETTINGS, pool, ["cpp/a"], 100 * MIB)
    large = replace(SETTINGS, memory_bytes=(400 * MIB,))
    require_memory(large, pool, ["cpp/a"], GIB)
    assert heap_bytes(400 * MIB, 200) == 256 * MIB + 1600 * MIB + 28 * 200
    with pytest.raises(BadInput, match=r"The run takes 2\.[0-9] GiB of memory and 1\.0 GiB are left here"):
        require_memory(large, pool, ["java/a"], GIB)


def test_a_fixed_heap_grows_with_the_budget() -> None:
    words = ("java", "-Xms192m", "-Xmx512m", "-Xmn64m", "-Xss8m", "-cp", "classes", "serbench.Runner")
    java = Runner(words, "java/a", "w", "s", "key")
    assert with_heap(java, 64 * MIB, 1000).command == (
        "java", "-Xms513m", "-Xmx513m", "-Xmn256m", "-Xss8m", "-cp", "classes", "serbench.Runner",
    )  # fmt: skip
    native = Runner(("runner",), "cpp/a", "w", "s", "key")
    assert with_heap(native, 64 * MIB, 1000) is native


def fork_ns(mean_bytes: float) -> Callable[[Plan, Fork], int]:
    return lambda plan, fork: estimated_ns(plan.settings, fork, mean_bytes)


def test_fewer_repetitions_fit_into_less_time() -> None:
    settings = replace(SETTINGS, repetitions=5)

    def fitting_into(max_time_ns: int | None) -> Plan:
        def make(fewer: Settings) -> Plan:
            return make_plan(MODES, "w", fewer, 1)

        return fitting.fitted(make, settings, fork_ns(2000.0), max_time_ns, "codecs")

    half_ns = fitting.needed_ns(fitting_into(None), fork_ns(2000.0)) // 2
    shorter = fitting_into(half_ns)
    assert (shorter.settings.repetitions, shorter.max_time_ns) == (2, half_ns)
    with pytest.raises(BadInput, match=r"Even one repetition takes about .* or name fewer codecs"):
        fitting_into(1)


def test_more_objects_larger_ones_and_more_of_the_codec_take_longer() -> None:
    def time_of(mode: str, objects: int, mean_bytes: float) -> int:
        plan = make_plan({"cpp/a": (mode,)}, "w", Settings((objects,), (MIB,), 1, jit_warmup_ns=0), 1)
        return estimated_ns(plan.settings, plan.forks[0], mean_bytes)

    usual = time_of("bytes", 10**6, 1000.0)
    assert time_of("bytes", 2 * 10**6, 1000.0) > usual
    assert time_of("bytes", 10**6, 2000.0) > usual
    assert time_of("raw", 10**6, 1000.0) < usual < time_of("objects", 10**6, 1000.0)


def test_the_default_run_ends_in_eight_minutes() -> None:
    """As many codecs as the set default has in each language, over tweets."""
    settings = PRESETS["quick"].settings
    modes: dict[str, tuple[str, ...]] = {}
    for language, codecs in (("cpp", 8), ("rust", 5), ("java", 4)):
        modes |= {f"{language}/{number}": ("objects", "bytes", "lazy") for number in range(codecs)}
        modes[f"{language}/floor"] = ("raw",)
    plan = make_plan(modes, "tweet", settings, 1, "cpp/0")
    assert fitting.needed_ns(plan, fork_ns(2300.0)) <= 8 * 60 * 10**9
