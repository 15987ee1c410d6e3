"""Rules that hold for the reports of all experiments, over made-up runs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fakes.rows import (
    CLUSTER_RECORD,
    cluster_row,
    cost_row,
    relay_row,
    sizing_row,
    sort_row,
    store_row,
    torture_row,
)
from fakes.samples import measured
from report.folders import folder_of, html

from serbench.experiments import experiments
from serbench.experiments.reporting import report_of
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

CODECS = ("cpp/a", "cpp/b", "rust/c")
RUN = "20261121-210700"
Made = tuple[list[Row], dict[str, Any]]
FINDING: dict[str, Any] = {
    "case": "a bit", "name": "", "reference": "", "operation": "decode", "detail": "", "class": "bit flip",
    "outcome": "hung", "size_bytes": 9, "bytes": "00ff", "file": "findings/f.json",
}  # fmt: skip


def memory(forks: int) -> Made:
    rows = [
        measured(codec, operation, fork, 1000 * (1 + at) + fork)
        for at, codec in enumerate(CODECS)
        for fork in range(forks)
        for operation in ("encode", "decode", "serialize")
        if (codec, operation) != ("cpp/b", "serialize")
    ]
    runners: list[dict[str, Any]] = [
        {"codec": codec, "workload": "record", "operations": {}, "format": "f" if codec != "cpp/b" else "g"}
        for codec in CODECS
    ]
    return rows, {"runners": runners}


def store(forks: int) -> Made:
    rows = [
        store_row(operation, 1 + at + fork / 100, 0.5, codec=codec, repetition=fork)
        for at, codec in enumerate(CODECS)
        for fork in range(forks)
        for operation in ("write", "random")
    ]
    return rows, {"workloads": ["tweet"]}


def sort(forks: int) -> Made:
    rows = []
    for at, codec in enumerate(CODECS):
        for fork in range(forks):
            for mode in ("objects", "bytes"):
                row = sort_row(codec, mode, 1 + at + fork / 100)
                rows.append(replace(row, parameters={**row.parameters, "repetition": fork}))
    return rows, {"workloads": ["tweet"]}


def relay(forks: int) -> Made:
    latency = [
        {"load": load, "achieved": True, "p50_ns": 8000, "p99_ns": 24_000, "p999_ns": 32_000}
        for load in ("50%", "1000")
    ]
    rows = []
    for at, codec in enumerate(CODECS):
        for mode in ("peek", "fresh"):
            for fork in range(forks):
                row = relay_row(codec)
                wall_ns = tuple((1 + at) * ns + fork for ns in row.wall_ns)
                figures = {**row.figures, "latency": latency}
                rows.append(replace(row, operation=mode, fork=fork, wall_ns=wall_ns, figures=figures))
    return rows, {"workloads": ["record"]}


def cluster(forks: int) -> Made:
    rows = [
        cluster_row(codec, 10 + at + fork / 100, fork, job)
        for at, codec in enumerate((*CODECS, "engine/raw"))
        for fork in range(forks)
        for job in ("shuffle", "cache")
        if (codec, job) != ("cpp/b", "cache")
    ]
    return rows, {"workloads": ["w"], **CLUSTER_RECORD}


def torture(forks: int) -> Made:
    counts = {"truncation": {"rejected": 500}, "bit flip": {"rejected": 490, "hung": 10}}
    rows = [torture_row(codec, dict(counts), (FINDING,)) for codec in CODECS[1:]]
    rows.append(torture_row(CODECS[0], {"truncation": {"rejected": 1000}}))
    return rows, {"workloads": ["w"], "plan": {"cases": 1000, "sanitizers": [], "seed": 1}}


def evolution(forks: int) -> Made:
    found = {"backward": "same", "forward": "misread", "rewrite": "dropped"}
    rows = [
        cost_row(
            codec, 0, 0, 0, 1, operation=direction, fork=at, n=(), cpu_ns=(), wall_ns=(),
            parameters={"change": "add-at-end"},
            figures={"outcome": outcome, "outcomes": [outcome], "detail": "", "written": "{}"},
        )
        for at, codec in enumerate(CODECS)
        for direction, outcome in found.items()
        if (codec, direction) != ("cpp/b", "rewrite")
    ]  # fmt: skip
    rows += [cost_row(codec, number, 0, 100 + number, 20) for codec in CODECS for number in (0, 1, 10)]
    runners = [{"codec": codec} for codec in CODECS]
    return rows, {"workloads": [], "runners": runners, "plan": {"changes": ["add-at-end"]}}


def sizing(forks: int) -> Made:
    runners = [{"codec": codec, "workload": "w", "format": codec} for codec in CODECS]
    return [sizing_row(codec) for codec in CODECS], {"workloads": ["w"], "runners": runners}


MADE: dict[str, Callable[[int], Made]] = {
    one.__name__: one for one in (memory, store, sort, relay, cluster, torture, evolution, sizing)
}
# Their results are times of repetitions.
TIMED = ("memory", "store", "sort", "relay", "cluster")


def run_of(path: Path, experiment: str, forks: int = 5) -> RunFolder:
    rows, record = MADE[experiment](forks)
    return folder_of(path, rows, **{"experiment": experiment, "runners": [], "corpora": {}, **record})


class Cells(HTMLParser):
    """The cells of the tables of a report with their texts, its addresses and what they lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[tuple[str, dict[str, str | None], str]] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.place = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("thead", "tbody"):
            self.place = tag
        if tag in ("td", "th"):
            self.cells.append((f"{self.place} {tag}", given, ""))
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "a":
            self.links.append(given.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            place, given, text = self.cells[-1]
            self.cells[-1] = (place, given, text + data.strip())


@pytest.fixture(scope="module", params=list(MADE))
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return html(run_of(tmp_path_factory.mktemp("runs"), request.param))


def test_every_experiment_is_here() -> None:
    assert {one.name for one in experiments()} == MADE.keys()


def test_no_field_is_blank_and_every_column_has_a_name(report: str) -> None:
    found = Cells(report).cells
    assert len(found) > 10
    blank = [
        (place, given)
        for place, given, text in found
        # An axis, the marks on it, and the corner of a table are none.
        if not text and "dots" not in (given.get("class") or "").split() and "colspan" not in given
    ]
    assert [one for one in blank if one != ("thead td", {})] == []


def test_all_that_is_led_to_is_there_once(report: str) -> None:
    found = Cells(report)
    assert len(found.ids) == len(set(found.ids))
    inner = [link[1:] for link in found.links if link.startswith("#") and not link.startswith("#cell/")]
    assert inner and set(inner) <= set(found.ids)
    assert all(link.startswith("#") for link in found.links)


def test_the_subject_is_the_title_and_nothing_but_headings_is_bold(report: str) -> None:
    (title,) = re.findall("<h1>(.*?)</h1>", report)
    assert title and RUN not in title
    assert not re.search("<(b|strong|em)>", report)
    assert len(report.encode()) <= 300_000


def test_commands_have_no_folder_of_a_user(report: str) -> None:
    commands = re.findall("<pre[^>]*>(.*?)</pre>", report, re.DOTALL)
    assert commands and not any(str(Path.home()) + "/" in text or "/tmp/" in text for text in commands)


@pytest.mark.parametrize("experiment", TIMED)
def test_what_was_measured_once_has_no_rank_and_no_certain_first_place(
    tmp_path: Path, experiment: str
) -> None:
    folder = run_of(tmp_path, experiment, forks=1)
    found = Cells(html(folder)).cells
    assert "rank" not in {text for place, _, text in found if place == "thead th"}
    assert "once" in {text for _, _, text in found}
    said = " ".join(report_of(folder).answers)
    assert re.search("too few|so few", said)


@pytest.mark.parametrize("experiment", TIMED)
def test_a_row_is_its_chart_so_that_no_picture_repeats_a_table(tmp_path: Path, experiment: str) -> None:
    text = html(run_of(tmp_path, experiment))
    assert "<figure>" not in text and re.search('<td class="dots"><i[^>]* style="--x', text)
