"""The page of a run in a real browser."""

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from browser.conftest import HOSTILE, HOSTILE_FORMAT, HOSTILE_LIBRARY
from fakes.views import record_of
from fakes.views import rows_of as view_rows
from report.folders import folder_of
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from serbench.experiments.reporting import write_report
from serbench.record.run_folder import RunFolder
from serbench.report.web import writing

pytestmark = pytest.mark.slow


def run_script(page: WebDriver, script: str, *arguments: object) -> Any:
    return page.execute_script(script, *arguments)


def logged(page: WebDriver, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.get_log(kind)  # type: ignore[no-untyped-call]
    return found


def all_of(page: WebDriver, selector: str) -> list[WebElement]:
    return page.find_elements(By.CSS_SELECTOR, selector)


def texts(elements: Sequence[WebElement]) -> list[str]:
    return [element.text for element in elements]


def click(page: WebDriver, element: WebElement) -> None:
    run_script(page, "arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


WAY = "#workload-1 .way:not([hidden])"


def column(page: WebDriver, name: str, table: str = WAY) -> list[str]:
    """The texts of the rows that are shown, under this title."""
    heads = [text.rstrip(" ↑↓") for text in texts(all_of(page, f"{table} thead tr > *"))]
    rows = [row for row in all_of(page, f"{table} tbody tr:not(.group)") if row.is_displayed()]
    return [row.find_elements(By.CSS_SELECTOR, ":scope > *")[heads.index(name)].text for row in rows]


def press(page: WebDriver, name: str, table: str = WAY) -> None:
    (button,) = (head for head in all_of(page, f"{table} thead th button") if head.text.rstrip(" ↑↓") == name)
    click(page, button)


def choose(page: WebDriver, name: str, value: str) -> None:
    Select(page.find_element(By.CSS_SELECTOR, f"#workload-1 select[name={name}]")).select_by_visible_text(
        value
    )


def reopen(page: WebDriver, address: str) -> None:
    page.get("about:blank")
    page.get(address)


def open_dialog(page: WebDriver) -> WebElement:
    """The dialog, once its samples are unfolded."""
    dialog = page.find_element(By.ID, "measurement")
    WebDriverWait(page, 20).until(lambda _: dialog.find_elements(By.CSS_SELECTOR, "table.samples, h3 + p"))
    return dialog


def test_it_opens_without_a_complaint_and_fetches_nothing(page: WebDriver, run: RunFolder) -> None:
    assert logged(page, "browser") == []
    events = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]  # type: ignore[no-untyped-call]
    asked = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert asked == [(run.path / "report.html").as_uri()]


def test_the_ranking_is_that_of_the_measurements(page: WebDriver, run: RunFolder) -> None:
    """The medians are computed here from the lines of the file, without a word of the report's own code."""
    forks: dict[str, dict[int, float]] = {}
    for line in (run.path / "measurements.jsonl").read_text().splitlines():
        row = json.loads(line)
        time = median(cpu / n for cpu, n in zip(row["cpu_ns"], row["n"], strict=True))
        of_codec = forks.setdefault(row["codec"], {})
        of_codec[row["fork"]] = of_codec.get(row["fork"], 0.0) + time
    expected = sorted((median(times.values()), codec) for codec, times in forks.items())
    assert column(page, "codec") == [
        codec for _, codec in sorted(expected, key=lambda pair: pair[1][:3] != "cpp")
    ]
    assert column(page, "µs") == ["6.12", "12.2", "14.3", "1.63"]
    assert column(page, "rank") == ["1", "2", "3", "–"]
    assert column(page, "× best") == ["1.00", "2.00", "2.33", "–"]


def test_one_question_is_shown_at_a_time(page: WebDriver) -> None:
    assert len([way for way in all_of(page, "#workload-1 .way") if way.is_displayed()]) == 1
    choose(page, "way", "record: decode")
    assert column(page, "bytes")[column(page, "codec").index("cpp/a")] == "17000"
    assert page.current_url.endswith("#way=record%3A+decode")


def test_a_packed_question_is_shown_as_another(
    driver: WebDriver, run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "MOST_BYTES", 0)
    page = write_report(run, tmp_path / "report.html").as_uri()
    reopen(driver, f"{page}#way=record%3A+decode")
    WebDriverWait(driver, 20).until(lambda _: len(column(driver, "codec")) == 4)
    assert column(driver, "bytes")[column(driver, "codec").index("cpp/a")] == "17000"
    press(driver, "bytes")
    assert column(driver, "bytes") == ["16000", "17000", "18000", "19000"]


def test_a_columns_name_sorts_up_and_then_down(page: WebDriver) -> None:
    press(page, "bytes")
    assert column(page, "bytes") == ["16000", "17000", "18000", "19000"]
    (head,) = all_of(page, f"{WAY} th[aria-sort]")
    assert head.get_attribute("aria-sort") == "ascending"
    press(page, "bytes")
    assert column(page, "bytes") == ["18000", "17000", "16000", "19000"]


def test_what_is_chosen_stands_in_the_address_and_comes_from_there(page: WebDriver) -> None:
    choose(page, "only", "C++")
    page.find_element(By.CSS_SELECTOR, "#workload-1 input[name=find]").send_keys("cpp/c")
    assert column(page, "codec") == ["cpp/c"]
    assert page.find_element(By.CSS_SELECTOR, "#workload-1 .controls [role=status]").text == "1 codec"
    address = page.current_url
    assert address.endswith("#only=C%2B%2B&find=cpp%2Fc")
    reopen(page, address)
    assert column(page, "codec") == ["cpp/c"]
    reopen(page, address.partition("#")[0] + "#nonsense=1")
    assert "nonsense" in page.find_element(By.CSS_SELECTOR, "#workload-1 .unknown").text


def test_the_order_of_rows_stands_in_the_address_and_comes_from_there(page: WebDriver) -> None:
    written = column(page, "codec")
    press(page, "bytes")
    assert page.current_url.endswith("#sort=bytes")
    page.back()
    assert column(page, "codec") == written
    reopen(page, f"{page.current_url.partition('#')[0]}#sort=-bytes")
    assert column(page, "bytes") == ["18000", "17000", "16000", "19000"]


def test_a_telephone_has_the_ranking_before_the_table_of_choices(page: WebDriver) -> None:
    def tops() -> list[float]:
        found: list[float] = run_script(
            page,
            "return ['#workload-1', '#take'].map(s => document.querySelector(s).getBoundingClientRect().top)",
        )
        return found

    assert tops()[0] > tops()[1]
    window = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
    try:
        assert tops()[0] < tops()[1]
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_pinned_row_measures_the_others(page: WebDriver) -> None:
    cells = all_of(page, f"{WAY} tbody td.dots")
    click(page, next(cell for cell in cells if "cpp/a" in cell.find_element(By.XPATH, "..").text))
    assert column(page, "× cpp/a")[:3] == ["0.500", "1.00", "1.17"]


def test_dots_stand_where_their_times_are_on_one_logarithmic_scale(page: WebDriver) -> None:
    """The scale is that of the rows that are left."""
    script = """return [...document.querySelectorAll(arguments[0])].filter(i => i.offsetParent).map(i => {
      const box = i.getBoundingClientRect(), left = parseFloat(getComputedStyle(i, '::after').left);
      return box.left + left; })"""
    places = run_script(page, script, f"{WAY} tbody tr:not(.group) .dots i")
    times = [float(text) for text in column(page, "µs")]
    assert len(places) == len(times) == 4
    steps = [(b - a) / log(u / t) for a, b, t, u in zip(places, places[1:], times, times[1:], strict=False)]
    assert steps == [pytest.approx(steps[0], rel=0.06)] * 3
    choose(page, "only", "C++")
    nearer = run_script(page, script, f"{WAY} tbody tr:not(.group) .dots i")
    assert nearer[1] - nearer[0] > 1.5 * (places[1] - places[0])


def test_a_screen_reader_is_told_what_each_table_row_and_column_is(page: WebDriver) -> None:
    tables = all_of(page, "main table")
    shown = [table for table in tables if table.is_displayed()]
    assert len(shown) >= 2
    for table in shown:
        assert run_script(page, "return arguments[0].caption.textContent.trim()", table)
        rows = table.find_elements(By.CSS_SELECTOR, "tbody tr:not(.group)")
        assert rows and all(row.find_elements(By.CSS_SELECTOR, "th[scope=row]") for row in rows)
        heads = table.find_elements(By.CSS_SELECTOR, "thead th")
        assert {head.get_attribute("scope") for head in heads} == {"col"}


def test_a_number_leads_to_its_samples_its_command_and_its_code(page: WebDriver, run: RunFolder) -> None:
    choose(page, "way", "record: encode")
    click(page, all_of(page, f"{WAY} tbody th a")[column(page, "codec").index("cpp/c")])
    dialog = open_dialog(page)
    assert dialog.find_element(By.TAG_NAME, "h2").text == "cpp/c, encode, record"
    lines = [
        texts(row.find_elements(By.TAG_NAME, "td"))
        for row in dialog.find_elements(By.CSS_SELECTOR, "table.samples tbody tr")
    ]
    expected = [
        [str(row.fork), str(number), str(n), str(cpu), str(wall)]
        for number, row in enumerate(run.rows, 1)
        if (row.codec, row.operation) == ("cpp/c", "encode")
        for n, cpu, wall in zip(row.n, row.cpu_ns, row.wall_ns, strict=True)
    ]
    assert [[line[0], line[1], *line[3:6]] for line in lines] == expected
    assert "./serbench show cpp/c record" in texts(dialog.find_elements(By.TAG_NAME, "pre"))
    dialog.find_element(By.CSS_SELECTOR, "details summary").click()
    assert f"// cpp/c & <b>{HOSTILE_LIBRARY}" in texts(dialog.find_elements(By.TAG_NAME, "pre"))


def test_the_keyboard_alone_opens_and_closes_a_measurement(page: WebDriver) -> None:
    link = all_of(page, f"{WAY} tbody th a")[0]
    link.send_keys(Keys.ENTER)
    dialog = open_dialog(page)
    assert dialog.get_attribute("open") is not None
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(page, 20).until(lambda _: dialog.get_attribute("open") is None)
    # The browser tells of a dialog that it is closed after it has closed it.
    WebDriverWait(page, 20).until(lambda _: "#cell/" not in page.current_url)


def test_few_stops_of_the_tabulator_lie_before_the_first_result(page: WebDriver) -> None:
    before = run_script(
        page,
        """const stops = [...document.querySelectorAll('a[href],button,input,select,summary,[tabindex]')]
      .filter(one => one.tabIndex >= 0 && one.offsetParent);
      return stops.indexOf(document.querySelector(arguments[0]))""",
        f"{WAY} tbody th a",
    )
    assert 0 < before <= 60
    # A row is one stop.
    links = all_of(page, f"{WAY} tbody a")
    assert len(links) == len(column(page, "codec"))


def test_the_slash_leads_to_the_search(page: WebDriver) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys("/")
    assert page.switch_to.active_element.get_attribute("name") == "find"
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert page.switch_to.active_element.tag_name == "body"


def test_what_a_record_says_of_a_codec_is_shown_as_text(page: WebDriver) -> None:
    assert page.title == "record: which codec to choose · serbench"
    position = column(page, "codec").index(HOSTILE)
    click(page, all_of(page, f"{WAY} tbody th a")[position])
    dialog = open_dialog(page)
    assert HOSTILE_FORMAT in dialog.text
    assert dialog.find_element(By.TAG_NAME, "h2").text == f"{HOSTILE}, encode + decode, record"
    assert page.title == "record: which codec to choose · serbench"
    assert all_of(page, "img, table script, dialog script, svg script") == []
    assert logged(page, "browser") == []


def test_it_is_light_or_dark_as_the_reader_wishes(page: WebDriver) -> None:
    def paper() -> str:
        return all_of(page, "body")[0].value_of_css_property("background-color")

    def prefer(scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    prefer("light")
    assert paper() == "rgba(255, 255, 255, 1)"
    prefer("dark")
    assert paper() == "rgba(21, 23, 26, 1)"
    page.find_element(By.ID, "theme").click()
    assert paper() == "rgba(255, 255, 255, 1)"
    prefer("light")


def test_the_theme_stands_in_the_address_with_the_rest(page: WebDriver) -> None:
    choose(page, "only", "C++")
    page.find_element(By.ID, "theme").click()
    assert page.current_url.endswith("#only=C%2B%2B&theme=dark")
    click(page, all_of(page, "nav a[href='#machine']")[0])
    assert len(column(page, "codec")) == 3
    reopen(page, f"{page.current_url.partition('#')[0]}#theme=dark")
    assert all_of(page, "body")[0].value_of_css_property("background-color") == "rgba(21, 23, 26, 1)"


def test_paper_says_what_was_chosen(page: WebDriver) -> None:
    said = page.find_element(By.CSS_SELECTOR, "#workload-1 .printed")
    assert said.get_property("textContent") == ""
    choose(page, "only", "C++")
    press(page, "bytes")
    assert said.get_property("textContent") == (
        "Shown: only C++, in the order of bytes. report.html#only=C%2B%2B&sort=bytes"
    )


def test_what_is_pressed_is_large_enough_for_a_finger(page: WebDriver) -> None:
    script = """return [...document.querySelectorAll("button, select, input, summary, td > a, th > a")]
      .map(one => one.closest("label.toggle") || one).filter(one => one.offsetParent)
      .map(one => [one.textContent.slice(0, 20), one.getBoundingClientRect().height])"""
    found = run_script(page, script)
    assert len(found) > 20
    assert [one for one in found if one[1] < 24] == []


def test_two_rankings_stand_beside_each_other_where_both_have_room(driver: WebDriver, tmp_path: Path) -> None:
    write_report(folder_of(tmp_path, view_rows(), **record_of()), tmp_path / "report.html")

    def shown(width: int) -> list[tuple[str, bool]]:
        window = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
        ways = [way for way in all_of(driver, ".way") if way.is_displayed()]
        titles = [way.find_element(By.TAG_NAME, "caption").text for way in ways]
        return [
            (title.rpartition(", ")[2], way.rect["width"] < width / 2)
            for title, way in zip(titles, ways, strict=True)
        ]

    driver.get((tmp_path / "report.html").as_uri())
    try:
        assert shown(1280) == [("from your objects", True), ("from its own message", True)]
        assert column(driver, "codec", ".way[data-beside*=message]") == ["cpp/c", "cpp/a", "cpp/b"]
        assert column(driver, "codec", ".way[data-beside*=objects]") == ["cpp/b", "cpp/a"]
        assert shown(1000) == [("from your objects", False)]
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("width", [320, 390, 1280, 1920])
def test_no_window_need_scroll_sideways(page: WebDriver, width: int) -> None:
    window = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
    try:
        script = "const root = document.documentElement; return [root.scrollWidth, root.clientWidth]"
        whole, shown = run_script(page, script)
        assert whole == shown <= width
        for place in ("th", "td:nth-of-type(4)", "td:nth-of-type(6)"):
            box = all_of(page, f"{WAY} tbody tr:not(.group) > {place}")[0].rect
            assert 0 <= box["x"] <= box["x"] + box["width"] <= shown, place
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
