"""The paths that commands of this user have named: a record may name any, but only these are followed.

A run that has large files, sorted stores or a list of ids elsewhere goes on where they are. Its record does
not prove that: it may come from somebody else. So each path that a command names is noted in the cache.
"""

import hashlib
from pathlib import Path
from typing import Any

from serbench.cache.entries import write_whole
from serbench.errors import BadInput
from serbench.locations import cache_directory
from serbench.record.run_folder import RunFolder


def note(*paths: Path | None) -> None:
    """Notes paths that the user has named for a run; DiskFull or SerbenchError where the cache is full."""
    for path in filter(None, paths):
        if not (noted := _noted(path)).exists():
            noted.parent.mkdir(parents=True, exist_ok=True)
            write_whole(noted, f"{path.absolute()}\n".encode(errors="surrogateescape"))


def followed(run: str, recorded: str, option: str, usual: Path | None = None) -> Path:
    """The path in a run's record, where it is ``usual`` or has been named by ``option`` before.
    Raises BadInput for any other."""
    path = Path(recorded)
    if path != usual and not _noted(path).exists():
        raise BadInput(
            f"Run {run} cannot be resumed: its record names {recorded}, which no command on this machine has"
            f" named. Start a new run with {option} {recorded} if it is yours."
        )
    return path


def kept_record(folder: Path | None) -> dict[str, Any]:
    """The field of run.json for the folder of ``--keep``, which a resumed run fills too."""
    return {"keep": None if folder is None else str(folder.absolute())}


def kept_again(run: RunFolder) -> Path | None:
    """The folder of ``--keep`` of a run that is resumed; None where there is none, as in older records."""
    recorded = run.record.get("keep")
    return followed(run.name, recorded, "--keep") if recorded else None


def _noted(path: Path) -> Path:
    name = hashlib.sha256(str(path.absolute()).encode(errors="surrogateescape")).hexdigest()
    return cache_directory() / "named-paths" / name
