"""Instructions under callgrind: of a program that does a known amount of work in the sampling loop."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import make_corpus, runner

from serbench.measure import instructions
from serbench.measure.describe import Description
from serbench.measure.execute import Subject
from serbench.measure.instructions import rotations_in, under_callgrind, with_instructions
from serbench.runner.reply import Reply

COMPILER = shutil.which("c++")
ENCODES = Description({"encode": "application"}, "utf8", {}, {}, ())

# Two rotations of four objects in the sampling loop, each object a loop of WORK steps, and much work outside.
PROGRAM = """
#include <cstdio>
namespace serbench {
template <class T> [[gnu::noinline]] void sample(T rounds) {
  for (T i = 0; i != rounds; ++i) asm volatile("" ::: "memory");
}
}
int main() {
  for (int i = 0; i != 1000000; ++i) asm volatile("" ::: "memory");
  std::puts("runner protocol=1 language=cpp codec=counted workload=tiny schema=SCHEMA");
  serbench::sample(4L * WORK);
  std::puts("calibrated operation=encode n=4");
  serbench::sample(4L * WORK);
  std::puts("sample operation=encode n=4 cpu_ns=1 wall_ns=1");
  std::puts("end");
}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def counted_subject(tmp_path: Path, work: int) -> Subject:
    source, program = tmp_path / f"{work}.cpp", tmp_path / f"program-{work}"
    source.write_text(PROGRAM.replace("SCHEMA", "5" * 64))
    subprocess.run([str(COMPILER), "-O1", f"-DWORK={work}", str(source), "-o", str(program)], check=True)
    made = replace(runner("honest", codec="cpp/counted"), command=(str(program),), product_key=f"{work}")
    return Subject(made, ENCODES, make_corpus(tmp_path / "corpus"))


@pytest.mark.skipif(
    COMPILER is None or shutil.which("valgrind") is None, reason="there is no C++ compiler or no valgrind"
)
def test_only_the_sampling_loop_is_counted_and_counted_once(tmp_path: Path) -> None:
    found = {}
    for work in (1000, 2000):
        subject = counted_subject(tmp_path, work)
        (counted,) = with_instructions({("cpp/counted", "tiny"): subject}, None, str).values()
        found[work] = counted.instructions["encode"]
        # From here on it is remembered, so the program is no longer needed.
        gone = replace(subject, runner=replace(subject.runner, command=("/nowhere",)))
        assert with_instructions({("cpp/counted", "tiny"): gone}, None, str).popitem()[1] == replace(
            gone, instructions=counted.instructions
        )
    per_step = (found[2000] - found[1000]) / 4000
    assert per_step == round(per_step) and 2 <= per_step <= 5
    assert found[1000] - 4000 * per_step < 20


def test_what_callgrind_cannot_follow_has_no_count(tmp_path: Path) -> None:
    subject = Subject(runner("absent"), ENCODES, make_corpus(tmp_path / "corpus"))
    (found,) = with_instructions({("cpp/absent", "tiny"): subject}, None, str).values()
    assert found.instructions == {}


def test_code_that_is_compiled_while_it_runs_and_other_allocators_are_left_alone(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path / "corpus")
    java = runner("honest", codec="java/honest")
    preloaded = replace(runner("honest"), preloaded="/lib/libjemalloc.so.2")
    subjects = {(one.codec, "tiny"): Subject(one, ENCODES, corpus) for one in (java, preloaded)}
    assert with_instructions(subjects, None, str) == subjects


def test_the_calibration_is_a_rotation_too() -> None:
    replies = [Reply("calibrated", {"n": "64"}), *[Reply("sample", {"n": "64"})] * 3]
    assert rotations_in(replies, 64) == 4


def test_the_runner_starts_under_callgrind() -> None:
    honest = runner("honest")
    words = under_callgrind(honest, Path("/tmp/out")).words
    assert words[:3] == ("valgrind", "--tool=callgrind", "--callgrind-out-file=/tmp/out")
    assert words[-len(honest.command) :] == honest.command


def test_a_count_on_disk_that_is_damaged_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = Subject(runner("honest"), ENCODES, make_corpus(tmp_path / "corpus"))
    monkeypatch.setattr(instructions, "count", lambda subject, operation: 4321)
    subjects = {("cpp/honest", "tiny"): subject}
    with_instructions(subjects, None, str)
    (path,) = (tmp_path / "cache" / "instructions").iterdir()
    assert json.loads(path.read_text()) == {"instructions": 4321}
    path.write_text("{")
    assert with_instructions(subjects, None, str)["cpp/honest", "tiny"].instructions == {"encode": 4321}
