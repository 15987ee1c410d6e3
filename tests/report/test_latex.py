"""The LaTeX tables of a run."""

from pathlib import Path

import pytest
from report.folders import folder_of, hostile_folder

from serbench.experiments.reporting import report_of
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
