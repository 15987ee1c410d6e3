"""A run as Markdown, ready for a README."""

from __future__ import annotations

import re
from collections.abc import Iterable

from serbench.report.page import Page, PageTable, failure_text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$!@])")


def markdown(page: Page) -> str:
    """The whole page. What strangers named (codecs, workloads, messages) is escaped."""
    parts = [f"# serbench run {escaped(page.run)}", *map(escaped, page.answers)]
    for section in page.sections:
        parts.append(f"## {escaped(section.workload)}")
        for table in section.tables:
            parts += [f"**{escaped(table.title)}**", _table(table)]
        parts.append(_bullets(map(escaped, section.legend)))
    if page.failures:
        failed = (f"{failure_text(f)}: {f.outcome}. {f.detail}" for f in page.failures)
        parts += ["## What failed", _bullets(map(escaped, failed))]
    if page.unavailable:
        lacking = (f"{codec}: {reason}" for codec, reason in page.unavailable)
        parts += ["## Not available on this machine", _bullets(map(escaped, lacking))]
    parts += ["## Machine and versions", _pairs(page.facts), _pairs(page.versions)]
    parts += ["## How to repeat", _code(page.repeat), _pairs(page.conditions)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """Text that stands for itself in a paragraph, a list and a table's cell, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _table(table: PageTable) -> str:
    marks = [":--" if column < table.texts else "--:" for column in range(len(table.header))]
    lines = [table.header, marks]
    for line in table.lines:
        cells = [escaped(cell) for cell in line.cells]
        lines.append([f"**{cell}**" if cell and line.kind == "first" else cell for cell in cells])
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return _bullets(f"{escaped(label)}: {escaped(text)}" for label, text in pairs)


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _code(text: str) -> str:
    """A block that no run of backquotes within it can end."""
    if not text:
        return ""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}"
