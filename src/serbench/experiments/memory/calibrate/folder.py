"""The folder ``calibration`` of each language: what is built alongside the runners."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import BadInput, SerbenchError
from serbench.languages.language import Language
from serbench.toolchain.packages import install_packages


@dataclass(frozen=True, slots=True)
class CalibrationFolder:
    """``peer`` is the framework by which our loop is checked, and ``debian`` the packages that have it."""

    path: Path
    peer: str
    debian: tuple[str, ...] = ()


def make_peer_ready(language: Language, tell: Callable[[str], None]) -> None:
    """Installs the framework of a language where it comes from the distribution and the user may;
    BadInput with the command otherwise."""
    folder = calibration_folder(language)
    outcome = install_packages(folder.debian, tell)
    if outcome.missing:
        install = f" Install with: {outcome.command}" if outcome.command else ""
        raise BadInput(f"{folder.peer} is not installed. {outcome.detail}{install}")


def calibration_folder(language: Language) -> CalibrationFolder:
    """What calibration.toml says; SerbenchError where it cannot be read."""
    path = language.folder / "calibration"
    try:
        found = tomllib.loads((path / "calibration.toml").read_text(encoding="utf-8"))
        return CalibrationFolder(path, found["peer"], tuple(found.get("debian", ())))
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise SerbenchError(f"{path / 'calibration.toml'} cannot be read: {error}.") from error
