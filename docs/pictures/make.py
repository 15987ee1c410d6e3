"""Makes the pictures of README.md again from a run: ``.venv/bin/python docs/pictures/make.py [RUN]``.

``page-light.png`` and ``page-dark.png`` are the top of the run's page in a headless Chromium, ``pareto.svg``
the first workload's sizes against its times. Without a name the newest run is taken.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "src"))

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from serbench.experiments.reporting import page_of, write_page  # noqa: E402
from serbench.record.run_folder import RunFolder, find_run, newest_run  # noqa: E402
from serbench.report.charts.picture import FILE, svg  # noqa: E402
from serbench.setup.browser import find_browser  # noqa: E402

WIDTH, HEIGHT = 1180, 1500


def photograph(page: Path, folder: Path) -> None:
    """Writes the top of the page as it looks in the light and in the dark."""
    browser = find_browser()
    if browser is None:
        sys.exit("There is no Chromium with its driver here; ./serbench test installs them.")
    options = webdriver.ChromeOptions()
    options.binary_location = browser.executable
    with tempfile.TemporaryDirectory() as profile:
        for argument in ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
            options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=Service(browser.driver))
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            driver.get(page.as_uri())
            rows = (By.CSS_SELECTOR, "#cells tbody tr")
            WebDriverWait(driver, 20).until(lambda _, rows=rows: driver.find_elements(*rows))
            driver.save_screenshot(str(folder / f"page-{scheme}.png"))
        driver.quit()


def main() -> None:
    folder = RunFolder.load(find_run(sys.argv[1]) if len(sys.argv) > 1 else newest_run())
    drawn = page_of(folder).contents.sections[0].pictures(FILE)
    picture = next((picture for picture in drawn if picture.name.endswith("-pareto")), None)
    if picture is None:
        sys.exit(f"Run {folder.name} has no two codecs to compare.")
    (HERE / "pareto.svg").write_text(svg(picture, FILE), encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        photograph(write_page(folder, Path(place) / "report.html"), HERE)


if __name__ == "__main__":
    main()
