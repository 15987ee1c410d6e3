"""The program ``benchmark`` (cpp/classic), which implements cpp-serializers' command line, and the folder in
which it runs: itself, corpus.bin, and one runner per serializer in ``runners/``."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from serbench.cache.keys import content_key, folder_contents
from serbench.errors import SerbenchError
from serbench.languages.cpp.probe import PROJECT, compiler_identity, cpp_toolchain
from serbench.locations import cache_directory

SOURCES = PROJECT / "classic"
_FLAGS = ("-std=c++20", "-O2")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The program in a folder of its own. ``names`` are its serializers; only those with a runner in place
    can be measured."""

    folder: Path

    def offer(self, names: Sequence[str]) -> None:
        """Sets the serializers that it knows, still without runners."""
        for name in names:
            (self.folder / "runners" / name).symlink_to(self.folder / "not-built")

    def chosen(self, arguments: Sequence[str]) -> list[str] | int:
        """The serializers that it would measure for these arguments; its exit status where it has printed all
        there is to print (help, the list, a refusal)."""
        answer = self.folder / "names"
        status = self.run(["--names", str(answer), *arguments])
        return answer.read_text().split() if answer.exists() else status

    def put_in(self, runners: Mapping[str, Path], corpus: Path) -> None:
        """Sets the serializers that it knows, each with the executable that measures it."""
        shutil.rmtree(self.folder / "runners")
        (self.folder / "runners").mkdir()
        for name, path in runners.items():
            (self.folder / "runners" / name).symlink_to(path)
        link = self.folder / "corpus.bin"
        link.unlink(missing_ok=True)
        link.symlink_to(corpus)

    def run(self, arguments: Sequence[str]) -> int:
        """Runs it with our own input and outputs; returns its exit status."""
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
        arriving = product.with_name(f"benchmark.{os.getpid()}")
        try:
            product.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SerbenchError(f"The cache {product.parent} cannot be written: {error.strerror}.") from error
        command = [*compiler.command, *_FLAGS, "-o", str(arriving), str(SOURCES / "benchmark.cpp")]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            first = next((line for line in done.stderr.splitlines() if "error" in line), "no reason given")
            raise SerbenchError(f"{SOURCES / 'benchmark.cpp'} does not compile: {first}")
        arriving.rename(product)
    return product
