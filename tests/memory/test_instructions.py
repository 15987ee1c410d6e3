"""Who counts instructions, what is remembered, and the counter of the processor as a runner tells of it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fakes.tiny import make_corpus, runner

from serbench.engine.describe import Description, Subject
from serbench.errors import BadInput
from serbench.experiments.memory import counting
from serbench.experiments.memory.counting import Counter, counter_here, with_instructions

SIDES = {"encode": "application", "decode": "application"}
BOTH = Description(SIDES, "utf8", {}, {}, ())
CODEC = ("cpp/counted", "tiny")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def subject_of(tmp_path: Path, factor: int = 1, language: str = "cpp", preloaded: str = "") -> Subject:
    made = replace(runner("executor", str(factor), codec=f"{language}/counted"), preloaded=preloaded)
    return Subject(made, BOTH, make_corpus(tmp_path / "corpus"))


def counter_of(*, told: dict[str, int], asked: list[Sequence[str]]) -> Counter:
    def count(_: Subject, operations: Sequence[str]) -> dict[str, int]:
        asked.append(tuple(operations))
        return {name: told[name] for name in operations if name in told}

    return Counter("fingers", "ten", lambda subject: not subject.runner.preloaded, count)


def test_the_processor_counts_what_was_asked_for_in_one_process_with_the_runners_own_library(
    tmp_path: Path,
) -> None:
    library = Path("/nowhere/libserbench-counter.so")
    count = partial(counting.count_by_processor, library=library)
    assert count(subject_of(tmp_path), ["encode", "decode"]) == {"encode": 1000, "decode": 1000}
    assert count(subject_of(tmp_path, preloaded="/nowhere/je.so"), ["decode"]) == {"decode": 2000}


def test_what_was_not_counted_over_every_object_once_is_not_believed(tmp_path: Path) -> None:
    assert (
        counting.count_by_processor(subject_of(tmp_path, factor=2), ["encode"], Path("/nowhere/counter.so"))
        == {}
    )


def test_what_was_counted_is_remembered_and_only_the_rest_is_counted(tmp_path: Path) -> None:
    asked: list[Sequence[str]] = []
    counter = counter_of(told={"encode": 7, "decode": 8}, asked=asked)
    subjects = {CODEC: subject_of(tmp_path)}
    (first,) = with_instructions(subjects, ["encode"], counter, str).values()
    assert (first.instructions, first.instructions_by) == ({"encode": 7}, "fingers")
    (second,) = with_instructions(subjects, None, counter, str).values()
    assert second.instructions == {"encode": 7, "decode": 8}
    assert asked == [("encode",), ("decode",)]
    with_instructions(subjects, None, replace(counter, identity="eleven"), str)
    assert asked[2:] == [("encode", "decode")]


def test_what_a_counter_cannot_tell_is_left_out_and_asked_again(tmp_path: Path) -> None:
    asked: list[Sequence[str]] = []
    counter = counter_of(told={"encode": 7}, asked=asked)
    for _ in range(2):
        (found,) = with_instructions({CODEC: subject_of(tmp_path)}, None, counter, str).values()
        assert found.instructions == {"encode": 7}
    assert asked == [("encode", "decode"), ("decode",)]


def test_a_count_on_disk_that_is_damaged_is_taken_again(tmp_path: Path) -> None:
    counter = counter_of(told={"encode": 4321}, asked=[])
    subjects = {CODEC: subject_of(tmp_path)}
    with_instructions(subjects, ["encode"], counter, str)
    (path,) = (tmp_path / "cache" / "instructions").iterdir()
    assert json.loads(path.read_text()) == {"instructions": 4321}
    path.write_text("{")
    assert with_instructions(subjects, ["encode"], counter, str)[CODEC].instructions == {"encode": 4321}


def test_code_that_is_compiled_while_it_runs_and_what_a_counter_cannot_follow_are_left_alone(
    tmp_path: Path,
) -> None:
    counter = counter_of(told={"encode": 1}, asked=[])
    subjects = {
        ("java/counted", "tiny"): subject_of(tmp_path, language="java"),
        CODEC: subject_of(tmp_path, preloaded="/lib/libjemalloc.so.2"),
    }
    assert with_instructions(subjects, None, counter, str) == subjects


def test_the_processor_is_asked_before_callgrind_which_counts_only_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "counter_library", lambda: Path("/cache/key/counter.so"))
    for on_demand in (False, True):
        counter = counter_here(on_demand, print)
        assert counter and (counter.name, counter.identity) == ("perf events", "key")
    monkeypatch.setattr(counting, "counter_library", lambda: None)
    monkeypatch.setattr(counting, "make_callgrind_ready", lambda tell: tell("ready"))
    said: list[str] = []
    assert counter_here(False, said.append) is None and said == []
    simulated = counter_here(True, said.append)
    assert simulated and simulated.name == "callgrind" and said == ["ready"]


def test_a_count_that_was_asked_for_and_cannot_be_had_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "counter_library", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BadInput, match="valgrind"):
        counter_here(True, print)
