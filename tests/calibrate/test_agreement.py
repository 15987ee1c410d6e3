"""Our loops next to a framework's, and a codec that is slower by construction."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import BRIEF, make_corpus, runner

from serbench.errors import BadInput
from serbench.experiments.memory.calibrate import differences, loops
from serbench.experiments.memory.calibrate.loops import Agreement, make_peer_ready
from serbench.languages import language_named, language_names
from serbench.languages.builder import PeerBench
from serbench.selection.discovery import find_adapters
from serbench.statistics.estimate import Ratio
from serbench.statistics.noise import NoiseFloor
from serbench.toolchain.packages import InstallOutcome


def test_the_difference_is_a_share_of_ours() -> None:
    assert Agreement("cpp/a", "encode", "X", 100.0, 103.0).difference == pytest.approx(0.03)


def test_the_least_of_both_are_compared_by_the_clock_of_the_peer(tmp_path: Path) -> None:
    times = iter([120.0, 90.0, 111.5])
    bench = PeerBench(
        lambda codec, operations: {"encode": next(times), "decode": 223.0}, 1.0, "wall", rounds=3
    )
    runners = [runner("honest")]
    assert loops.compare("X", bench, runners, make_corpus(tmp_path), lambda step: None, BRIEF) == [
        Agreement("cpp/honest", "encode", "X", 111.5, 90.0),
        Agreement("cpp/honest", "decode", "X", 111.5, 223.0),
    ]
    assert loops.takes_s(bench, runners, BRIEF) == pytest.approx(3 * 2.0 + 3 * 0.0320155)


def test_a_codec_that_is_as_fast_is_not_found_slower(tmp_path: Path) -> None:
    five = replace(BRIEF, forks=5)
    honest = runner("honest")
    found, noise = differences.detections(
        [honest], {honest.codec: honest}, make_corpus(tmp_path), five, lambda step: None
    )
    assert [(one.operation, one.slowed.ratio, one.found) for one in found] == [
        ("encode", 1.0, False),
        ("decode", 1.0, False),
    ]
    assert {name: of.share for name, of in noise.items()} == {"cpp": 0.0}


def test_only_what_lies_beyond_the_noise_floor_counts_as_shown_by_a_run() -> None:
    def detection(low: float, found: bool, beyond: bool) -> differences.Detection:
        return differences.Detection("cpp/a", "encode", Ratio(1.03, low, 1.04, False), found, beyond)

    detections = [detection(0.99, False, False), detection(1.01, True, False), detection(1.02, True, True)]
    lines = differences.sentences(detections, {"cpp": NoiseFloor(0.025, 3, 1)})
    assert [line.rpartition(": ")[2] for line in lines[:3]] == [
        "not distinguished",
        "slower, but within the noise floor",
        "found slower",
    ]
    assert lines[3] == (
        "slower: 2 of 3 intervals lie above 1, 1 of them beyond the noise floor C++ 2.5% (3 twins), as a run"
        " would show"
    )


@pytest.mark.parametrize("language", language_names())
def test_the_codecs_that_stand_for_a_language_are_there(language: str) -> None:
    marked = [codec for codec in find_adapters([language]) if codec.calibrate]
    assert len(marked) == 3
    assert not any(codec.floor for codec in marked)
    described = language_named(language).folder / "calibration" / "calibration.toml"
    assert "codecs" not in described.read_text()


def test_a_framework_that_cannot_be_installed_is_named_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, ...]] = []

    def refused(names: tuple[str, ...], tell: object) -> InstallOutcome:
        asked.append(names)
        return InstallOutcome(missing=names, command="sudo apt-get install it", detail="You may not.")

    monkeypatch.setattr(loops, "install_packages", refused)
    with pytest.raises(
        BadInput, match=r"^Google Benchmark is not installed. You may not. Install with: sudo apt"
    ):
        make_peer_ready(language_named("cpp"), print)
    assert asked == [("libbenchmark-dev",)]
