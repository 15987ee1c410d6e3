"""The forks of a run of the relay, their order, and how they fit into a time."""

import json
from dataclasses import asdict, replace

import pytest

from serbench.engine.fitting import cost_of_fitting, fitted, needed_ns
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.relay.plan import PRESETS, Fork, Plan, Settings, estimated_ns, make_plan

SETTINGS = Settings(3, 2, 100, 10, latency_repetitions=1, rates=("50%", "80%"))
MODES = {("cpp/a", "w"): ("forward", "fresh"), ("java/b", "w"): ("fresh", "peek")}
MINUTE_NS = 60_000_000_000


def test_each_mode_has_its_repetitions_in_rounds() -> None:
    plan = make_plan(MODES, SETTINGS, seed=1)
    cells = [(fork.codec, fork.mode, fork.repetition) for fork in plan.forks]
    assert sorted(cells) == sorted(
        [("cpp/a", mode, number) for mode in ("forward", "fresh") for number in range(3)]
        + [("java/b", mode, number) for mode in ("peek", "fresh") for number in range(2)]
    )
    assert [fork.repetition for fork in plan.forks] == [0] * 4 + [1] * 4 + [2] * 2
    assert make_plan(MODES, SETTINGS, seed=1) == plan
    assert make_plan(MODES, SETTINGS, seed=1, order="another") != plan


def test_chosen_modes() -> None:
    plan = make_plan(MODES, replace(SETTINGS, modes=("peek",)), seed=1)
    assert {(fork.codec, fork.mode) for fork in plan.forks} == {("java/b", "peek")}


def test_only_the_first_repetitions_take_the_time_of_latencies() -> None:
    forks = make_plan({("java/b", "w"): ("fresh",)}, SETTINGS, seed=1).forks
    first, second = (estimated_ns(SETTINGS, fork) for fork in forks)
    assert first - second == 2 * SETTINGS.latency_ns + SETTINGS.phases_ns


def test_native_codecs_are_counted_once_in_each_mode() -> None:
    plan = make_plan(MODES, SETTINGS, seed=1)
    counted = [(fork.codec, fork.mode, fork.repetition) for fork in plan.forks if SETTINGS.counts(fork)]
    assert sorted(counted) == [("cpp/a", "forward", 0), ("cpp/a", "fresh", 0)]


def test_a_plan_survives_json() -> None:
    plan = make_plan(MODES, SETTINGS, seed=1)
    assert plan_of({"plan": json.loads(json.dumps(asdict(plan)))}, Plan) == plan


def fork_ns(plan: Plan, fork: Fork) -> int:
    return estimated_ns(plan.settings, fork)


def test_fewer_repetitions_fit_into_less_time() -> None:
    settings = PRESETS["quick"].settings

    def fitting_into(max_time_ns: int | None) -> Plan:
        return fitted(lambda fewer: make_plan(MODES, fewer, 1), settings, fork_ns, max_time_ns, "codecs")

    whole = fitting_into(None)
    assert cost_of_fitting(5, whole.settings.most_repetitions) is None
    shorter = fitting_into(needed_ns(whole, fork_ns) // 2)
    assert needed_ns(shorter, fork_ns) <= needed_ns(whole, fork_ns) // 2
    assert "repetitions instead of 5" in (cost_of_fitting(5, shorter.settings.most_repetitions) or "")
    with pytest.raises(BadInput, match="Even one repetition takes about"):
        fitting_into(1)


def test_the_default_run_ends_in_six_minutes() -> None:
    few, all_modes = ("forward", "peek", "fresh"), ("forward", "peek", "message", "reuse", "fresh")
    modes: dict[tuple[str, str], tuple[str, ...]] = {}
    modes |= {(f"cpp/{number}", "w"): all_modes for number in range(7)}
    modes |= {(f"rust/{number}", "w"): few for number in range(5)}
    modes |= {(f"java/{number}", "w"): few for number in range(4)}
    modes |= {(f"{language}/floor", "w"): ("forward",) for language in ("cpp", "rust", "java")}
    assert needed_ns(make_plan(modes, PRESETS["quick"].settings, 1), fork_ns) <= 6 * MINUTE_NS
