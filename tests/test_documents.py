"""The links of all documents within the project lead to a file, and to a heading where they name one."""

import re
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
DOCUMENTS = subprocess.run(
    ["git", "ls-files", "--", "*.md"], cwd=CHECKOUT, capture_output=True, text=True, check=True
).stdout.split()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_links_of_a_document_lead_somewhere(document: str) -> None:
    path = CHECKOUT / document
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = LINK.findall(re.sub(r"`[^`]*`(?!\])", "", text))
    assert not [link for link in links if "://" not in link and not leads_somewhere(path, link)]


def leads_somewhere(document: Path, link: str) -> bool:
    """Whether the file is there, and the heading in it that a link may name."""
    name, _, anchor = link.partition("#")
    target = (document.parent / name).resolve() if name else document
    if not target.exists() or not anchor:
        return target.exists()
    headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text("# A title\n")
    assert leads_somewhere(document, "#a-title")
    assert not leads_somewhere(document, "#another")
    assert not leads_somewhere(document, "b.md")


def test_the_index_of_decisions_names_each_decision_once() -> None:
    folder = CHECKOUT / "docs" / "decisions"
    pages = sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert len(pages) > 40
    assert sorted(LINK.findall((folder / "README.md").read_text(encoding="utf-8"))) == pages
