"""Renders templates: every ``*.j2`` of a folder becomes a file of the same name without the suffix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from serbench.errors import SerbenchError


def render_folder(folder: Path, context: Mapping[str, object]) -> dict[str, str]:
    """The rendered texts of a folder's templates, by file name.

    Templates whose names begin with an underscore hold macros for the others and make no file. A template
    finds files beside itself, and those of a neighbour by its folder's name (``BASE/page.hpp.j2``): so a
    variant of a codec uses what it does not change. A name that the context lacks is an error, never an empty
    text.
    """
    (rendered,) = render_each(folder, (context,))
    return rendered


def render_each(folder: Path, contexts: Iterable[Mapping[str, object]]) -> list[dict[str, str]]:
    """What ``render_folder`` gives for each of several contexts; the templates are compiled once."""
    environment = Environment(
        loader=FileSystemLoader([folder, folder.parent]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    templates = [path for path in sorted(folder.glob("*.j2")) if not path.name.startswith("_")]
    return [{path.stem: _rendered(environment, path, context) for path in templates} for context in contexts]


def _rendered(environment: Environment, template: Path, context: Mapping[str, object]) -> str:
    try:
        return environment.get_template(template.name).render(context)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        place = f"{template}:{line}" if line else str(template)
        raise SerbenchError(f"The template {place} cannot be rendered: {error}.") from error


def write_if_changed(path: Path, text: str) -> None:
    """Writes a text; an equal file stays untouched, so that build tools see no change."""
    data = text.encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
