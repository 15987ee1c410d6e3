"""The LaTeX tables of a run."""

from pathlib import Path

import pytest
from record.damage import EXPERIMENTS, GOOD
from report.folders import folder_of, hostile_folder

import serbench
from serbench.experiments.reporting import report_of
from serbench.record.run_folder import RunFolder
from serbench.report.latex import escaped, latex


def test_what_latex_would_understand_is_written_as_text() -> None:
    assert escaped("a & b_1 50% ±2 µs") == r"a \& b\_1 50\% $\pm$2 \textmu{}s"
    assert escaped("−0.5/+4%") == r"$-$0.5/+4\%"
    assert (
        escaped("\\input{x}\n$y^2$ ~#")
        == r"\textbackslash{}input\{x\} \$y\textasciicircum{}2\$ \textasciitilde{}\#"
    )


def test_a_table_for_each_of_the_page(tmp_path: Path) -> None:
    text = latex(report_of(folder_of(tmp_path)))
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert (
        "\\caption{record: \\textmu{}s of CPU time for one object}\n"
        "\\begin{tabular}{llrrrrrr}\n\\toprule\n"
        "rank & codec & encode & decode & access-one & access-all & bytes & conversion \\\\\n\\midrule\n"
        "1 & cpp/c & 2.00 $\\pm$0.1\\% & 4.00 $\\pm$0.0\\% & =D"
    ) in text
    assert "\n2 & cpp/a & 4.00 $\\pm$0.0\\% & 8.00 $\\pm$0.0\\% & =D & =D & 100 & 25/-- \\% \\\\\n" in text


@pytest.mark.parametrize("name", ["cpp/<script>", "```"])
def test_a_strangers_name_is_text(tmp_path: Path, name: str) -> None:
    text = latex(report_of(hostile_folder(tmp_path)))
    assert r"cpp/\textless{}script\textgreater{}alert(1)" in text
    assert name not in text


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_a_table_has_only_characters_that_latex_knows(experiment: str) -> None:
    _, *tables = latex(report_of(RunFolder.load(GOOD / experiment).titled())).splitlines()
    # The letters of names and values are known to inputenc.
    signs = (sign for line in tables for sign in line if not (sign.isascii() or sign.isalpha()))
    assert set(signs) == set()


def test_what_modules_of_tables_write_is_known_to_latex() -> None:
    package = Path(serbench.__file__).parent
    of_tables = ("report/*.py", "experiments/*/report/*.py", "experiments/*/results.py")
    files = [file for pattern in of_tables for file in package.glob(pattern)]
    texts = "".join(file.read_text() for file in files if file.name != "csv_text.py")
    glyphs = {character for character in texts if not character.isascii()}
    assert {"○", "≥", "≤", "–", "±"} <= glyphs
    assert {character for character in glyphs if not escaped(character).isascii()} == set()
