"""Reports of published runs in a real browser: what a reader meets."""

from pathlib import Path

import pytest
from report_look import WINDOWS, look
from selenium.webdriver.chrome.webdriver import WebDriver

from serbench.archive.entry import Entry, entries
from serbench.experiments.reporting import write_report
from serbench.record.run_folder import RunFolder
from serbench.selection.discovery import names_in

pytestmark = pytest.mark.slow


def written(entry: Entry, folder: RunFolder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(folder, tmp_path_factory.mktemp(entry.page) / "report.html")


@pytest.fixture(scope="module", params=["memory-record", "evolution-evolution", "torture-media"])
def published(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a published run: what a plain command measures, also where the run has all codecs."""
    entry = next(one for one in entries() if one.page == request.param)
    whole, usual = entry.folder(), names_in("default")
    runners = [one for one in whole.record["runners"] if one["codec"] in usual]
    rows = [row for row in whole.rows if row.codec in usual]
    return written(entry, RunFolder(whole.path, {**whole.record, "runners": runners}, rows), tmp_path_factory)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", WINDOWS)
def test_a_plain_run_keeps_the_figures_of_a_page(
    driver: WebDriver, published: Path, window: tuple[int, int], scheme: str
) -> None:
    seen = look(driver, published, window, scheme)
    assert seen.sideways == 0
    assert 0 < seen.stops <= 60
    assert len(seen.contrasts) > 50
    assert [one for one in seen.contrasts if one[0] < 4.5] == []
    if window[0] > 1000:
        assert seen.screens <= 8


def test_a_telephone_need_not_be_moved_sideways_for_any_published_run(
    driver: WebDriver, tmp_path_factory: pytest.TempPathFactory
) -> None:
    newest = {entry.page: entry for entry in reversed([*entries()])}
    pages = {name: written(entry, entry.folder(), tmp_path_factory) for name, entry in newest.items()}
    seen = {name: look(driver, page, WINDOWS[0], "light").sideways for name, page in pages.items()}
    assert len(seen) >= 10
    assert {name for name, sideways in seen.items() if sideways} == set()


def test_a_plain_run_is_small(published: Path) -> None:
    assert published.stat().st_size <= 300_000
