"""The page of choose in a real browser: two files of the disk, constraints, and what is left."""

import json
from pathlib import Path

import pytest
from selenium.webdriver.chrome.webdriver import WebDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from serbench.choose.rules import RULES_FILE

pytestmark = pytest.mark.slow

HOSTILE = "go/<img src=x onerror=alert(1)>"
FACTS = {
    "go/a": {"text": {"value": True}, "malformed": {"value": "dies"}},
    "python/b": {"text": {"value": False}, "viewer": {"value": ["od"]}},
    "rust/c": {"text": {"value": True}, "viewer": {"value": ["jq"]}},
    HOSTILE: {},
}


def test_constraints_leave_what_they_do_not_exclude(driver: WebDriver, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"format": "serbench.facts/1", "codecs": FACTS}))
    driver.get(RULES_FILE.with_name("page.html").as_uri())
    driver.find_element(By.ID, "facts-file").send_keys(str(RULES_FILE))
    problem = driver.find_element(By.ID, "problem")
    WebDriverWait(driver, 20).until(lambda _: "not in the form serbench.facts/1" in problem.text)
    driver.find_element(By.ID, "facts-file").send_keys(str(facts))
    driver.find_element(By.ID, "rules-file").send_keys(str(RULES_FILE))
    count = driver.find_element(By.ID, "count")
    WebDriverWait(driver, 20).until(lambda _: count.text == "4 of 4 codecs are left.")
    for name in ("text", "trusted", "viewer"):
        box = driver.find_element(By.XPATH, f"//label[contains(., ' {name} ')]/input")
        driver.execute_script("arguments[0].click()", box)
    rows = [
        [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
        for row in driver.find_elements(By.CSS_SELECTOR, "#answer tbody tr")
    ]
    assert rows == [
        ["rust/c", "", "trusted", "viewer"],
        [HOSTILE, "", "text; trusted", ""],
        ["python/b", "text: its messages are binary", "trusted", "viewer"],
        ["go/a", "trusted: malformed input harms it", "", ""],
    ]
    assert count.text == "2 of 4 codecs are left."
