"""A run on disk, and its page open in a headless Chromium."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import measured
from report.folders import folder_of
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from serbench.experiments.reporting import write_report
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.setup.browser import find_browser

# A codec whose words, which are free text in a record, would run if they were shown as anything but text.
HOSTILE = "cpp/hostile"
HOSTILE_FORMAT = "<img src=x onerror=alert(1)>"
HOSTILE_LIBRARY = "<script>document.title='hacked'</script>"
_TIMES = {
    "cpp/a": (4000, 8000, 17_000),
    "cpp/c": (2000, 4000, 18_000),
    "rust/d": (900, 700, 19_000),
    HOSTILE: (5000, 9000, 16_000),
}
_FORMATS = {
    "cpp/a": "protobuf",
    "cpp/c": "cereal",
    "rust/d": "protobuf",
    HOSTILE: HOSTILE_FORMAT,
}
_ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage"
    " --force-prefers-reduced-motion --window-size=1200,900"
).split()

Opener = Callable[[Path], WebDriver]


def rows_of() -> list[Row]:
    """Five forks, none of whose medians are round numbers."""
    return [
        replace(
            measured(codec, operation, fork, time * (1 + fork / 97), size_bytes=64 * size),
            language=codec.partition("/")[0],
            fork_rows=2,
            instructions=64 * encode if codec.startswith("cpp/") else None,
        )
        for codec, (encode, decode, size) in _TIMES.items()
        for fork in range(5)
        for operation, time in (("encode", encode), ("decode", decode))
    ]


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run on disk with its pages and its HTML."""
    path = tmp_path_factory.mktemp("results")
    runners = [
        {
            "codec": codec,
            "workload": "record",
            "operations": {"encode": "application", "decode": "application"},
            "format": _FORMATS[codec],
            "traits": ["binary", "schema"] if codec == "cpp/a" else ["binary"],
            "libraries": {HOSTILE_LIBRARY if codec == HOSTILE else "lib": "1.2"},
        }
        for codec in _TIMES
    ]
    folder = RunFolder.create(path, {**folder_of(path).record, "runners": runners})
    rows = rows_of()
    with folder.writing():
        for first in range(0, len(rows), 2):
            folder.append_fork(rows[first : first + 2])
    pages = {codec: {"codec.hpp": f"// {codec} & <b>{HOSTILE_LIBRARY}\n"} for codec in _TIMES}
    (folder.path / "adapters.json").write_text(json.dumps(pages))
    write_report(folder)
    return RunFolder.load(folder.path)


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """A browser of its own, for which no name on a network resolves."""
    browser = find_browser()
    if browser is None:
        raise RuntimeError("there is no Chromium with its driver here; `./serbench test` installs them")
    options = webdriver.ChromeOptions()
    options.binary_location = browser.executable
    for argument in (*_ARGUMENTS, "--host-resolver-rules=MAP * ~NOTFOUND"):
        options.add_argument(argument)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(browser.driver))
    yield started
    started.quit()


@pytest.fixture
def page(driver: WebDriver, run: RunFolder) -> WebDriver:
    """The page, freshly opened from disk; what was logged before is forgotten."""
    driver.get("about:blank")
    for kind in ("browser", "performance"):
        driver.get_log(kind)  # type: ignore[no-untyped-call]
    driver.get((run.path / "report.html").as_uri())
    WebDriverWait(driver, 20).until(lambda _: driver.find_elements(By.CSS_SELECTOR, ".controls select"))
    return driver
