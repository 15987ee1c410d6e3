"""The program ``benchmark`` (cpp/classic), which implements cpp-serializers' command line, and the folder in
which it runs: itself, corpus.bin, and one runner per serializer in ``runners/``."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import folder_next_to
from serbench.errors import SerbenchError
from serbench.languages.cpp.probe import PROJECT, compiler_identity, cpp_toolchain
from serbench.languages.tool import captured
from serbench.locations import cache_directory

SOURCES = PROJECT / "classic"
_FLAGS = ("-std=c++20", "-O2")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The program in a folder of its own, as serbench.languages.workshop.Classic describes it; only
    serializers with a runner in place can be measured."""

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
    with tempfile.TemporaryDirectory(prefix="serbench-classic-") as name:
        folder = Path(name)
        (folder / "runners").mkdir()
        # It looks for the runners in its own folder, and a link would lead it away.
        shutil.copy2(program, folder / "benchmark")
        yield Benchmark(folder)


def _built() -> Path:
    """The program from the cache, compiled if its sources or the compiler have changed."""
    compiler = cpp_toolchain().tool("compiler")
    key = content_key(folder_contents(SOURCES, [".cpp", ".hpp"]), compiler_identity(), " ".join(_FLAGS))
    product = cache_directory() / "classic" / key / "benchmark"
    if not product.exists():
        with folder_next_to(product) as making:
            made = making / product.name
            command = [*compiler.command, *_FLAGS, "-o", str(made), str(SOURCES / "benchmark.cpp")]
            done = captured(command)
            if done.returncode != 0:
                errors = (line for line in done.stderr.splitlines() if "error" in line)
                reason = next(errors, "no reason given")
                raise SerbenchError(f"{SOURCES / 'benchmark.cpp'} does not compile: {reason}")
            made.rename(product)
    return product
