"""Fetches an artifact of Maven Central by Maven. Some generators of C++ are programs in Java."""

import re
import shutil
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.builder import Tell
from serbench.languages.tool import captured
from serbench.toolchain.archives import expected

_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"


def fetch_artifact(artifact: str, version: str, sha256: str | None, folder: Path, tell: Tell) -> Path:
    """The jar of an artifact, which is named ``group:artifact``, in an existing folder.

    Raises SerbenchError, with the reason in one sentence, where it is unavailable or not the expected one.
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise SerbenchError("it is fetched by Maven, which is not installed (Debian: maven).")
    tell(f"Fetching the artifact {artifact} {version} …")
    command = [maven, "--batch-mode", "--quiet", "--strict-checksums", "-Dstyle.color=never", _COPY]
    done = captured([*command, f"-Dartifact={artifact}:{version}", f"-DoutputDirectory={folder}"])
    jars = list(folder.glob("*.jar"))
    if done.returncode != 0 or len(jars) != 1:
        raise SerbenchError(f"Maven says: {_reason(done.stdout)}.")
    return expected(jars[0], sha256)


def _reason(said: str) -> str:
    """The first fault that Maven names."""
    fault = re.search(r"^\[ERROR\] *(.*\S)", said, re.MULTILINE)
    return fault[1].rstrip(".") if fault else "it gave no reason"
