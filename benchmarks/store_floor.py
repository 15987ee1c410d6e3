"""Measures the floor of the store experiment against the tools for disks: dd, and fio for random reads.

In each round the floor `cpp/memcpy` and the tools do the same in turn, in the same folder: write the bytes of
OBJECTS tweets and sync them, read them in order from the page cache, and read records from it by number. It
prints the medians of the rounds and of the ratios within them.

    .venv/bin/python benchmarks/store_floor.py [OBJECTS] [FOLDER]

It needs dd, and fio (Debian's package of that name) for the last line.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from asking import asking

CHECKOUT = Path(__file__).resolve().parent.parent
DEFAULT_OBJECTS = 300_000
RANDOM_READS = 50_000
ROUNDS = 9
PAUSE_S = 4
# As many objects as the harness handles between two looks at the clocks (PROTOCOL.md, store-write).
OBJECTS_A_BLOCK = 256


def answer_of(command: list[str]) -> str:
    """The output of a command, its standard error too; ends here if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def floor_ns(objects: int, folder: Path) -> dict[str, tuple[float, float]]:
    """The cost of serbench's floor by operation: nanoseconds for all phases, and bytes of the messages."""
    command = [str(CHECKOUT / "serbench"), "store", "--codecs", "cpp/memcpy", "--objects", str(objects)]
    command += ["--cache", "warm", "--random-reads", str(RANDOM_READS), "--repeat", "1", "--dir", str(folder)]
    with tempfile.TemporaryDirectory(prefix="serbench-floor-") as results:
        document = answer_of([*command, "--out", f"{results}/run", "--quiet", "--json"])
    rows = json.loads(document)["floors"]
    return {row["operation"]: (row["total_ns"]["median"], row["size_bytes"]) for row in rows}


def dd_ns(arguments: list[str]) -> float:
    """The time that dd tells for a copy, in nanoseconds."""
    told = re.search(r"copied, ([0-9.e-]+) s", answer_of(["env", "LC_ALL=C", "dd", *arguments]))
    if told is None:
        sys.exit("dd did not tell how long it took.")
    return float(told[1]) * 1e9


def fio_ns(data: Path, record_bytes: int) -> float:
    """The time of fio's reads of records at random places, in nanoseconds."""
    command = ["fio", "--name=random", f"--filename={data}", "--rw=randread", f"--bs={record_bytes}"]
    command += ["--blockalign=16", "--ioengine=psync", "--invalidate=0", "--norandommap", "--readonly"]
    document = answer_of([*command, f"--number_ios={RANDOM_READS}", "--output-format=json"])
    read = json.loads(document[document.index("{") :])["jobs"][0]["read"]
    return float(read["lat_ns"]["mean"]) * float(read["total_ios"])


def one_round(objects: int, folder: Path, found: dict[str, list[tuple[float, float]]]) -> None:
    """Adds what ours and theirs take an operation, each in nanoseconds a byte."""
    ours = floor_ns(objects, folder)
    bytes_in_all = int(ours["write"][1])
    record_bytes = bytes_in_all // objects
    block_bytes = OBJECTS_A_BLOCK * record_bytes
    count = bytes_in_all // block_bytes
    data = folder / "dd.bin"
    theirs: dict[str, Callable[[], float]] = {
        "write": lambda: dd_ns(
            ["if=/dev/zero", f"of={data}", f"bs={block_bytes}", f"count={count}", "conv=fsync"]
        ),
        "sequential": lambda: dd_ns([f"if={data}", "of=/dev/null", f"bs={block_bytes}"]),
    }
    read_bytes = {"write": count * block_bytes, "sequential": count * block_bytes}
    if shutil.which("fio"):
        theirs["random"] = lambda: fio_ns(data, record_bytes)
        read_bytes["random"] = RANDOM_READS * record_bytes
    for operation, measure in theirs.items():
        # As serbench does before it writes. The pause is as long as it takes serbench to come to its write: a
        # virtual machine gives memory back that has just been freed, and to have it again takes time.
        os.sync()
        time.sleep(PAUSE_S)
        total_ns, size_bytes = ours[operation]
        found.setdefault(operation, []).append((total_ns / size_bytes, measure() / read_bytes[operation]))
    data.unlink()


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("objects", nargs="?", type=int, default=DEFAULT_OBJECTS, metavar="OBJECTS")
    parser.add_argument("folder", nargs="?", metavar="FOLDER")
    asked = parser.parse_args()
    objects: int = asked.objects
    found: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="serbench-floor-", dir=asked.folder) as folder:
        for _ in range(ROUNDS):
            one_round(objects, Path(folder), found)
    print(f"{objects} tweets, {ROUNDS} rounds, ns a KiB")
    for operation, pairs in found.items():
        ours, theirs = (statistics.median(side) * 1024 for side in zip(*pairs, strict=True))
        ratio = statistics.median(mine / other for mine, other in pairs)
        tool = "fio" if operation == "random" else "dd"
        print(f"{operation:10}  ours {ours:7.1f}  {tool:3} {theirs:7.1f}  ours/{tool} {ratio:.2f}")


if __name__ == "__main__":
    main()
