"""The folder ``calibration`` of each language: what is built beside the runners, and over which codecs."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.locations import CHECKOUT


@dataclass(frozen=True, slots=True)
class CalibrationFolder:
    """``codecs`` stand for all of their language unless others are named; ``peer`` is the framework by which
    our loop is checked."""

    path: Path
    codecs: tuple[str, ...]
    peer: str


def calibration_folder(language: str) -> CalibrationFolder:
    """What calibration.toml says; SerbenchError where it cannot be read."""
    path = CHECKOUT / language / "calibration"
    try:
        found = tomllib.loads((path / "calibration.toml").read_text(encoding="utf-8"))
        return CalibrationFolder(path, tuple(found["codecs"]), found["peer"])
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise SerbenchError(f"{path / 'calibration.toml'} cannot be read: {error}.") from error
