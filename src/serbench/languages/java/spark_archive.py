"""Spark's classes in the form in which a JVM has them in memory. An application loads thousands; to read them
from jars and to verify them is a large part of its start."""

from collections.abc import Sequence
from pathlib import Path

from serbench.languages.java.jvm import java_program
from serbench.languages.tool import captured
from serbench.scratch import scratch_folder

_ARCHIVE = "classes.jsa"
_REHEARSAL = "serbench.spark.Rehearsal"


def archive_classes(place: Path, options: Sequence[str], class_path: str) -> None:
    """Keeps the classes that a small application loads, unless they are kept already. A JVM that cannot keep
    them starts without."""
    archive = place / _ARCHIVE
    if archive.exists():
        return
    with scratch_folder("archive", place) as making:
        made = making / _ARCHIVE
        command = [str(java_program()), *options, f"-XX:ArchiveClassesAtExit={made}", "-cp", class_path]
        captured([*command, _REHEARSAL, str(making)])
        if made.exists():
            made.rename(archive)


def archive_flags(place: Path) -> tuple[str, ...]:
    """The flags with which a JVM takes the classes from the archive; none without an archive.
    Where the archived classes are not those of its class path, the JVM reads the jars. A flag keeps it
    from saying so among the replies."""
    archive = place / _ARCHIVE
    return (f"-XX:SharedArchiveFile={archive}", "-Xlog:cds*=off") if archive.exists() else ()
