"""One word for one thing: the words that have been replaced stand neither in help, messages nor documents."""

import ast
import subprocess
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from serbench.cli.main import cli
from serbench.locations import CHECKOUT

# What is said instead.
REPLACED = {
    "by hand": "hand-written",
    "wrong bytes": "malformed input",
    "wrong messages": "malformed messages",
    "makes room for as many": "allocates",
    "workshop": "builder",
    "compile while they run": "JIT-compiled",
    "compiles while it runs": "JIT-compiled",
    "--contract": "--mode",
    "[lacks]": "[unsupported]",
    "(mark)": "(reference)",
    "runs-read": "chunks-read",
    "page size": "adapter lines",
    "a run's page": "a run's report",
    "codec's page": "codec's adapter",
    "the board": "public benchmark",
}


def commands(command: click.Command, *words: str) -> Iterator[tuple[str, ...]]:
    """The words of a command and of those in it, but of such as hand ``--help`` on to another program."""
    if command.add_help_option:
        yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, *words, name)


def replaced_in(text: str) -> list[str]:
    words = " ".join(text.split()).lower()
    return [old for old in REPLACED if old in words]


def test_documents_have_none_of_the_replaced_words() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--", "*.md"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(listed) > 100
    found = {name: replaced_in((CHECKOUT / name).read_text(encoding="utf-8")) for name in listed}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("words", list(commands(cli)), ids=" ".join)
def test_help_has_none_of_the_replaced_words(words: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(cli, [*words, "--help"])
    assert shown.exit_code == 0 and len(shown.output) > 50
    assert replaced_in(shown.output) == []


def said_by(source: str) -> Iterator[str]:
    """The texts in a module that are not docstrings, joined where they are written in parts."""
    tree = ast.parse(source)
    quiet = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            quiet.update(map(id, node.values))
            yield "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            yield node.value


def test_messages_have_none_of_the_replaced_words() -> None:
    modules = sorted((CHECKOUT / "src" / "serbench").rglob("*.py"))
    assert len(modules) > 400
    found = {
        (path.name, text): words
        for path in modules
        for text in said_by(path.read_text(encoding="utf-8"))
        if (words := replaced_in(text))
    }
    assert found == {}


def test_messages_are_found_whole() -> None:
    source = 'def f(x):\n    """Wrong bytes."""\n    return f"{x} has wrong"\\\n        f" bytes", "a" "b"\n'
    assert list(said_by(source)) == [" has wrong bytes", "ab"]


def test_manifests_declare_what_is_unsupported() -> None:
    manifests = [path.read_text(encoding="utf-8") for path in CHECKOUT.glob("*/codecs/*/codec.toml")]
    assert len(manifests) > 100
    assert sum("[unsupported]" in text for text in manifests) > 20
    assert not [text for text in manifests if "[lacks]" in text]


def test_a_replaced_word_is_found_across_lines() -> None:
    assert replaced_in("code written by\nhand for Wrong  bytes") == ["by hand", "wrong bytes"]
