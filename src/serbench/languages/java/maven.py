"""Calls Maven, which has no lock files: a pom.xml names exact versions, and what differs from its checksum in
the repository is refused. What we start ourselves is compared with a SHA-256 of the checkout as well."""

import re
from collections.abc import Sequence
from pathlib import Path

from serbench.cache.products import folder_next_to, locked
from serbench.errors import SerbenchError
from serbench.languages.java import LANGUAGE
from serbench.languages.tool import captured
from serbench.toolchain.archives import expected

_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_OPTIONS = ("--batch-mode", "--quiet", "--strict-checksums", "-Dstyle.color=never")


def call_maven(words: Sequence[str]) -> str:
    """Runs Maven with more words; returns its first error, empty where it succeeds."""
    done = captured([*LANGUAGE.tools().tool("maven").command, *_OPTIONS, *words])
    return "" if done.returncode == 0 else _first_error(done.stdout)


def fetched(artifact: str, sha256: str, place: Path) -> Path:
    """The jar ``place``, an artifact that Maven names ``group:artifact:version:type:classifier``, which is
    fetched where it is not there. Raises SerbenchError where it is unavailable or not the expected one."""
    with locked(place.parent):
        if not place.exists():
            with folder_next_to(place) as making:
                fault = call_maven([_COPY, f"-Dartifact={artifact}", f"-DoutputDirectory={making}"])
                jars = list(making.glob("*.jar"))
                if fault or len(jars) != 1:
                    raise SerbenchError(f"Maven could not fetch {artifact}: {fault or 'it gave no reason.'}")
                expected(jars[0], sha256).rename(place)
    return place


def _first_error(log: str) -> str:
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in log.splitlines()]
    errors = [line.removeprefix("[ERROR]").strip() for line in lines if line.startswith("[ERROR]")]
    return next((line for line in errors if line), "it gave no reason.")
