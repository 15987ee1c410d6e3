"""A figure for reference: GNU sort on the messages of a text codec, one on each line behind its key and its
number."""

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.experiments.sort.expected import ExpectedSort
from serbench.experiments.sort.plan import SortStep
from serbench.outcomes import DISK, of_os_error, tells_full
from serbench.pools import cache_state
from serbench.pools.index import UnsoundStore, mapped, read_index
from serbench.pools.judging import PoolFinding
from serbench.pools.shelf import StorePlace

# The format whose messages are lines of text.
_FORMAT = "json"
_KEY_DIGITS, _NUMBER_DIGITS = 20, 10
_TAB = b"\t"


def gnu_sort() -> str | None:
    """The program, None where it is not here or another's."""
    program = shutil.which("sort")
    if program is None:
        return None
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return program if "GNU" in said.stdout else None


def codec_of_lines(codecs: Sequence[CodecManifest]) -> tuple[str | None, str]:
    """The codec whose messages GNU sort gets, or None and why it gets none."""
    named = sorted(codec.name for codec in codecs if codec.format == _FORMAT)
    if not named:
        return None, f"GNU sort is not shown: no codec of the format {_FORMAT} is measured."
    if gnu_sort() is None:
        return None, "GNU sort is not shown: it is not on this machine."
    return named[0], ""


def sort_lines(
    place: StorePlace, expected: ExpectedSort, step: SortStep, folder: Path, limit_s: float
) -> tuple[tuple[str, ...], PoolFinding]:
    """The command and what it has shown: the lines of a store sorted by one thread until they are on the
    disk, proved to be in order."""
    program = gnu_sort()
    lines, output = folder / "lines", folder / "sorted-lines"
    words = (
        "env", "LC_ALL=C", program or "sort", "-t", _TAB.decode(), "-k1,1", "-k2,2", "-S",
        f"{step.memory_bytes}b", "--parallel=1", "-T", str(folder), "-o", str(output), str(lines),
    )  # fmt: skip
    try:
        if (broken := _write_lines(place, expected, lines)) is not None:
            detail = f"The message of object {broken} has more than one line, so GNU sort cannot sort it."
            return words, PoolFinding("unsupported", detail)
        os.sync()
        cache_state.put_into_state(step.cache, lines)
        return words, _timed(words, lines, output, expected, limit_s)
    except UnsoundStore as unsound:
        return words, PoolFinding("unsupported", str(unsound))
    except OSError as error:
        return words, PoolFinding(of_os_error(error), f"The lines cannot be sorted: {error.strerror}.")


def _write_lines(place: StorePlace, expected: ExpectedSort, path: Path) -> int | None:
    """Writes the messages in the order of the store; the number of one that is not a line."""
    index = read_index(place)
    in_file = sorted(range(index.objects), key=index.offsets.__getitem__)
    with mapped(place.data) as data, path.open("wb") as file:
        for number in in_file:
            at = index.offsets[number]
            message = data[at : at + index.sizes[number]]
            if b"\n" in message:
                return number
            key = expected.key_of(number)
            file.write(b"%0*d\t%0*d\t%s\n" % (_KEY_DIGITS, key, _NUMBER_DIGITS, number, message))
    return None


def _timed(
    words: Sequence[str], lines: Path, output: Path, expected: ExpectedSort, limit_s: float
) -> PoolFinding:
    before, began_ns = _cpu_ns(), time.monotonic_ns()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit_s, check=False)
    except subprocess.TimeoutExpired:
        return PoolFinding("timeout", f"GNU sort did not end within {limit_s:g} seconds and was stopped.")
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no reason."]
        outcome = DISK if tells_full(done.stderr) else "crashed"
        return PoolFinding(outcome, f"GNU sort failed: {last[0]}")
    with output.open("rb") as file:
        os.fsync(file.fileno())
    wall_ns, cpu_ns = time.monotonic_ns() - began_ns, _cpu_ns() - before
    if lines.stat().st_size != output.stat().st_size or not _is_in_order(output, expected):
        return PoolFinding("wrong", "GNU sort left its lines in another order.")
    phases = {"whole": {"wall_ns": wall_ns, "cpu_ns": cpu_ns}}
    return PoolFinding("ok", phases=phases, size_bytes=output.stat().st_size, digest=expected.digest)


def _is_in_order(output: Path, expected: ExpectedSort) -> bool:
    numbers = (b"%0*d" % (_NUMBER_DIGITS, number) for number in expected.order)
    with output.open("rb") as lines:
        return all(line.split(_TAB, 2)[1:2] == [next(numbers, b"")] for line in lines) and not next(
            numbers, b""
        )


def _cpu_ns() -> int:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((used.ru_utime + used.ru_stime) * 1_000_000_000)
