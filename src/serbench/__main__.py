"""Entry of ``python -m serbench``."""

import os
import sys
import sysconfig
from pathlib import Path

_STARTED_AGAIN = "SERBENCH_STARTED_AGAIN"


def _start() -> int:
    """Runs the command line. Python's own compiled files can be damaged too, as on a disk that was full when
    they were written; it would fail on them at every start, so they are made again, once."""
    try:
        from serbench.cli.main import main

        return main()
    except (EOFError, ValueError) as error:
        if "marshal data" not in str(error) or _STARTED_AGAIN in os.environ:
            raise
    if sys.stderr is not None:
        sys.stderr.write("serbench: What Python has compiled was damaged and is compiled again.\n")
    _remove_compiled()
    os.environ[_STARTED_AGAIN] = "1"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _remove_compiled() -> None:
    """Removes compiled files of serbench and of its packages alone: the folder for compiled files may be one
    that the user shares with other programs."""
    for top in (Path(__file__).resolve().parent, Path(sysconfig.get_path("purelib")).resolve()):
        prefix = sys.pycache_prefix
        place = top if prefix is None else Path(prefix, *top.parts[1:])
        for compiled in list(place.rglob("*.pyc")):
            compiled.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(_start())
