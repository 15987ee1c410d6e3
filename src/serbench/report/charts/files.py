"""Pictures as files: SVG and PNG of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from serbench.errors import BadInput
from serbench.report.charts.picture import FILE, Picture, Theme, png, svg
from serbench.report.page import Page


def all_pictures(page: Page, theme: Theme) -> tuple[Picture, ...]:
    """What the sections of a run have to be drawn as files."""
    return tuple(
        picture
        for section in page.contents.sections
        for picture in (section.plots or section.pictures)(theme)
    )


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
