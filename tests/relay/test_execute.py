"""Forks of honest and of failing relays: what becomes a row."""

from pathlib import Path

import pytest
from fakes.tiny import make_corpus, make_workload, runner

from serbench.engine.describe import Description, Subject
from serbench.engine.executing import execute
from serbench.experiments.relay.driver import Cores
from serbench.experiments.relay.execute import RelayWork
from serbench.experiments.relay.messages import routed
from serbench.experiments.relay.plan import Settings, make_plan
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

SETTINGS = Settings(2, 2, 1_000_000, 1_000_000, warmup_ns=0, jit_warmup_ns=0, rates=("50%",))
MODES = ("forward", "fresh")
DESCRIPTION = Description({}, "utf8", {}, {}, (), modes=dict.fromkeys(MODES, True))


def rows_of(place: Path, *fault: str, settings: Settings = SETTINGS) -> dict[str, list[Row]]:
    """The rows of a run of one fake by mode."""
    fake = runner("relayer", *fault, codec="fake/relayer")
    subjects = {(fake.codec, "tiny"): Subject(fake, DESCRIPTION, make_corpus(place / "corpus"))}
    plan = make_plan({(fake.codec, "tiny"): MODES}, settings, 1)
    folder = RunFolder.create(place / "results", {"experiment": "relay"})
    work = RelayWork(plan, subjects, {"tiny": make_workload(place / "tiny")}, cores=Cores(None, None))
    with folder.writing():
        execute(work, folder)
    found = RunFolder.load(folder.path).rows
    return {mode: [row for row in found if row.operation == mode] for mode in MODES}


def test_an_honest_relay(place: Path) -> None:
    rows = rows_of(place)
    assert [row.detail for of_mode in rows.values() for row in of_mode] == [""] * 4
    first = rows["fresh"][0]
    assert (first.n, first.wall_ns, first.cpu_ns) == ((100,), (800_000,), (400_000,))
    assert (first.size_bytes, first.objects, first.peak_bytes) == (16, 4, 2000)
    assert [len(row.figures["latency"]) for row in rows["fresh"]] == [1, 0]
    assert [bool(row.phases) for row in rows["fresh"]] == [True, False]


@pytest.mark.parametrize(
    ("fault", "outcome", "sentence"),
    [
        ("lose", "wrong", "Message 2 did not arrive at sink 1."),
        ("garble", "wrong", "Message 0 was altered on its way: "),
        ("count", "protocol", "Relay and driver count different messages at saturation."),
        ("crash", "crashed", "The runner was killed by signal 6"),
    ],
)
def test_a_fault_fails_its_mode_alone(place: Path, fault: str, outcome: str, sentence: str) -> None:
    rows = rows_of(place, "fresh", fault)
    assert {row.outcome for row in rows["forward"]} == {"ok"}
    assert {row.outcome for row in rows["fresh"]} == {outcome}
    assert rows["fresh"][0].detail.startswith(sentence)
    assert rows["fresh"][0].n == ()


def test_two_sources_prove_each_message_twice(place: Path) -> None:
    settings = Settings(1, 1, 1_000_000, 1_000_000, warmup_ns=0, rates=(), sources=2)
    (row,) = rows_of(place, settings=settings)["forward"]
    assert (row.outcome, row.size_bytes) == ("ok", 16)


def test_destinations_are_read_by_the_orchestrator(tmp_path: Path) -> None:
    corpus, workload = make_corpus(tmp_path / "corpus"), make_workload(tmp_path / "tiny")
    # The numbers 1, 2, 300 and 70000 modulo 3.
    assert routed(corpus, workload, "utf8", 3) == [1, 2, 0, 1]
