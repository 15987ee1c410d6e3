"""What Java does for shared code."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.java import LANGUAGE
from serbench.languages.java.build import build_runners
from serbench.languages.java.calibration import peer
from serbench.languages.java.jvm import require_startable, with_heap
from serbench.languages.java.probe import entries_of, probe
from serbench.languages.java.sources import render
from serbench.languages.java.spark_engine import SPARK
from serbench.languages.workshop import Command, Workshop
from serbench.toolchain.requirements import MissingToolchain

_FORMATTER = "com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps"
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_JAVAC_PACKAGES = ("api", "code", "file", "parser", "tree", "util")


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """google-java-format, which Maven fetches once."""
    tools = LANGUAGE.toolchain()
    if isinstance(tools, MissingToolchain):
        return {LANGUAGE.name: tools.detail}
    return {"google-java-format": format_commands(checkout, cache)}


def format_commands(checkout: Path, cache: Path) -> list[Command]:
    """The check of all sources, before it the command that fetches the formatter where it is not here."""
    artifact = _FORMATTER.split(":")
    jar = cache / f"{artifact[1]}-{artifact[2]}-{artifact[4]}.jar"
    sources = sorted(str(path.relative_to(checkout)) for path in (checkout / "java").rglob("*.java"))
    copy = ("mvn", "-B", "-q", _MAVEN_COPY, f"-Dartifact={_FORMATTER}", f"-DoutputDirectory={cache}")
    exports = [
        f"--add-exports=jdk.compiler/com.sun.tools.javac.{name}=ALL-UNNAMED" for name in _JAVAC_PACKAGES
    ]
    check = ("java", *exports, "-jar", str(jar), "--dry-run", "--set-exit-if-changed", *sources)
    return [check] if jar.exists() else [copy, check]


WORKSHOP = Workshop(
    probe=probe,
    build=build_runners,
    entries_of=entries_of,
    render=render,
    linters=linters,
    check_flags=require_startable,
    with_heap=with_heap,
    peer=peer,
    cluster_engine=SPARK,
)
