"""The links of all documents within the project lead to a file, and to a heading where they name one."""

import importlib
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


# Generated pages, pages with one form each, and README, which begins with the question of everyone.
_OTHERWISE = ("docs/decisions/0", "docs/results/published/", "README.md")
_BESIDE_DOCS = re.compile(r"(\w+/)?\w+\.md")


def test_each_document_says_in_its_first_lines_for_whom_it_is() -> None:
    chosen = [name for name in DOCUMENTS if name.startswith("docs/") or _BESIDE_DOCS.fullmatch(name)]
    chosen = [name for name in chosen if not name.startswith(("formats/", *_OTHERWISE))]
    assert len(chosen) > 60
    texts = {name: (CHECKOUT / name).read_text(encoding="utf-8") for name in chosen}
    assert [name for name, text in texts.items() if not re.match(r"# .+\n\nFor [a-zA-Z]", text)] == []


def test_the_first_document_is_short() -> None:
    assert len((CHECKOUT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120
    assert len((CHECKOUT / "docs" / "method" / "README.md").read_text(encoding="utf-8").splitlines()) <= 250


def test_few_sentences_are_long(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In README, the guides and the method."""
    monkeypatch.syspath_prepend(CHECKOUT / "benchmarks")
    importlib.import_module("sentences").main([])
    shares = re.findall(r"words, ([\d.]+)%$", capsys.readouterr().out, re.MULTILINE)
    assert len(shares) == 3
    assert max(map(float, shares)) <= 3.0
