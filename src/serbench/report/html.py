"""A run as one HTML file that needs nothing else: no script, no network, light and dark."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.measure.run_folder import RunFolder, write_atomically
from serbench.report.page import Page, failure_text, page_of

FILE_NAME = "report.html"


def write_html(folder: RunFolder, path: Path | None = None) -> Path:
    """Writes the page of a run, by default into its folder, and returns where it lies.

    Raises SerbenchError when it cannot be written.
    """
    place = (path or folder.path / FILE_NAME).absolute()
    write_atomically(place, html(page_of(folder)))
    return place


def html(page: Page) -> str:
    """The whole file; every text from outside is escaped by the template engine."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["failure_text"] = failure_text
    return environment.get_template("page.html.j2").render(page=page)
