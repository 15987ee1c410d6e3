"""Pictures as files: SVG and PNG of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from serbench.errors import BadInput
from serbench.report.charts.levels import level_curves
from serbench.report.charts.picture import FILE, Picture, Theme, png, svg
from serbench.report.charts.store import store_pictures
from serbench.report.charts.workload import bars, further_times, pictures_of
from serbench.report.page import Page


def all_pictures(page: Page, theme: Theme) -> tuple[Picture, ...]:
    """What the page of a run shows, the bar charts of cpp-serializers, and the dots of every operation."""
    of_workloads = [
        replace(picture, title=f"{view.workload}: {picture.title}")
        for view in page.views
        for picture in (
            *bars(view, theme),
            *pictures_of(view, theme, page.beside),
            *further_times(view, theme),
        )
    ]
    of_store = store_pictures(page.store.groups, theme) if page.store else ()
    return (*of_workloads, *level_curves(page.views, theme), *of_store)


def write_pictures(pictures: Sequence[Picture], directory: Path) -> list[Path]:
    """Writes ``NAME.svg`` and ``NAME.png`` of each picture, and returns the paths.

    Raises BadInput where the folder cannot be made or written.
    """
    written = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for picture in pictures:
            stem = re.sub(r"[^A-Za-z0-9._-]+", "_", picture.name)
            for path, content in (
                (directory / f"{stem}.svg", svg(picture, FILE).encode()),
                (directory / f"{stem}.png", png(picture, FILE)),
            ):
                path.write_bytes(content)
                written.append(path)
    except OSError as error:
        raise BadInput(f"The pictures cannot be written to {directory}: {error.strerror}.") from error
    return written
