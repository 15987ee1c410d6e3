"""The tables of a run as LaTeX, with booktabs, ready for ``\\input``."""

from collections.abc import Sequence

from serbench.report.report import Report
from serbench.report.table import Table
from serbench.terminal.visible import visible

_SPECIAL = {character: rf"\{character}" for character in "{}$&#%_"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "µ": r"\textmu{}",
    "±": r"$\pm$",
    "−": "$-$",
    "×": r"$\times$",
    "÷": r"$\div$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "○": r"$\circ$",
    "→": r"$\to$",
    "·": r"$\cdot$",
    "…": r"\dots{}",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedbl{}",
}


def latex(report: Report) -> str:
    """A ``table`` for each table of each section. It needs the packages
    booktabs and, for engines without Unicode, inputenc, fontenc (T1) and textcomp."""
    parts = [visible(" ".join(f"% serbench run {report.run}: {report.summary}".split()))]
    for section in report.contents.sections:
        tables = (*section.tables, *section.further, *section.printed)
        parts += [_table(section.name, table) for table in tables]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Text escaped for LaTeX, on one line."""
    return "".join(_SPECIAL.get(character, character) for character in visible(" ".join(text.split())))


def _table(name: str, table: Table) -> str:
    columns = "".join("l" if column.is_text else "r" for column in table.columns)
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{escaped(name)}: {escaped(table.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            _cells(table.header),
            r"\midrule",
            *(_cells(line.texts) for line in table.lines),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _cells(texts: Sequence[str]) -> str:
    return " & ".join(map(escaped, texts)) + r" \\"
