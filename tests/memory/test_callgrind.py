"""Instructions under callgrind: of a program that does a known amount of work in the sampling loop."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import make_corpus, runner

from serbench.engine.describe import Description, Subject
from serbench.experiments.memory import counting
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


def counted_subject(tmp_path: Path, work: int) -> Subject:
    source, program = tmp_path / f"{work}.cpp", tmp_path / f"program-{work}"
    source.write_text(PROGRAM.replace("SCHEMA", "5" * 64))
    subprocess.run([str(COMPILER), "-O1", f"-DWORK={work}", str(source), "-o", str(program)], check=True)
    made = replace(runner("honest", codec="cpp/counted"), command=(str(program),), product_key=f"{work}")
    return Subject(made, ENCODES, make_corpus(tmp_path / "corpus"))


@pytest.mark.skipif(
    COMPILER is None or shutil.which("valgrind") is None, reason="there is no C++ compiler or no valgrind"
)
def test_only_the_sampling_loop_is_counted(tmp_path: Path) -> None:
    found = {
        work: counting.count_by_callgrind(counted_subject(tmp_path, work), ["encode"])["encode"]
        for work in (1000, 2000)
    }
    per_step = (found[2000] - found[1000]) / 4000
    assert per_step == round(per_step) and 2 <= per_step <= 5
    assert found[1000] - 4000 * per_step < 20


def test_what_callgrind_cannot_follow_has_no_count(tmp_path: Path) -> None:
    subject = Subject(runner("absent"), ENCODES, make_corpus(tmp_path / "corpus"))
    assert counting.count_by_callgrind(subject, ["encode"]) == {}


def test_a_process_with_another_allocator_is_not_followed(tmp_path: Path) -> None:
    subject = Subject(runner("honest"), ENCODES, make_corpus(tmp_path / "corpus"))
    preloaded = replace(subject, runner=replace(subject.runner, preloaded="/lib/libjemalloc.so.2"))
    assert (counting.follows(subject), counting.follows(preloaded)) == (True, False)


def test_the_calibration_is_a_rotation_too() -> None:
    replies = [Reply("calibrated", {"n": "64"}), *[Reply("sample", {"n": "64"})] * 3]
    assert counting.rotations_in(replies, 64) == 4


def test_the_runner_starts_under_callgrind() -> None:
    honest = runner("honest")
    words = counting.under_callgrind(honest, Path("/tmp/out")).words
    assert words[:3] == ("valgrind", "--tool=callgrind", "--callgrind-out-file=/tmp/out")
    assert words[-len(honest.command) :] == honest.command
