"""The documents that are made from the archive: docs/results/published, and README's table."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.archive.entry import entries
from serbench.archive.facts_page import ShownFacts, facts_page
from serbench.archive.pages import MADE, Listed, Shown, index, overview, page
from serbench.codecs.sets import DEFAULT
from serbench.experiments import experiments
from serbench.record.reading import fitting_together
from serbench.selection.discovery import names_in
from serbench.terminal.output import make_folder, write_output

PAGES = Path("docs/results/published")
README = Path("README.md")
_MAIN, _BESIDE = "media", ("record", "tweet")
_EXPERIMENT, _FACTS = "memory", "facts"
_BLOCK = re.compile(r"(<!-- published -->\n).*?(<!-- /published -->)", re.DOTALL)


def documents(archive: Path, checkout: Path) -> dict[Path, str]:
    """The text of each document by its place in a checkout. README stays as it is until a run of `media` is
    published. Raises BadInput for a damaged entry."""
    found = _shown(archive)
    of_facts = ShownFacts.newest(archive)
    listed: dict[str, Sequence[Listed]] = dict(found)
    texts = {}
    if of_facts:
        listed[_FACTS] = of_facts
        with fitting_together(*(one.path for one in of_facts)):
            texts[PAGES / f"{_FACTS}.md"] = f"{MADE}\n\n{facts_page(of_facts)}\n"
    texts[PAGES / "README.md"] = index(listed)
    for name, shown in found.items():
        with fitting_together(*(one.entry.path for one in shown)):
            texts[PAGES / f"{name}.md"] = page(_title(shown[0]), shown)
    if table := _overview(found):
        readme = (checkout / README).read_text(encoding="utf-8")
        texts[README] = _BLOCK.sub(lambda block: f"{block[1]}{table}{block[2]}", readme)
    return texts


def write_documents(archive: Path, checkout: Path) -> list[Path]:
    """Writes the documents, removes pages of runs that are not there any more, and returns what changed."""
    texts = documents(archive, checkout)
    make_folder(checkout / PAGES)
    changed = []
    for path, text in texts.items():
        place = checkout / path
        if not place.is_file() or place.read_text(encoding="utf-8") != text:
            write_output(place, text.encode())
            changed.append(path)
    for path in stale_pages(texts, checkout):
        (checkout / path).unlink()
        changed.append(path)
    return changed


def stale_pages(texts: Mapping[Path, str], checkout: Path) -> list[Path]:
    """The pages in a checkout that nothing in the archive makes."""
    present = sorted((checkout / PAGES).glob("*.md"))
    return [path for place in present if (path := place.relative_to(checkout)) not in texts]


def _shown(archive: Path) -> dict[str, list[Shown]]:
    """By the names of pages the runs of each machine, the newest first, without those that a newer one
    replaces."""
    kept: dict[tuple[str, str], list[Shown]] = {}
    for entry in entries(archive):
        of_machine = kept.setdefault((entry.page, entry.machine), [])
        folder = entry.folder()
        if not any(newer.replaces(folder) for newer in of_machine):
            of_machine.append(Shown.made(entry, folder))
    found: dict[str, list[Shown]] = {}
    for (name, _), of_machine in sorted(kept.items()):
        found.setdefault(name, []).extend(of_machine)
    return found


def _title(shown: Shown) -> str:
    verbs = {one.name: one.verb for one in experiments()}
    verb = verbs.get(shown.folder.experiment, shown.folder.experiment)
    return f"{verb}: {', '.join(shown.entry.seal.workloads)}"


def _overview(found: Mapping[str, list[Shown]]) -> str:
    """README's table of the default set, of the run with most blocks, the newest of several; empty without
    one."""
    main = max(found.get(f"{_EXPERIMENT}-{_MAIN}", ()), key=_certainty, default=None)
    if main is None:
        return ""
    beside = {}
    for name in _BESIDE:
        shown = found.get(f"{_EXPERIMENT}-{name}", ())
        if of_machine := [one for one in shown if one.machine == main.machine]:
            beside[name] = max(of_machine, key=_certainty)
    codecs = names_in(DEFAULT)
    with fitting_together(main.entry.path):
        return overview(main.only(codecs), {name: one.only(codecs) for name, one in beside.items()})


def _certainty(shown: Shown) -> tuple[int, str]:
    return shown.blocks.number, shown.date
