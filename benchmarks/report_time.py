"""Measures how long the report of a run takes to write, how large its pages are, and when a slow browser has
them ready, filters and sorts.

The run is made up: CODECS codecs in six languages, with the operations of a plain run, five forks of ten
samples, the interop grid and the codecs' adapters, over one workload or several. The report is written by
`./serbench report` as a user asks for it, and opened from disk in headless Chromium, if there is one, with a
processor that is slowed down 4 times. Ready is when the page is loaded and painted, and its script has run.

    .venv/bin/python benchmarks/report_time.py [CODECS] [WORKLOADS]
"""

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from asking import asking
from timed_command import CHECKOUT, run_timed

sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.operations import FROM_MESSAGES, FROM_OBJECTS, OPERATION_BY_NAME
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.setup.browser import find_browser
from serbench.verification.interop import SAME_VALUE

DEFAULT_CODECS, DEFAULT_WORKLOADS = 166, 8
FORKS, SAMPLES, OBJECTS, COUNT = 5, 10, 64, 64
LANGUAGES = ("cpp", "go", "java", "javascript", "python", "rust")
OPERATIONS = (*FROM_OBJECTS, *FROM_MESSAGES, "access-one", "access-all")
CODECS_OF_A_FORMAT = 5
PAGE_LINES = 80
SEED = 1
SLOWED, OPENINGS = 4, 5


def runners_of(codecs: int, workloads: int) -> list[dict[str, Any]]:
    """Each codec with the operations; every tenth is a floor."""
    return [
        {
            "codec": f"{LANGUAGES[number % len(LANGUAGES)]}/library-{number}",
            "workload": f"workload-{workload}",
            "format": f"format-{number // CODECS_OF_A_FORMAT}",
            "library": "a library",
            "operations": {name: OPERATION_BY_NAME[name].side for name in OPERATIONS},
            "libraries": {"library": "1.2.3"},
            "floor": number % 10 == 9,
        }
        for workload in range(workloads)
        for number in range(codecs)
    ]


def fork_of(runner: dict[str, Any], fork: int, dice: random.Random) -> Iterator[Row]:
    """The rows of one fork: times that spread by some per cent around the codec's own."""
    for operation, side in runner["operations"].items():
        typical_ns = random.Random(f"{runner['codec']} {operation}").lognormvariate(9, 1)
        times = tuple(round(COUNT * typical_ns * dice.uniform(0.97, 1.05)) for _ in range(SAMPLES))
        yield Row(
            codec=runner["codec"],
            language=runner["codec"].partition("/")[0],
            workload=runner["workload"],
            operation=operation,
            side=side,
            fork=fork,
            fork_rows=len(runner["operations"]),
            outcome="ok",
            detail="",
            product_key="0" * 32,
            command=("/cache/runners/runner", "measure", "corpus=/cache/corpus.bin", "sample_ns=2000000"),
            started_at="2026-11-21T21:07:00+00:00",
            n=(COUNT,) * SAMPLES,
            cpu_ns=times,
            wall_ns=tuple(round(time_ns * 1.02) for time_ns in times),
            size_bytes=OBJECTS * 17_000,
            objects=OBJECTS,
            allocations=OBJECTS,
            allocated_bytes=OBJECTS * 20_000,
            instructions=OBJECTS * 30_000,
        )


def write_run(path: Path, codecs: int, workloads: int) -> RunFolder:
    runners = runners_of(codecs, workloads)
    crossings = [
        {
            "format": writer["format"],
            "writer": writer["codec"],
            "reader": reader["codec"],
            "workload": writer["workload"],
            "result": SAME_VALUE,
            "objects": OBJECTS,
            "detail": "",
        }
        for writer in runners
        for reader in runners
        if writer is not reader
        and (writer["format"], writer["workload"]) == (reader["format"], reader["workload"])
    ]
    folder = RunFolder.create(path, {"experiment": "memory", "runners": runners, "interop": crossings})
    dice = random.Random(SEED)
    with folder.writing():
        for fork in range(FORKS):
            for runner in runners:
                folder.append_fork(list(fork_of(runner, fork, dice)))
    page = "".join(f"    library::write(stream, object.field_{line});\n" for line in range(PAGE_LINES))
    pages = {runner["codec"]: {"codec.hpp": page} for runner in runners}
    (folder.path / "adapters.json").write_text(json.dumps(pages), encoding="utf-8")
    return folder


def write_report(folder: RunFolder) -> list[Path]:
    """Writes the report by the command, prints what that took and how large its files are, and returns the
    report and the first of its pages, where it has any."""
    report = folder.path / "report.html"
    run_timed("written", ["report", str(folder.path), "--html", str(report)])
    pages = sorted(folder.path.glob("report.html.files/*"))
    sizes = [page.stat().st_size / 1e6 for page in (report, *pages)]
    of_pages = f", {len(pages)} pages of at most {max(sizes[1:]):.2f} MB" if pages else ""
    print(f"{sizes[0]:.2f} MB{of_pages}")
    return [report, *pages[:1]]


def open_pages(pages: list[Path]) -> None:
    """Opens each page several times, and prints when it was ready, and how long a filter and a sort took."""
    browser = find_browser()
    if browser is None:
        print("There is no Chromium with its driver here, so no page was opened.")
        return
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = browser.executable
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(browser.driver))
    try:
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        for page in pages:
            found: list[list[float]] = []
            for _ in range(OPENINGS):
                driver.get("about:blank")
                driver.get(page.as_uri())
                found.append(driver.execute_async_script(_TIMES))
            times = zip(("ready", "filtered", "sorted"), zip(*found, strict=True), strict=False)
            said = (f"{name} after {min(of):.0f} to {max(of):.0f} ms" for name, of in times)
            print(f"{page.name}: {', '.join(said)}, {SLOWED} times slowed down")
    finally:
        driver.quit()


# Milliseconds until the page was loaded and painted, of a filter, and of a sort; an index has none to ask.
_TIMES = """
const done = arguments[0], timed = act => {
  const start = performance.now();
  act();
  document.querySelector(".way table").getBoundingClientRect();
  return performance.now() - start;
};
const [load] = performance.getEntriesByType("navigation");
const [paint] = performance.getEntriesByName("first-contentful-paint");
const ready = Math.max(load.loadEventEnd, paint ? paint.startTime : 0);
const find = document.querySelector(".controls [name=find]"), sort = document.querySelector(".way th button");
// What is out of sight costs nothing.
find?.scrollIntoView();
done(!find ? [ready] : [ready, timed(() => {
  find.value = "library-1";
  find.dispatchEvent(new Event("input"));
}), timed(() => {
  find.value = "";
  find.dispatchEvent(new Event("input"));
}) && timed(() => sort.click())]);
"""


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("codecs", nargs="?", type=int, default=DEFAULT_CODECS, metavar="CODECS")
    parser.add_argument("workloads", nargs="?", type=int, default=DEFAULT_WORKLOADS, metavar="WORKLOADS")
    asked = parser.parse_args()
    codecs, workloads = asked.codecs, asked.workloads
    with tempfile.TemporaryDirectory(prefix="serbench-report-") as folder:
        run = write_run(Path(folder), codecs, workloads)
        print(f"{codecs} codecs, {workloads} workloads, {len(run.rows)} rows", flush=True)
        open_pages(write_report(run))


if __name__ == "__main__":
    main()
