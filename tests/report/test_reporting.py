"""The parts of reports that experiments give: each by itself, and shared code names none of them."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from report.folders import folder_of

import serbench
from serbench.errors import BadInput
from serbench.experiments import experiments
from serbench.experiments.reporting import published_tables, report_of, reporting_of
from serbench.report.charts.picture import FILE
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.report import Contents, ExplorerCell, Section, all_pictures, made_report
from serbench.report.table import Column, Table, text_line
from serbench.report.web import writing

SOURCE = Path(serbench.__file__).parent


def imported(package: str) -> Iterator[tuple[Path, str]]:
    """The modules that those of a package import, wherever in their code."""
    for path in sorted((SOURCE / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield path, node.module
            elif isinstance(node, ast.Import):
                yield from ((path, alias.name) for alias in node.names)


@pytest.mark.parametrize(
    ("package", "never"),
    [
        ("report", ("serbench.experiments", "serbench.compare", "serbench.cli")),
        ("engine", ("serbench.report", "serbench.compare", "serbench.cli")),
        ("compare", ("serbench.experiments", "serbench.cli")),
        ("corpus", ("serbench.infer",)),
    ],
)
def test_no_package_stands_in_a_circle_with_what_it_serves(package: str, never: tuple[str, ...]) -> None:
    found = list(imported(package))
    assert found
    assert [(path.name, module) for path, module in found if module.startswith(never)] == []


def test_each_experiment_tells_how_its_runs_are_shown() -> None:
    assert len(experiments()) > 5
    for experiment in experiments():
        assert reporting_of({"experiment": experiment.name}) is experiment.reporting()


def test_a_run_of_an_unknown_experiment_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="of the experiment juggling, which this version"):
        report_of(folder_of(tmp_path, experiment="juggling"))


def test_published_tables_come_from_the_experiments() -> None:
    tables = published_tables()
    assert {"2020-laptop", "study", "study-pinned"} <= set(tables)
    assert [name for name, table in tables.items() if table.side_of] == ["study", "study-pinned"]
    assert all(table.side().name == f"published:{name}" for name, table in tables.items())


def test_a_part_without_tables_has_no_heading_in_markdown(tmp_path: Path) -> None:
    page = report_of(folder_of(tmp_path))
    assert [section.anchor for section in page.contents.sections] == ["workload-1", "axes"]
    assert "Along a parameter" not in markdown(page)
    bare = replace(page, contents=replace(page.contents, sections=page.contents.sections[1:]))
    assert "\n## What" not in markdown(bare) and "**" not in markdown(bare)


def test_any_experiment_can_fill_a_page(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, runners=[])
    table = Table("balls", (Column("codec", is_text=True), Column("n")), (text_line("cpp/a", "3"),))
    section = Section("juggling", "juggling", "Balls in the air", (table,), legend=("More is better.",))
    cell = ExplorerCell("cpp/a", "record", "throw", "application", 1.0, 1.0, 1.0, wall=None, size=1.0)
    bare = Contents(("One answer.",), (section, Section("bare", "bare", "Bare")), (), 3, cells=(cell,))
    page = made_report(folder, bare)
    text = writing.html(folder, page)
    assert '<section id="juggling">' in text and '<a href="#juggling">Balls in the air</a>' in text
    assert "#bare" not in text and '<section id="bare">' not in text and 'id="certainty"' not in text
    assert "| cpp/a | 3 |" in markdown(page) and "One answer." in markdown(page)
    assert r"\caption{juggling: balls}" in latex(page)
    assert all_pictures(page, FILE) == ()


def test_a_record_without_an_experiment_is_of_the_first(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    of_memory = reporting_of(folder.record).document(folder)
    del folder.record["experiment"]
    assert reporting_of(folder.record).document(folder) == of_memory
