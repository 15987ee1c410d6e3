"""Only an experiment's own package names it.

The modules of serbench are read, not run. In that package alone stand an import of it, an identifier that is
the experiment's name, and a string literal that is it or begins with it as a verb of the protocol does
(``store-write``). Docstrings and comments are free.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from fakes.literals import texts_of

import serbench
from serbench.experiments import experiments

SOURCES = Path(serbench.__file__).parent
PACKAGES = SOURCES / "experiments"

# What has the name of an experiment and is something else: by module and name, with the reason. An entry that
# nothing needs any more fails.
_RAM = "what a process or a machine holds"
_FILES = "the verbs for the files of FORMAT.md, section 6, that several experiments write and read"
_IN_PICTURES = "an argument of Altair"
_CHOOSING = (
    ("choose/evidence.py", "evolution"),
    ("choose/evidence.py", "torture"),
    ("choose/flow.py", "memory"),
    ("choose/messages.py", "memory"),
    ("choose/messages.py", "sizing"),
    ("choose/runs.py", "evolution"),
    ("choose/runs.py", "memory"),
    ("choose/runs.py", "torture"),
    ("choose/worst.py", "evolution"),
    ("cli/_request.py", "evolution"),
    ("cli/choose.py", "memory"),
)
_CHECKING = (
    ("release/flow.py", "memory"),
    ("release/measures.py", "memory"),
    ("release/measuring.py", "evolution"),
    ("release/measuring.py", "memory"),
    ("release/measuring.py", "torture"),
)
EXCEPTIONS = {
    ("runner/process.py", "memory"): _RAM,
    ("machine/record.py", "memory"): _RAM,
    ("machine/words.py", "memory"): _RAM,
    ("pools/requests.py", "store"): _FILES,
    ("experiments/cluster/plan.py", "sort"): "a job of an engine",
    ("report/charts/picture.py", "sort"): _IN_PICTURES,
    ("report/charts/marks.py", "sort"): _IN_PICTURES,
    ("compare/slope.py", "sort"): _IN_PICTURES,
    **dict.fromkeys(_CHOOSING, "a choice is made of what these experiments have measured"),
    **dict.fromkeys(_CHECKING, "a check of a release is made of runs of these experiments"),
    ("choose/shortlist.py", "sort"): "the method of a list",
    ("archive/documents.py", "memory"): "README's table is a ranking in memory",
    ("record/row.py", "memory"): "the experiment of records that were written before there was another",
}


def names() -> frozenset[str]:
    return frozenset(package.name for package in experiments())


def named_in(source: str, known: frozenset[str]) -> list[tuple[int, str]]:
    """The lines of a module that name an experiment, with the name."""
    name = "|".join(sorted(known))
    alone = re.compile(rf"({name})(-[a-z-]+)?")
    imported = re.compile(rf"serbench\.experiments\.({name})(\..*)?")
    found = {
        (line, match[1])
        for line, text in texts_of(ast.parse(source))
        for match in (alone.fullmatch(text) or imported.fullmatch(text),)
        if match
    }
    return sorted(found)


@cache
def named_outside() -> dict[tuple[str, str], list[int]]:
    """The lines that name an experiment outside its package, by module and name."""
    found: dict[tuple[str, str], list[int]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for line, name in named_in(path.read_text(encoding="utf-8"), names()):
            if not path.is_relative_to(PACKAGES / name):
                found.setdefault((path.relative_to(SOURCES).as_posix(), name), []).append(line)
    return found


@pytest.mark.parametrize("name", sorted(names()))
def test_only_its_package_names_its_experiment(name: str) -> None:
    found = [
        f"{module}:{line} names {name}"
        for (module, named), lines in named_outside().items()
        for line in lines
        if named == name and (module, name) not in EXCEPTIONS
    ]
    assert (PACKAGES / name / "__init__.py").is_file()
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    assert named_outside().keys() >= set(EXCEPTIONS)


def test_what_names_an_experiment_is_found() -> None:
    source = '''
"""relay in a docstring is free."""
from serbench.experiments.relay.plan import Plan

def f(relay, delay="relay", verb="relay-start"):  # relay in a comment is free
    return build(relay=True) or "relayed"
'''
    assert named_in(source, frozenset({"relay"})) == [(3, "relay"), (5, "relay"), (6, "relay")]
