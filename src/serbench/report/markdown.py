"""A run as Markdown, ready for a README."""

import re
from collections.abc import Iterable, Sequence

from serbench.report.report import Contents, Report
from serbench.report.table import Table
from serbench.report.words import failure_text
from serbench.terminal.visible import visible

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$!@])")


def markdown(report: Report) -> str:
    """The answer and the tables of each section; everything else is folded below, so that the whole
    fits a pull request. What strangers named (codecs, workloads, messages) is escaped."""
    parts = [f"# serbench run {escaped(report.run)}", *map(escaped, report.answers), escaped(report.summary)]
    parts += sections(report.contents)
    if report.grid_summary:
        parts.append(escaped(report.grid_summary))
    parts += unavailable(report)
    parts += _folded("Machine and versions", [_pairs(report.facts), _pairs(report.versions)])
    parts += ["## How to repeat", _code(report.repeat), _pairs(report.conditions)]
    return "\n\n".join(part for part in parts if part) + "\n"


def sections(contents: Contents, level: str = "##") -> list[str]:
    """The tables of a run with their legends, under headings of a level, and what failed."""
    parts = _titled([contents.over_all]) if contents.over_all else []
    for section in contents.sections:
        if section.tables:
            parts += [f"{level} {escaped(section.title)}", *_titled(section.tables)]
            parts += [*_titled(section.printed), _bullets(map(escaped, section.legend))]
            parts += _folded("Further tables", _titled(section.further))
    if contents.failures:
        failed = (f"{failure_text(f)}: {f.outcome}. {f.detail}" for f in contents.failures)
        parts += [f"{level} What failed", _bullets(map(escaped, failed))]
    return parts


def unavailable(report: Report) -> list[str]:
    """The codecs that a run could not have, folded, each with the reason."""
    lacking = [f"{codec}: {reason}" for codec, reason in report.unavailable]
    return _folded("Not available on this machine", [_bullets(map(escaped, lacking))] if lacking else [])


def _titled(tables: Sequence[Table]) -> list[str]:
    return [part for table in tables for part in (f"**{escaped(table.title)}**", table_text(table))]


def _folded(title: str, parts: Sequence[str]) -> list[str]:
    """A block that GitHub and similar sites show folded."""
    if not any(parts):
        return []
    return [f"<details><summary>{title}</summary>", *parts, "</details>"]


def escaped(text: str) -> str:
    """Text escaped for a paragraph, a list and a table cell, on one line."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(text.split())))


def table_text(table: Table) -> str:
    """A table of Markdown."""
    marks = [":--" if column.is_text else "--:" for column in table.columns]
    lines: list[Sequence[str]] = [table.header, marks, *(line.texts for line in table.lines)]
    return "\n".join("| " + " | ".join(map(escaped, texts)) + " |" for texts in lines)


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return _bullets(f"{escaped(label)}: {escaped(text)}" for label, text in pairs)


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _code(text: str) -> str:
    """A block that no run of backquotes within it can end."""
    if not text:
        return ""
    text = visible(text)
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}"
