"""The library that reads the processor's counter, over a kernel that is asked for another one.

Few machines that run tests let a process see their counter of instructions, but every kernel with perf events
counts page faults, and these are known to one. The program below changes the library's question on its way.
"""

import subprocess
from pathlib import Path

import pytest

from serbench.experiments.memory.counting import counter_library
from serbench.languages import toolchain
from serbench.languages.cpp.probe import cpp_toolchain
from serbench.languages.cpp.programs import counting_library
from serbench.toolchain.requirements import MissingToolchain

pytestmark = pytest.mark.skipif(
    isinstance(toolchain("cpp"), MissingToolchain), reason="there is no C++ compiler"
)
PROGRAM = """
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" std::int64_t serbench_instructions();

static bool asked_for_instructions = true;
static long refused_with = 0;

extern "C" long syscall(long number, ...) noexcept {
  va_list rest;
  va_start(rest, number);
  auto* event = va_arg(rest, perf_event_attr*);
  va_end(rest);
  asked_for_instructions = event->type == PERF_TYPE_HARDWARE && event->config == PERF_COUNT_HW_INSTRUCTIONS &&
                           event->exclude_kernel && event->exclude_hv;
  if (refused_with) {
    errno = refused_with;
    return -1;
  }
  event->type = PERF_TYPE_SOFTWARE;
  event->config = PERF_COUNT_SW_PAGE_FAULTS;
  auto* real = reinterpret_cast<long (*)(long, ...)>(dlsym(RTLD_NEXT, "syscall"));
  return real(number, event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void count_touching(long pages) {
  const std::size_t size = 4096;
  auto* memory = static_cast<char*>(
      mmap(nullptr, pages * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  madvise(memory, pages * size, MADV_NOHUGEPAGE);
  serbench_instructions();
  const std::int64_t before = serbench_instructions();
  for (long page = 0; page != pages; ++page) {
    const_cast<volatile char*>(memory)[page * size] = 1;
  }
  const std::int64_t after = serbench_instructions();
  std::printf("%ld %d\\n", static_cast<long>(before < 0 ? before : after - before), asked_for_instructions);
}

int main(int, char** words) {
  refused_with = std::atol(words[1]);
  count_touching(1000);
  std::thread(count_touching, 30).join();
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.cpp").write_text(PROGRAM)
    library = counting_library("instructions")
    compiler = cpp_toolchain().tool("compiler").command
    words = [*compiler, "-O1", "-pthread", str(folder / "program.cpp"), str(library)]
    subprocess.run(
        [*words, f"-Wl,-rpath,{library.parent}", "-ldl", "-o", str(folder / "program")], check=True
    )
    return folder / "program"


def told(program: Path, refused_with: int) -> list[list[str]]:
    done = subprocess.run([program, str(refused_with)], capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_each_thread_has_a_counter_of_its_own_that_counts_what_the_kernel_counts(program: Path) -> None:
    found = told(program, 0)
    if found[0][0].startswith("-"):
        pytest.skip(f"This kernel has no perf events at all (error {found[0][0]}).")
    assert found == [["1000", "1"], ["30", "1"]]


def test_a_refusal_is_told_by_its_number(program: Path) -> None:
    assert told(program, 13) == [["-13", "1"], ["-13", "1"]]


def test_the_counter_is_used_where_it_can_be_read() -> None:
    library = counter_library()
    assert library in (None, counting_library("instructions"))
