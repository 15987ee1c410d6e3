"""The builder of Java for shared code."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Builder, Command
from serbench.languages.java import LANGUAGE
from serbench.languages.java.build import build_runners
from serbench.languages.java.calibration import peer
from serbench.languages.java.jvm import require_startable, runtime, with_heap
from serbench.languages.java.maven import fetched
from serbench.languages.java.probe import entries_of, pins_of, probe
from serbench.languages.java.registry import REGISTRY
from serbench.languages.java.released import released
from serbench.languages.java.sources import render
from serbench.languages.java.spark_engine import SPARK
from serbench.languages.java.toolchains import TOOLCHAINS
from serbench.languages.java.versions import VERSIONS

_FORMATTER = "com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps"
_FORMATTER_SHA256 = "32342e7c1b4600f80df3471da46aee8012d3e1445d5ea1be1fb71289b07cc735"
_JAVAC_PACKAGES = ("api", "code", "file", "parser", "tree", "util")


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """google-java-format, which Maven fetches once; where it cannot, it is left out."""
    LANGUAGE.tools()
    try:
        jar = fetched(_FORMATTER, _FORMATTER_SHA256, cache / "java-format" / f"{_FORMATTER_SHA256}.jar")
    except SerbenchError as error:
        return {"google-java-format": str(error)}
    return {"google-java-format": [format_command(checkout, jar)]}


def format_command(checkout: Path, jar: Path) -> Command:
    """The formatter's check of all sources."""
    sources = sorted(str(path.relative_to(checkout)) for path in (checkout / "java").rglob("*.java"))
    exports = [
        f"--add-exports=jdk.compiler/com.sun.tools.javac.{name}=ALL-UNNAMED" for name in _JAVAC_PACKAGES
    ]
    return ("java", *exports, "-jar", str(jar), "--dry-run", "--set-exit-if-changed", *sources)


BUILDER = Builder(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=render,
    linters=linters,
    check_flags=require_startable,
    with_heap=with_heap,
    released=released,
    pins=pins_of,
    registry=REGISTRY,
    versions=VERSIONS,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    cluster_engine=SPARK,
)
