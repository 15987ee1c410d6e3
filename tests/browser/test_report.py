"""The page of a run in a real browser."""

import json
from collections.abc import Sequence
from math import log
from statistics import median
from typing import Any
from urllib.parse import unquote

import pytest
from browser.conftest import HOSTILE, HOSTILE_FORMAT, HOSTILE_LIBRARY
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from serbench.record.run_folder import RunFolder

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


def column(page: WebDriver, name: str, table: str = "#cells") -> list[str]:
    heads = [text.rstrip(" ↑↓") for text in texts(all_of(page, f"{table} thead th"))]
    return texts(all_of(page, f"{table} tbody tr > :nth-child({heads.index(name) + 1})"))


def press(page: WebDriver, name: str, table: str = "#cells") -> None:
    (button,) = (head for head in all_of(page, f"{table} thead th button") if head.text.rstrip(" ↑↓") == name)
    click(page, button)


def choose(page: WebDriver, name: str, value: str) -> None:
    Select(page.find_element(By.ID, f"filter-{name}")).select_by_value(value)


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
    assert column(page, "codec") == [codec for _, codec in expected]
    shown = [float(cell.get_attribute("data-ns") or "") for cell in all_of(page, "#cells td[data-ns]")]
    assert shown == [pytest.approx(time, abs=0.001) for time, _ in expected]
    assert column(page, "time")[0] == "1.63 µs"
    assert column(page, "rank") == ["1", "1", "2", "3"]
    assert column(page, "rank across languages") == ["1", "2", "3", "4"]


def test_each_operation_has_its_own_numbers(page: WebDriver, run: RunFolder) -> None:
    choose(page, "operation", "decode")
    rows = [row for row in run.rows if row.operation == "decode" and row.codec == "cpp/a"]
    expected = median(median(cpu / n for cpu, n in zip(row.cpu_ns, row.n, strict=True)) for row in rows)
    position = column(page, "codec").index("cpp/a")
    shown = all_of(page, "#cells td[data-ns]")[position].get_attribute("data-ns")
    assert float(shown or "") == pytest.approx(expected, abs=0.001)
    assert column(page, "bytes")[position] == "17000"


def test_a_columns_name_sorts_up_and_then_down(page: WebDriver) -> None:
    press(page, "bytes")
    assert column(page, "bytes") == ["16000", "17000", "18000", "19000"]
    (head,) = all_of(page, "#cells th[aria-sort]")
    assert head.get_attribute("aria-sort") == "ascending"
    press(page, "bytes")
    assert column(page, "bytes") == ["19000", "18000", "17000", "16000"]
    press(page, "codec")
    assert column(page, "codec") == sorted(column(page, "codec"), key=str.casefold)


def test_filters_narrow_and_say_how_many_are_left(page: WebDriver) -> None:
    choose(page, "language", "Rust")
    assert column(page, "codec") == ["rust/d"]
    assert page.find_element(By.ID, "count").text == "1 measurement of 1 codec"
    choose(page, "language", "")
    choose(page, "format", "protobuf")
    assert column(page, "codec") == ["rust/d", "cpp/a"]
    choose(page, "trait", "schema")
    assert column(page, "codec") == ["cpp/a"]
    choose(page, "operation", "")
    # A codec that can only decode has its decode in place of each access.
    assert column(page, "operation")[0] == "encode"
    assert column(page, "operation")[-1] == "encode + decode"
    assert [text for text in column(page, "time") if text.endswith("(decode)")] == ["8.16 µs (decode)"] * 3
    page.find_element(By.ID, "filter-words").send_keys("rust")
    assert column(page, "codec") == []


def test_dots_stand_where_their_times_are_on_one_logarithmic_scale(page: WebDriver) -> None:
    def place(selector: str) -> list[float]:
        boxes = [element.rect for element in all_of(page, selector)]
        return [box["x"] + box["width"] / 2 for box in boxes]

    times = [float(cell.get_attribute("data-ns") or "") for cell in all_of(page, "#cells td[data-ns]")]
    places = place("#cells td.dots .dot")
    assert len(places) == len(times) == 4
    steps = [(b - a) / log(u / t) for a, b, t, u in zip(places, places[1:], times, times[1:], strict=False)]
    assert steps == [pytest.approx(steps[0], rel=0.02)] * 3
    # The axis has its words where the dots of such times would stand.
    ticks = dict(zip(texts(all_of(page, "#cells th.dots text")), place("#cells th.dots text"), strict=True))
    assert set(ticks) == {"2 µs", "5 µs", "10 µs"}
    assert ticks["5 µs"] - places[0] == pytest.approx(steps[0] * log(5000 / times[0]), abs=1.5)


def test_instructions_have_a_column_where_any_row_has_them(page: WebDriver) -> None:
    assert dict(zip(column(page, "codec"), column(page, "instructions"), strict=True)) == {
        "rust/d": "",
        "cpp/c": "4000",
        "cpp/a": "8000",
        HOSTILE: "10000",
    }
    assert "allocations" not in texts(all_of(page, "#cells thead th"))
    choose(page, "language", "Rust")
    assert "instructions" not in texts(all_of(page, "#cells thead th"))


def test_a_screen_reader_is_told_what_each_table_row_and_column_is(page: WebDriver) -> None:
    tables = all_of(page, "main table")
    assert len(tables) >= 3
    for table in tables:
        assert run_script(page, "return arguments[0].caption.textContent.trim()", table)
        rows = table.find_elements(By.CSS_SELECTOR, "tbody tr")
        assert rows and all(row.find_elements(By.CSS_SELECTOR, "th[scope=row]") for row in rows)
        heads = table.find_elements(By.CSS_SELECTOR, "thead th")
        assert {head.get_attribute("scope") for head in heads} == {"col"}


def test_the_table_of_a_workload_sorts_by_numbers(page: WebDriver) -> None:
    press(page, "bytes", "#workload-1 table.sortable")
    shown = column(page, "bytes", "#workload-1 table.sortable")
    assert shown == ["16000", "17000", "18000", "19000"]


def test_a_number_leads_to_its_samples_its_command_and_its_code(page: WebDriver, run: RunFolder) -> None:
    choose(page, "operation", "encode")
    click(page, all_of(page, "#cells td[data-ns] a")[column(page, "codec").index("cpp/c")])
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
    link = all_of(page, "#cells td[data-ns] a")[0]
    link.send_keys(Keys.ENTER)
    dialog = open_dialog(page)
    assert dialog.get_attribute("open") is not None
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(page, 20).until(lambda _: dialog.get_attribute("open") is None)
    assert "#cell/" not in page.current_url


def test_a_mark_of_a_chart_leads_to_its_measurement(page: WebDriver) -> None:
    mark = all_of(page, 'figure a[href*="cpp%2Fa"]')[0]
    run_script(page, "location.hash = arguments[0].getAttribute('href')", mark)
    assert open_dialog(page).find_element(By.TAG_NAME, "h2").text == "cpp/a, encode + decode, record"


def test_the_tabulator_goes_through_tables_and_not_through_each_mark_of_a_chart(page: WebDriver) -> None:
    marks = all_of(page, "figure svg a")
    assert {run_script(page, "return arguments[0].tabIndex", mark) for mark in marks} == {-1}
    # Those of encode and decode together are in the table of all measurements, which is shown first.
    in_tables, of_marks = (
        {unquote(run_script(page, "return arguments[0].getAttribute('href')", link)) for link in links}
        for links in (all_of(page, "#cells a, table.sortable a"), marks)
    )
    assert of_marks <= in_tables


def test_what_a_record_says_of_a_codec_is_shown_as_text(page: WebDriver) -> None:
    assert page.title.startswith("serbench run")
    assert HOSTILE_FORMAT in all_of(page, "body")[0].text
    position = column(page, "codec").index(HOSTILE)
    click(page, all_of(page, "#cells td[data-ns] a")[position])
    dialog = open_dialog(page)
    assert dialog.find_element(By.TAG_NAME, "h2").text == f"{HOSTILE}, encode + decode, record"
    assert page.title.startswith("serbench run")
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


def test_a_phone_need_not_scroll_sideways(page: WebDriver) -> None:
    phone = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        assert run_script(page, "return document.documentElement.scrollWidth") == 360
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
