"""The map of the packages, and the shape of the tests."""

import ast
import re
import tomllib
from pathlib import Path

from serbench.locations import CHECKOUT

SOURCES = CHECKOUT / "src" / "serbench"
TESTS = CHECKOUT / "tests"


def test_the_map_of_packages_has_the_layers_of_the_contract() -> None:
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    layers = [layer.split(" | ") for layer in settings["contracts"][0]["layers"]]
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    assert [(int(number), name) for number, name, _ in rows] == [
        (number, name) for number, names in enumerate(layers, 1) for name in names
    ]
    assert len(layers) > 10


def test_every_package_says_what_it_holds() -> None:
    packages = {path.parent.name: path for path in SOURCES.rglob("__init__.py")}
    assert len(packages) > 20
    texts = {name: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for name, path in packages.items()}
    assert not [name for name, text in texts.items() if not text]


def test_a_docstring_says_what_a_thing_is() -> None:
    """By a noun or a verb at its beginning."""
    sources = [path for folder in (SOURCES, TESTS, CHECKOUT / "benchmarks") for path in folder.rglob("*.py")]
    assert len(sources) > 500
    vague = re.compile(r'^\s*"""(What|Those|That|Whatever) ', re.MULTILINE)
    found = [path.relative_to(CHECKOUT) for path in sources if vague.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_tests_of_a_package_are_in_a_folder_of_its_name() -> None:
    """But for those of harnesses, of experiments, and of what several packages do together."""
    folders = {path.parent.relative_to(TESTS).parts[0] for path in TESTS.glob("*/test_*.py")}
    packages = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    experiments = {path.parent.name for path in SOURCES.glob("experiments/*/__init__.py")}
    together = {
        "browser",
        "calibrate",
        "classic",
        "cpp",
        "distribution",
        "java",
        "protocol",
        "packages",
        "runners",
        "workloads",
    }
    assert folders <= packages | experiments | together, folders - packages - experiments - together


def test_no_test_file_has_helpers_of_another() -> None:
    """Helpers of several files are in ``fakes``, or beside the files in one that is no test file."""
    imports = {
        path.relative_to(TESTS).as_posix(): [
            node.module or ""
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        ]
        for path in sorted(TESTS.rglob("*.py"))
    }
    assert len(imports) > 100
    assert not [
        (name, module) for name, found in imports.items() for module in found if _is_test_file(module)
    ]


def _is_test_file(module: str) -> bool:
    return (TESTS / Path(*module.split("."))).with_suffix(".py").is_file() and ".test_" in f".{module}"
