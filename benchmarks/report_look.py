"""Measures what a reader meets in a report: screens, stops of the Tab key, sideways scroll, contrast, axe.

Each report is opened in headless Chromium, as wide as a telephone and as a desk, light and dark. The contrast
is that of rendered pixels: of the lightest and the darkest within each text that is shown, which its smoothed
edges can only lower. Rules of axe are run where its script is given (`npm pack axe-core`, axe.min.js in it).

    .venv/bin/python benchmarks/report_look.py REPORT.html [AXE.js]
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asking import asking
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chrome.webdriver import WebDriver
from timed_command import CHECKOUT

sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.setup.browser import find_browser

WINDOWS = ((390, 844), (1280, 800))
MOST_HEIGHT = 6000
FACTS = """const root = document.documentElement, shown = one => one.tabIndex >= 0 && one.offsetParent;
const stops = [...document.querySelectorAll("a[href],button,input,select,summary,[tabindex]")].filter(shown);
const row = document.querySelector(".way:not([hidden]) tbody tr:not(.group) th a");
const first = stops.indexOf(row || document.querySelector("main .scroll"));
return [root.scrollHeight / innerHeight, first, root.scrollWidth - root.clientWidth,
  document.querySelectorAll("*").length]"""
TEXTS = """const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, range = document.createRange();
  if (!node.textContent.trim() || !node.parentElement.checkVisibility()) continue;
  range.selectNodeContents(node);
  const box = range.getClientRects()[0];
  // What a region must be scrolled for is not shown.
  const end = (node.parentElement.closest(".scroll") || document.body).getBoundingClientRect().right;
  if (!box || box.width <= 6 || box.left < 0 || box.right > end) continue;
  found.push([node.textContent.trim().slice(0, 40), box.left, box.top + scrollY, box.width, box.height]
    .map(x => typeof x === "number" ? Math.round(x) : x));
}
return found"""
CONTRASTS = """const [picture, texts, done] = arguments, image = new Image();
image.onload = () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const drawn = canvas.getContext("2d", {willReadFrequently: true});
  drawn.drawImage(image, 0, 0);
  const linear = c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  done(texts.filter(([, , y, , h]) => y + h < image.height).map(([text, ...box]) => {
    const pixels = drawn.getImageData(...box).data;
    let low = 1, high = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red, green, blue] = [0, 1, 2].map(step => linear(pixels[at + step]));
      const light = .2126 * red + .7152 * green + .0722 * blue;
      low = Math.min(low, light); high = Math.max(high, light);
    }
    return [(high + .05) / (low + .05), text];
  }).sort((a, b) => a[0] - b[0]));
};
image.src = "data:image/png;base64," + picture"""
SEEN = (
    "for (const one of document.querySelectorAll('main > section')) one.style.contentVisibility = 'visible'"
)
AXE = """const done = arguments[0];
axe.run().then(found => done(found.violations.map(one => [one.id, one.nodes.length])))"""


def started() -> WebDriver:
    browser = find_browser()
    if browser is None:
        sys.exit("There is no Chromium on this machine.")
    options = webdriver.ChromeOptions()
    options.binary_location = browser.executable
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=Service(browser.driver))


@dataclass(frozen=True, slots=True)
class Look:
    """A report as a reader meets it: how many ``screens`` it is long, how many stops of the Tab key come
    before the first row of a result, by how many pixels it must be scrolled sideways, its elements, the
    contrasts of its texts, the least first, and the rules of axe that it breaks, each with how often."""

    screens: float
    stops: int
    sideways: int
    elements: int
    contrasts: tuple[tuple[float, str], ...]
    broken: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        least = ", ".join(f"{ratio:.1f} ({text})" for ratio, text in self.contrasts[:3])
        return (
            f"{self.screens:.1f} screens, {self.stops} stops before a row, {self.sideways} px sideways,"
            f" {self.elements} elements, {len(self.contrasts)} texts, least contrasts {least},"
            f" axe {self.broken}"
        )


def look(driver: WebDriver, report: Path, window: tuple[int, int], scheme: str, axe: str = "") -> Look:
    """A report in one window and theme."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    size = {"width": window[0], "deviceScaleFactor": 1, "mobile": window[0] < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size | {"height": window[1]})
    try:
        driver.get("about:blank")
        driver.get(report.absolute().as_uri())
        # What was never seen has no height of its own yet.
        driver.execute_script(SEEN)
        facts: list[Any] = driver.execute_script(FACTS)
        if axe:
            driver.execute_script(axe)
        broken = driver.execute_async_script(AXE) if axe else ()
        height = min(MOST_HEIGHT, driver.execute_script("return document.documentElement.scrollHeight"))
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size | {"height": height})
        texts = driver.execute_script(TEXTS)
        picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
        driver.get("about:blank")
        contrasts = driver.execute_async_script(CONTRASTS, picture, texts)
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    screens, stops, sideways, elements = facts
    return Look(screens, stops, sideways, elements, tuple(map(tuple, contrasts)), tuple(map(tuple, broken)))


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("report", type=Path, metavar="REPORT.html")
    parser.add_argument("axe", nargs="?", type=Path, metavar="AXE.js")
    asked = parser.parse_args()
    report: Path = asked.report
    axe = asked.axe.read_text(encoding="utf-8") if asked.axe else ""
    print(f"{report.name}: {report.stat().st_size} bytes")
    driver = started()
    try:
        for window in WINDOWS:
            for scheme in ("light", "dark"):
                print(f"{window[0]} px, {scheme}: {look(driver, report, window, scheme, axe)}")
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
