"""A run as a page of words and tables, before it is written as Markdown, LaTeX or HTML. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serbench.engine import machine_words
from serbench.record.run_folder import RunFolder
from serbench.report.charts.picture import Picture, Theme
from serbench.report.contents import Contents
from serbench.report.grid import FormatGrid, crossings_in, grids_of
from serbench.report.grid import summary as grid_summary
from serbench.report.words import failed_sentence

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """A whole run: what its experiment says about it, and what the record of any has. ``facts`` and
    ``versions`` are pairs of label and text; ``repeat`` is the command that measures everything again.
    ``summary`` is the machine and the plan in one line."""

    run: str
    version: str
    answers: tuple[str, ...]
    summary: str
    contents: Contents
    unavailable: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    repeat: str
    grids: tuple[FormatGrid, ...]
    grid_summary: str


def made_page(folder: RunFolder, contents: Contents) -> Page:
    """The page of a run of which its experiment says ``contents``."""
    record = folder.record
    failed = failed_sentence(len(contents.failures))
    crossings = crossings_in(record)
    return Page(
        run=folder.name,
        version=record.get("serbench", ""),
        answers=(*(contents.answers or ("Nothing was measured.",)), *([failed] if failed else [])),
        summary=_summary(record, contents),
        contents=contents,
        unavailable=tuple(sorted(record.get("unavailable", {}).items())),
        facts=tuple(machine_words.facts(record.get("machine", {}))),
        versions=tuple(_versions(record)),
        conditions=tuple(_conditions(record, contents)),
        repeat=shlex.join(record.get("command", ())),
        grids=grids_of(crossings),
        grid_summary=grid_summary(crossings),
    )


def _summary(record: Record, contents: Contents) -> str:
    """Where and how much was measured, in one line."""
    machine = dict(machine_words.facts(record.get("machine", {})))
    preset = record.get("plan", {}).get("preset", {})
    parts = [
        machine.get("processor", ""),
        machine.get("cores", ""),
        machine.get("system", ""),
        f"preset {preset['name']}" if preset else "",
        f"noise floor {contents.noise_floor:.1%}" if contents.noise_floor is not None else "",
        record.get("started_at", "")[:10],
    ]
    return " · ".join(part for part in parts if part)


def _versions(record: Record) -> list[tuple[str, str]]:
    """Each codec once, with its libraries and how our code was compiled."""
    found: dict[str, str] = {}
    for runner in record.get("runners", ()):
        libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
        build = runner.get("build", {})
        compiled = " ".join(build[key] for key in ("compiler", "flags") if build.get(key))
        found[runner["codec"]] = "; ".join(part for part in (libraries or "no library", compiled) if part)
    return sorted(found.items())


def _conditions(record: Record, contents: Contents) -> list[tuple[str, str]]:
    """How much was measured, on which data."""
    preset = record.get("plan", {}).get("preset", {})
    found = [
        ("started", record.get("started_at", "")),
        ("preset", f"{preset['name']}: {preset['forks']} forks a cell" if preset else ""),
        ("samples", str(contents.samples)),
        ("seed", str(record.get("seed", ""))),
    ]
    for name, corpus in record.get("corpora", {}).items():
        text = f"{corpus['objects']} objects, {corpus['bytes']} bytes, SHA-256 {corpus['sha256']}"
        found.append((f"corpus of {name}", text))
    return [(label, text) for label, text in found if text]


def all_pictures(page: Page, theme: Theme) -> tuple[Picture, ...]:
    """What the sections of a run have to be drawn as files."""
    return tuple(
        picture
        for section in page.contents.sections
        for picture in (section.plots or section.pictures)(theme)
    )
