"""The browser in which the adapter of a run is tested: Chromium and the driver that steers it."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from serbench.toolchain.packages import install_command, install_packages

_PACKAGES = ("chromium", "chromium-driver")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_DRIVER = "chromedriver"


@dataclass(frozen=True, slots=True)
class Browser:
    """The paths of the browser and of its driver."""

    executable: str
    driver: str


def find_browser() -> Browser | None:
    """The browser of this machine; None where it or its driver is missing."""
    executable = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which(_DRIVER)
    return Browser(executable, driver) if executable and driver else None


def lacks_browser(tell: Callable[[str], None]) -> str:
    """Installs the browser where this user may. Empty where there is one, else one sentence that says how to
    get it."""
    if find_browser():
        return ""
    outcome = install_packages(_PACKAGES, tell)
    if find_browser():
        return ""
    why = f" {outcome.detail}" if outcome.detail else ""
    return f"There is no Chromium with its driver here; on Debian: {install_command(_PACKAGES)}.{why}"
