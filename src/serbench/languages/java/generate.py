"""Runs a codec's generator over its rendered IDL file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.java.generators import Generator
from serbench.languages.tool import run_tool


def generate(generator: Generator, sources: Path, output: Path) -> list[Path]:
    """The Java files that the generator makes of the IDL file among the rendered sources.

    Raises SerbenchError with the generator's first message where it fails.
    """
    table = generator.table
    idl = sources / table.input
    output.mkdir(parents=True)
    places = {"input": str(idl), "folder": str(idl.parent), "output": str(output)}
    command = [*generator.command, *(_filled(argument, places) for argument in table.arguments)]
    lines: list[str] = []
    status = run_tool(command, lines.append, folder=idl.parent)
    made = sorted(output.rglob("*.java"))
    if status != 0 or not made:
        tool = table.program or table.executable or Path(table.java).stem
        raise SerbenchError(f"{tool} makes no Java of {table.input}: {_fault(lines)}")
    for path in made if table.replace else ():
        text = path.read_text(encoding="utf-8")
        for old, new in table.replace.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    return made


def _fault(lines: Sequence[str]) -> str:
    """The first line that names a fault, else the first with any text."""
    said = [line.strip() for line in lines if line.strip()]
    faults = [line for line in said if re.search(r"error|exception|fail", line, re.IGNORECASE)]
    return (faults or said or ["it said nothing"])[0]


def _filled(argument: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        argument = argument.replace(f"{{{name}}}", place)
    return argument
