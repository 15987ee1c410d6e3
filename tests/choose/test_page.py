"""The evaluator of the page in a browser says the same as the command, over tables and over all facts."""

import json
import re
import subprocess
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from choose.knowing import asking
from choose.rule_table import TABLE

from serbench.choose.checks import checks_of
from serbench.choose.facts import together
from serbench.choose.known import declared_facts, manifest_facts, recorded_facts
from serbench.choose.request import Request
from serbench.choose.rules import BOTH, READER, RULES_FILE, WRITER, best, the_rules, verdict
from serbench.facts.document import document_of
from serbench.facts.fact import Fact
from serbench.languages.javascript import LANGUAGE
from serbench.selection.discovery import find_adapters

PAGE = RULES_FILE.with_name("page.html")
# What the page's script is asked: the name of a function, and its arguments, for each answer.
_MAIN = """
const functions = { verdict, best, sidesOf, checksOf };
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map(([name, ...given]) => functions[name](...given))));
"""
Ask = Callable[[list[list[Any]]], list[Any]]
RULES = json.loads(RULES_FILE.read_text(encoding="utf-8"))["rules"]
BY_ID = {rule["id"]: rule for rule in RULES}
# Values of every form, so that each rule meets some that it does not understand.
VALUES: tuple[Any, ...] = (
    *(True, False, 0, 1, 2.5, "", "refuses", "processes", "MIT", "constructor", "2026-01-01", None),
    *([], ["serde"], [1], {}, {"a": 1}, {"reorder forward": "misread"}),
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Asks the evaluator of the page, which Node runs."""
    (script,) = re.findall(r'<script id="evaluator">(.*?)</script>', PAGE.read_text("utf-8"), re.DOTALL)
    program = tmp_path_factory.mktemp("page") / "evaluator.js"
    program.write_text(script + _MAIN, encoding="utf-8")
    node = str(LANGUAGE.tools().tool("runtime").path)

    def ask(asked: list[list[Any]]) -> list[Any]:
        done = subprocess.run(
            [node, str(program)], input=json.dumps(asked), capture_output=True, text=True, check=True
        )
        found: list[Any] = json.loads(done.stdout)
        return found

    return ask


def test_the_page_says_what_the_table_of_rules_says(page: Ask) -> None:
    said = page([["verdict", BY_ID[name], value, asked] for name, value, asked, _ in TABLE])
    assert said == [expected for _, _, _, expected in TABLE]


def test_the_page_understands_what_the_command_understands(page: Ask) -> None:
    asked = {name: of for name, _, of, _ in TABLE}
    cases = [(name, value, refused) for name in asked for value in VALUES for refused in (False, True)]
    said = page([["verdict", BY_ID[name], value, asked[name], refused] for name, value, refused in cases])
    rules = the_rules()
    expected = [
        verdict(rules.named(name), Fact(value), asked[name], refused) for name, value, refused in cases
    ]
    assert said == expected and set(said) == {"yes", "no", "unknown"}


def test_the_better_of_two_modes_counts_on_the_page(page: Ask) -> None:
    values = (None, 50, 100, "deep")
    cases = [
        {name: {"value": value} for name, value in zip(("max_depth", "max_depth_mode"), pair, strict=True)}
        for pair in product(values, repeat=2)
    ]
    rule = the_rules().named("max-depth")
    said = page([["best", BY_ID["max-depth"], one, 75] for one in cases])
    facts = [{name: Fact(of["value"]) for name, of in one.items()} for one in cases]
    assert said == [best(rule, one, 75)[0] for one in facts]
    assert set(said) == {"yes", "no", "unknown"}


def test_a_rule_holds_on_the_same_sides(page: Ask) -> None:
    cases = [(rule["id"], value) for rule in RULES for value in ("canonical", "processes", True)]
    said = page([["sidesOf", BY_ID[name], value] for name, value in cases])
    assert [tuple(one) for one in said] == [the_rules().named(name).sides(value) for name, value in cases]
    assert {rule["side"] for rule in RULES} == {BOTH, READER, WRITER}


REQUESTS = (
    asking("go", "python", evolves="rolling", trusted="anyone", ended=True, maintained="2024-11-26"),
    asking("rust", "rust", same_bytes="processes", types="mine", no_build_tool=True, licence=["MIT"]),
    asking("javascript", "python", keeps=["nan", "uint64-high"], max_message=2**31, max_depth=500),
    asking("rust", "rust", serde_attributes=["flatten", "untagged"], trusted="limited", max_depth=100),
    asking("java", "java", text=True, stream=True, references=True, max_dependencies=3),
    asking("go", "go", same_bytes="canonical", evolves="years rename-field", keep_years=5, dynamic=True),
    asking("rust", "rust", {"viewer": True, "same-derives": "serde", "reads-old-bytes": ["json", "cbor"]}),
    asking("python", "go", {"one-library": ["json", "msgpack-named"], "no-new-dependency": ["", "msgspec"]}),
    asking(
        "go", "go", licence=["Foo"], format=["nosuch"], keeps=[], max_message=0, max_depth=10**9, max_binary=1
    ),
    asking("javascript", "rust", max_bundle=5000, across_machines=True, across_releases=True),
)


@pytest.mark.parametrize("sides", [(WRITER,), (READER,), (WRITER, READER)])
def test_the_page_decides_on_all_codecs_as_the_command_does(page: Ask, sides: tuple[str, ...]) -> None:
    codecs = find_adapters()
    facts = together(manifest_facts(codecs), declared_facts(codecs), recorded_facts(codecs))
    written: dict[str, dict[str, Any]] = json.loads(json.dumps(document_of(facts)))["codecs"]
    cases = [(name, request) for name in sorted(facts) for request in REQUESTS]
    said = page(
        [["checksOf", name, written[name], sides, _constraints(request), RULES] for name, request in cases]
    )
    expected = [
        [
            {"id": one.constraint, "is": one.verdict, "why": one.why}
            for one in checks_of(name, sides, facts[name], request, the_rules())
        ]
        for name, request in cases
    ]
    assert said == expected
    assert {one["is"] for checks in said for one in checks} == {"yes", "no", "unknown"}


def _constraints(request: Request) -> list[dict[str, Any]]:
    return [{"id": one.id, "value": one.value} for one in request.constraints]


def test_the_page_loads_nothing_and_shows_text_as_text() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.findall(r"innerHTML|insertAdjacent|document\.write|eval\(|fetch\(|https?:|src=", text)
