"""Getting a browser, or saying in one sentence that there is none."""

import shutil

import pytest

from serbench.setup import browser
from serbench.setup.browser import Browser, find_browser, lacks_browser
from serbench.toolchain.packages import InstallOutcome


def have(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in names else None)


def test_both_the_browser_and_its_driver_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, "google-chrome")
    assert find_browser() is None
    have(monkeypatch, "google-chrome", "chromedriver")
    assert find_browser() == Browser("/bin/google-chrome", "/bin/chromedriver")
    have(monkeypatch, "google-chrome", "chromium", "chromedriver")
    assert find_browser() == Browser("/bin/chromium", "/bin/chromedriver")


def test_what_is_there_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, "chromium", "chromedriver")
    monkeypatch.setattr(browser, "install_packages", None)
    assert lacks_browser(print) == ""


def test_it_is_installed_where_that_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch)

    def install(names: object, tell: object) -> InstallOutcome:
        have(monkeypatch, "chromium", "chromedriver")
        return InstallOutcome(installed=("chromium", "chromium-driver"))

    monkeypatch.setattr(browser, "install_packages", install)
    assert lacks_browser(print) == ""


def test_where_it_may_not_be_one_sentence_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch)
    refused = InstallOutcome(missing=("chromium",), detail="This user may not install packages.")
    monkeypatch.setattr(browser, "install_packages", lambda names, tell: refused)
    assert lacks_browser(print) == (
        "There is no Chromium with its driver here; on Debian: sudo apt-get install chromium chromium-driver."
        " This user may not install packages."
    )
