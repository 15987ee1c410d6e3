"""Programs and libraries that are compiled once, besides runners.
The program ``benchmark`` (cpp/classic) implements the command line of cpp-serializers. The libraries
(cpp/counting) count when they are preloaded into a native runner."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.cache.entries import damage, keep
from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import folder_next_to
from serbench.errors import SerbenchError
from serbench.languages.builder import Counted
from serbench.languages.cpp.probe import PROJECT, compiler_identity, cpp_toolchain
from serbench.languages.tool import captured
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_CLASSIC, _COUNTING = PROJECT / "classic", PROJECT / "counting"
_PROGRAM_FLAGS = ("-std=c++20", "-O2")
_LIBRARY_FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fno-builtin-malloc")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The program in a folder of its own, as serbench.languages.builder.Classic describes it: itself,
    corpus.bin, and one runner per serializer in ``runners/``; only those with a runner can be measured."""

    folder: Path

    def offer(self, names: Sequence[str]) -> None:
        for name in names:
            (self.folder / "runners" / name).symlink_to(self.folder / "not-built")

    def chosen(self, arguments: Sequence[str]) -> list[str] | int:
        answer = self.folder / "names"
        status = self.run(["--names", str(answer), *arguments])
        return answer.read_text().split() if answer.exists() else status

    def put_in(self, runners: Mapping[str, Path], corpus: Path) -> None:
        shutil.rmtree(self.folder / "runners")
        (self.folder / "runners").mkdir()
        for name, path in runners.items():
            (self.folder / "runners" / name).symlink_to(path)
        link = self.folder / "corpus.bin"
        link.unlink(missing_ok=True)
        link.symlink_to(corpus)

    def run(self, arguments: Sequence[str]) -> int:
        return subprocess.run([self.folder / "benchmark", *arguments], check=False).returncode


@contextmanager
def benchmark() -> Iterator[Benchmark]:
    """The program in a temporary folder. Raises SerbenchError where it does not compile."""
    program = _built()
    with scratch_folder("classic") as folder:
        (folder / "runners").mkdir()
        # It looks for the runners in its own folder, and a link would lead it away.
        shutil.copy2(program, folder / "benchmark")
        yield Benchmark(folder)


def _built() -> Path:
    """The program from the cache, compiled if its sources or the compiler have changed."""
    source = _CLASSIC / "benchmark.cpp"
    key = content_key(
        folder_contents(_CLASSIC, [".cpp", ".hpp"]), compiler_identity(), " ".join(_PROGRAM_FLAGS)
    )
    product = cache_directory() / "classic" / key / "benchmark"
    fault = _compile_once(product, [*_PROGRAM_FLAGS, str(source)])
    if fault:
        errors = (line for line in fault.splitlines() if "error" in line)
        raise SerbenchError(f"{source} does not compile: {next(errors, 'no reason given')}")
    return product


@cache
def counting_library(counted: Counted) -> Path:
    """The library, built now where the cache does not have it; SerbenchError where it cannot be built."""
    source = _COUNTING / f"{counted}.cpp"
    key = content_key(source.read_bytes(), compiler_identity(), " ".join(_LIBRARY_FLAGS))
    product = cache_directory() / "counting" / key / f"libserbench-{counted}.so"
    fault = _compile_once(product, [*_LIBRARY_FLAGS, str(source), "-ldl"])
    if fault:
        raise SerbenchError(f"The library that counts {counted} cannot be built: {fault.strip()[:200]}")
    return product


def _compile_once(product: Path, words: Sequence[str]) -> str:
    """Makes a product of the cache that is not there or damaged; what the compiler says where it fails, else
    nothing."""
    if damage(product.parent) is None:
        return ""
    with folder_next_to(product.parent) as making:
        made = making / product.name
        done = captured([*cpp_toolchain().tool("compiler").command, *words, "-o", str(made)])
        if done.returncode != 0:
            return done.stderr or "it gave no reason"
        keep(making, product.parent)
    return ""
