"""Only a language's own package names it.

The modules of serbench are read, not run: identifiers, imports, arguments and string literals are split into
words, and none of them may be a name of a language or of one of its tools. Docstrings and comments are free.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fakes.literals import texts_of

import serbench

SOURCES = Path(serbench.__file__).parent
PACKAGES = SOURCES / "languages"

# Languages that serbench has or may have, with the tools that belong to one of them alone.
NAMES = frozenset(
    """c++ cpp cxx cmake cplusplus g++ ninja hpp
    rust rustc rustup rustfmt cargo clippy crate crates rs
    java javac jvm jdk jmh maven mvn pom jar jars
    golang gofmt goroutine javascript nodejs npm typescript kotlin haskell""".split()
)
# What is called after a language and is none: a benchmark program and its repository.
_OTHER_NAMES = re.compile(r"cpp[-_]serializers\w*", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]+(?![a-z])(?:\+\+)?|[A-Z]?[a-z]+(?:\+\+)?")

# Where a name must stand all the same: by module and word, with the reason. An entry that nothing needs any
# more fails.
EXCEPTIONS = {
    ("render/idls/thrift.py", "cpp"): "keywords of the IDL, which its compiler refuses whatever it generates",
}


def words_of(text: str) -> Iterator[str]:
    """The words of an identifier or a sentence, in lower case: ``is_cpp``, ``CppStep`` and ``--cpp`` hold
    the same one."""
    for match in _WORD.finditer(_OTHER_NAMES.sub("", text)):
        yield match[0].lower()


def named_in(source: str) -> list[tuple[int, str]]:
    """The lines of a module that name a language, with the word."""
    return sorted(
        {
            (line, word)
            for line, text in texts_of(ast.parse(source))
            for word in words_of(text)
            if word in NAMES
        }
    )


def shared_modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCES.rglob("*.py")):
        inside_a_package = path.is_relative_to(PACKAGES) and path.parent != PACKAGES
        if not inside_a_package:
            yield path.relative_to(SOURCES).as_posix(), path


def test_only_its_package_names_its_language() -> None:
    found = [
        f"{module}:{line} names {word}"
        for module, path in shared_modules()
        for line, word in named_in(path.read_text(encoding="utf-8"))
        if (module, word) not in EXCEPTIONS
    ]
    assert len([*shared_modules()]) > 100
    assert not found, "\n".join(found)


def test_no_room_names_another() -> None:
    packages = sorted(path.parent for path in PACKAGES.glob("*/__init__.py"))
    assert len(packages) > 1
    found = [
        f"{path.relative_to(PACKAGES)} imports the package {other.name}"
        for package in packages
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for other in packages
        if other != package and f"{node.module}.".startswith(f"serbench.languages.{other.name}.")
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    needed = {
        (module, word)
        for module, path in shared_modules()
        for _, word in named_in(path.read_text(encoding="utf-8"))
    }
    assert set(EXCEPTIONS) <= needed


def test_what_names_a_language_is_found() -> None:
    source = '''
"""Java in a docstring is free."""
from serbench.languages.cpp import LANGUAGE as other

class RustStep:
    jvm_flags = f"in C++ {other}"

def f(cargo, CppStep=1):  # Rust in a comment is free
    "So is C++ here."
    return f(maven=1).javac == "cpp-serializers"
'''
    assert named_in(source) == [
        (3, "cpp"),
        (5, "rust"),
        (6, "c++"),
        (6, "jvm"),
        (8, "cargo"),
        (8, "cpp"),
        (10, "javac"),
        (10, "maven"),
    ]
