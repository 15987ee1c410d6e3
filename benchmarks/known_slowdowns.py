"""Shows which slowdowns ``check-release`` finds, by builds of postcard that repeat some of their calls.

    .venv/bin/python benchmarks/known_slowdowns.py LOG [--checks N] [--max-time T] [--folder DIR]

BASE counts its calls and repeats none. The others repeat each 20th call, which takes 5 % more time and
instructions, each 50th (2 %) and each 100th (1 %). All are made of the sources that cargo has fetched for
rust/postcard. LOG has a line of JSON for each check, by turns; the same command goes on where it ended.
The builds are registered beside the user's own settings, and nothing stays registered.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from aa_checks import SERBENCH, STATUSES, read

CHECKOUT = SERBENCH.parent
NEVER = "never"
# A repeated call is counted too, so each 21st call that is counted repeats the 20th call of a user.
REPEATED = {NEVER: 2**32 - 1, "five-percent": 21, "two-percent": 51, "one-percent": 101}
SLOWER = ("five-percent", "two-percent", "one-percent")
SHOWN = ("time", "instructions")
_COUNTER = """
#[doc(hidden)]
#[inline(never)]
pub fn repeats() -> bool {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let calls = CALLS.load(Relaxed) + 1;
    let is_last = calls == EVERY;
    CALLS.store(if is_last { 0 } else { calls }, Relaxed);
    is_last
}
"""
# How a function begins in each file, and what is put behind that.
CALLS = {
    "src/de/mod.rs": (
        "pub fn from_bytes<'a, T>(s: &'a [u8]) -> Result<T>\nwhere\n    T: Deserialize<'a>,\n{\n",
        "    if crate::repeats() {\n        let _ = core::hint::black_box(from_bytes::<T>(s));\n    }\n",
    ),
    "src/ser/mod.rs": (
        "pub fn to_slice<'a, 'b, T>(value: &'b T, buf: &'a mut [u8]) -> Result<&'a mut [u8]>\n"
        "where\n    T: Serialize + ?Sized,\n{\n",
        "    if crate::repeats() {\n        core::hint::black_box(to_slice(value, buf).is_ok());\n    }\n",
    ),
}


def repeating(text: str, place: str, repeated: str) -> str:
    """A file with the repeated call at the one place that begins the function. Raises ValueError where there
    is no such place, or several."""
    if text.count(place) != 1:
        raise ValueError(f"{text.count(place)} places are {place!r}.")
    return text.replace(place, place + repeated)


def table(checks: Iterable[Mapping[str, Any]]) -> str:
    """How many measures of each kind were found to be slower, by builds, as Markdown."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for check in checks:
        build = next(name for name in SLOWER if check["head"].endswith(name))
        for one in check["measures"]:
            if one["measure"] in SHOWN and one["of"]:
                found.setdefault((build, one["measure"]), Counter())[one["verdict"]] += 1
    lines = ["| build | measure | checked | worse | cannot tell | equal |", "|---|---|---:|---:|---:|---:|"]
    for (build, measure), verdicts in found.items():
        shown = " | ".join(str(verdicts[one]) for one in ("worse", "cannot tell", "equal"))
        lines.append(f"| {build} | {measure} | {verdicts.total()} | {shown} |")
    return "\n".join(lines)


def make_build(sources: Path, folder: Path, every: int) -> None:
    """Makes the crate that repeats each such call, where it is not made."""
    if folder.exists():
        return
    making = folder.with_suffix(".making")
    shutil.rmtree(making, ignore_errors=True)
    shutil.copytree(sources, making)
    for name, (place, repeated) in CALLS.items():
        file = making / name
        file.write_text(repeating(file.read_text(), place, repeated))
    library = making / "src/lib.rs"
    library.write_text(f"{library.read_text()}\nconst EVERY: u32 = {every};\n{_COUNTER}")
    making.rename(folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("--checks", type=int, default=20)
    parser.add_argument("--max-time", default="90s")
    parser.add_argument("--folder", type=Path, default=CHECKOUT / "build" / "known-slowdowns")
    asked = parser.parse_args()
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    sources = sorted(home.glob("registry/src/*/postcard-1.2.0"))
    if not sources:
        print("Cargo has not fetched postcard 1.2.0: ./serbench build media --codecs rust/postcard")
        return 2
    folder = asked.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for name, every in REPEATED.items():
        make_build(sources[-1], folder / name, every)
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder / "settings")}
    while (done := len(read(asked.log))) < asked.checks:
        build = SLOWER[done % len(SLOWER)]
        print(f"Check {done + 1} of {asked.checks}: {build}", flush=True)
        pair = [f"rust/postcard={folder / name}" for name in (NEVER, build)]
        words = [
            *pair,
            "--only",
            "time",
            "--history",
            str(asked.log),
            "--max-time",
            asked.max_time,
            "--quiet",
        ]
        made = subprocess.run(
            [SERBENCH, "check-release", *words], check=False, env=environment, stdout=subprocess.DEVNULL
        )
        if made.returncode not in STATUSES:
            return made.returncode
    print(table(read(asked.log)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
