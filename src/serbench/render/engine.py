"""Renders templates: every ``*.j2`` of a folder becomes a file of the same name without the suffix."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from serbench.errors import SerbenchError
from serbench.locations import cache_directory

# The templates that codecs of all languages share are found by the folder they are in (``idls/proto.j2``).
_SHARED = Path(__file__).parent
# What ends a comment, or a text on several lines, in any of the languages; ends of lines are not printable.
_END_OF_A_COMMENT = re.compile(r"\*/|\"{3}|'{3}|\\|-->")


def render_folder(folder: Path, context: Mapping[str, object], base: Path | None = None) -> dict[str, str]:
    """The rendered texts of a folder's templates, by file name, and those of what it inherits from a base.

    Templates whose names begin with an underscore hold macros for the others and make no file. A template
    includes files of the folder and of the base by name, and the base's own, in whose place the folder has
    another, by the base's folder (``BASE/page.hpp.j2``); it extends those of IDLs by
    ``idls/``. A name that the context lacks is an error, never an empty text.
    """
    (rendered,) = render_each(folder, (context,), base)
    return rendered


def render_each(
    folder: Path, contexts: Iterable[Mapping[str, object]], base: Path | None = None
) -> list[dict[str, str]]:
    """The texts of ``render_folder`` for each of several contexts; the templates are compiled once."""
    environment = _environment([folder, *([base] if base else []), folder.parent, _SHARED])
    files = [*sorted(folder.iterdir()), *inherited(folder, base)]
    templates = [path for path in files if path.suffix == ".j2" and not path.name.startswith("_")]
    return [{path.stem: _rendered(environment, path, context) for path in templates} for context in contexts]


def render_file(template: Path, context: Mapping[str, object]) -> str:
    """The text of one template."""
    return _rendered(_environment([template.parent]), template, context)


def _environment(folders: Sequence[Path]) -> Environment:
    """The environment that finds templates in these folders.
    It keeps them compiled in the cache: to compile them takes a second of every run."""
    compiled = cache_directory() / "templates"
    compiled.mkdir(parents=True, exist_ok=True)
    return Environment(
        loader=FileSystemLoader(folders),
        bytecode_cache=FileSystemBytecodeCache(str(compiled)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def inherited(folder: Path, base: Path | None) -> list[Path]:
    """The files of a base that a folder uses, because it has neither a file nor a template in their place."""
    if base is None:
        return []
    own = {path.name.removesuffix(".j2") for path in folder.iterdir()}
    return [path for path in sorted(base.iterdir()) if path.name.removesuffix(".j2") not in own]


def _rendered(environment: Environment, template: Path, context: Mapping[str, object]) -> str:
    """Raises SerbenchError where the template fails, or a text of the context would not stay within the
    comment or the literal in which the template has it; ``Markup`` is code."""
    for name, value in context.items():
        if isinstance(value, str) and not isinstance(value, Markup) and not _is_plain(value):
            raise SerbenchError(f"The {name} {value[:60]!r} cannot be in rendered code.")
    try:
        return environment.get_template(template.name).render(context)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        place = f"{template}:{line}" if line else str(template)
        raise SerbenchError(f"The template {place} cannot be rendered: {error}.") from error


def _is_plain(text: str) -> bool:
    return text.isprintable() and not _END_OF_A_COMMENT.search(text)


def write_if_changed(path: Path, text: str) -> None:
    """Writes a text; an identical file is not touched, so that build tools see no change."""
    data = text.encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
