"""Nothing that is downloaded runs without a hash of this checkout, but for what Maven resolves, which has no
lock files. The sources and the locks are read, not run."""

import ast
import re
from collections.abc import Iterator

import pytest

from serbench.languages.cpp.source_recipe import latest_recipe, recipe_of
from serbench.languages.go.modules import HARNESS_MODULE
from serbench.languages.java.generators import generator_table
from serbench.languages.javascript.packages import packages_in
from serbench.languages.python.pins import parse_requirements
from serbench.languages.rust.locks import pins_of
from serbench.locations import CHECKOUT
from serbench.selection.discovery import find_codecs

SOURCES = CHECKOUT / "src" / "serbench"
SCRIPTS = (CHECKOUT / "serbench", *sorted(path for path in (CHECKOUT / ".ci").iterdir() if path.is_file()))
HASH = re.compile(r"[0-9a-f]{64}")
# By the literal with which a module starts what downloads: the only modules that have it, each with the
# literal that has hashes checked, empty for one that only names the program. A ``registry.py`` asks for the
# names of releases and starts nothing of what it fetches, but for the plug-in by which Maven answers. A
# ``versions.py`` writes the lock files of a release that the user names, with hashes, and starts nothing. A
# ``toolchains.py`` fetches one that the user names, which the registry's client compares with its sums.
CALLS = {
    "pip": {
        "toolchain/pip.py": "--require-hashes",
        "languages/python/registry.py": "",
        "languages/python/versions.py": "--report",
    },
    "mvn": {
        "languages/cpp/maven_artifact.py": "--strict-checksums",
        "languages/java/__init__.py": "",
        "languages/java/registry.py": "--strict-checksums",
    },
    "tool:maven": {"languages/java/maven.py": "--strict-checksums"},
    "tool:packages": {
        "languages/javascript/environments.py": "ci",
        "languages/javascript/versions.py": "--ignore-scripts",
        "languages/javascript/toolchains.py": "--ignore-scripts",
    },
    "npm": {
        "languages/javascript/__init__.py": "",
        "languages/javascript/packages.py": "",
        "languages/javascript/registry.py": "",
    },
    "cargo": {
        "languages/rust/__init__.py": "",
        "languages/rust/build.py": "--locked",
        "languages/rust/calibration.py": "--locked",
        "languages/rust/programs.py": "--locked",
        "languages/rust/builder.py": "--locked",
        # It starts nothing of what it fetches, and compares the archive.
        "languages/cpp/crate_source.py": "",
        "languages/rust/registry.py": "",
        "languages/rust/versions.py": "",
        # It builds what is fetched.
        "languages/rust/no_std.py": "--offline",
    },
    "tool:cargo": {},
    "GOFLAGS": {
        "languages/go/build.py": "-mod=readonly",
        "languages/go/__init__.py": "",
        "languages/go/registry.py": "",
        "languages/go/versions.py": "",
        "languages/go/toolchains.py": "",
    },
}
# Words with which nothing may be downloaded: their answers have no hash.
REFUSED = ("curl", "wget", "npx", "uvx", "pipx", "urlopen", "urlretrieve", "requests", "httpx")
# The page of an index that names releases is read as JSON.
READ = ("languages/python/registry.py", "urlopen")


def words_of(source: str) -> Iterator[str]:
    """The literals of a module with their words, ``tool:ROLE`` for each ``tool("ROLE")``, ``.NAME`` for each
    name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(text)):
                yield text
                yield from text.split() if text.startswith("-") else ()
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield f".{name}"
            case ast.Call(func=ast.Attribute(attr="tool"), args=[ast.Constant(value=str(role))]):
                yield f"tool:{role}"


MODULES = {
    path.relative_to(folder).as_posix(): frozenset(words_of(path.read_text(encoding="utf-8")))
    for folder in (SOURCES, CHECKOUT / "benchmarks", CHECKOUT / "docs")
    for path in sorted(folder.rglob("*.py"))
}


@pytest.mark.parametrize("word", CALLS)
def test_one_place_each_calls_what_downloads_with_its_hashes(word: str) -> None:
    assert {module for module, words in MODULES.items() if word in words} == set(CALLS[word])
    unchecked = [module for module, check in CALLS[word].items() if check and check not in MODULES[module]]
    assert not unchecked


def test_nothing_else_downloads() -> None:
    assert len(MODULES) > 100
    found = [
        (module, word) for module, words in MODULES.items() for word in REFUSED if {word, f".{word}"} & words
    ]
    assert found == [READ]
    built = [
        path for path in (CHECKOUT / "cpp").rglob("*") if path.name.endswith((".cmake", "CMakeLists.txt"))
    ]
    assert len(built) > 10
    downloads = re.compile(r"\b(FetchContent|ExternalProject|CPM\w*|file\(\s*DOWNLOAD)", re.IGNORECASE)
    assert not [path for path in built if downloads.search(path.read_text(encoding="utf-8"))]


def test_scripts_install_by_hashes() -> None:
    texts = [path.read_text(encoding="utf-8").replace("\\\n", " ") for path in SCRIPTS]
    lines = [line for text in texts for line in text.splitlines() if re.search(r"\bpip\b.* install\b", line)]
    assert [line for line in lines if "--require-hashes" in line] == lines != []
    maven = [text for text in texts if '"mvn"' in text]
    assert [text for text in maven if '"mvn", "-B", "-q", "-C"' in text] == maven != []
    assert not [text for text in texts if re.search(r"^[^#]*\b(curl|wget|npx|uvx)\b", text, re.MULTILINE)]


def test_requirements_have_hashes() -> None:
    paths = sorted((CHECKOUT / "python").rglob("requirements.txt"))
    found = [parse_requirements(path.read_text(encoding="utf-8"), path) for path in paths]
    assert len(found) > 10


def test_packages_of_node_have_an_integrity() -> None:
    locks = sorted((CHECKOUT / "javascript").rglob("package-lock.json"))
    assert sum(bool(packages_in(lock.parent).libraries) for lock in locks) > 5


def test_crates_have_checksums() -> None:
    locks = [lock for folder in ("rust", "src") for lock in sorted((CHECKOUT / folder).rglob("Cargo.lock"))]
    assert CHECKOUT / "rust" / "calibration" / "Cargo.lock" in locks
    for lock in locks:
        unchecked = [name for name, _, checksum in pins_of(lock.read_text(encoding="utf-8")) if not checksum]
        assert unchecked and all(name.startswith("serbench") for name in unchecked), lock
    packages = list((CHECKOUT / "rust" / "codecs").glob("*/Cargo.toml"))
    assert packages and all(path.with_name("Cargo.lock").exists() for path in packages)


def test_modules_of_go_have_sums() -> None:
    modules = sorted((CHECKOUT / "go").rglob("go.mod"))
    needing = [path for path in modules if _requires(path.read_text(encoding="utf-8"))]
    assert len(needing) > 5
    for path in needing:
        sums = path.with_name("go.sum").read_text(encoding="utf-8")
        for name, version in _requires(path.read_text(encoding="utf-8")):
            assert f"{name} {version}/go.mod h1:" in sums, path


def _requires(text: str) -> list[tuple[str, str]]:
    found = re.findall(r"^\s*(?:require\s+)?(\S+\.\S+/\S+) (v\S+)", text, re.MULTILINE)
    return [(name, version) for name, version in found if name != HARNESS_MODULE]


def test_poms_name_exact_versions() -> None:
    poms = [path.read_text(encoding="utf-8") for path in (CHECKOUT / "java").rglob("pom.xml")]
    versions = [version for pom in poms for version in re.findall(r"<version>(.*?)</version>", pom)]
    assert len(versions) > 30
    assert not [v for v in versions if re.search(r"[\[\](),]|SNAPSHOT|LATEST|RELEASE", v)]


def test_what_manifests_have_downloaded_has_a_hash() -> None:
    codecs = find_codecs()
    recipes = [
        recipe for codec in codecs for recipe in (recipe_of(codec.folder), latest_recipe(codec)) if recipe
    ]
    tables = [table for codec in codecs if codec.language == "java" if (table := generator_table(codec))]
    hashes = [recipe.sha256 for recipe in recipes] + [one for table in tables for one in table.sha256]
    assert len(recipes) > 4 and any(table.pypi for table in tables)
    assert all(HASH.fullmatch(sha256) for sha256 in hashes)


def test_what_calls_a_downloader_is_found() -> None:
    source = 'run([sys.executable, "-m", "pip", "install", name]); tools.tool("maven"); FLAGS = "-a --locked"'
    assert {"pip", "tool:maven", "--locked", ".run"} <= set(words_of(source))
