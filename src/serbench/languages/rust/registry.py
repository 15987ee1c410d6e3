"""Asks cargo for the newest release of crates."""

import json
import os
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.toolchain.releases import (
    Answer,
    Pin,
    Registry,
    Release,
    ask_each,
    day_of,
    is_pre_release,
    replied,
)

_PATIENCE = {"CARGO_NET_RETRY": "0", "CARGO_HTTP_TIMEOUT": "20", "CARGO_TERM_COLOR": "never"}
_VERSION = re.compile(r"^version: (\S+)(?: \(latest (\S+)\))?", re.MULTILINE)


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The newest version of each crate, with its day where the index that cargo keeps has it."""

    def ask(package: str) -> Release:
        version = parse(replied(("cargo", "info", package), folder, _PATIENCE))
        if is_pre_release(version):
            raise SerbenchError(f"cargo names only the pre-release {version}.")
        return Release(version, _day(package, version))

    return ask_each(pins, ask)


def parse(text: str) -> str:
    """The newest release in a reply of ``cargo info``, which names an older one first where the newest does
    not suit this compiler or is a pre-release. SerbenchError where there is none."""
    found = _VERSION.search(text)
    if found is None:
        raise SerbenchError("cargo names no newest release.")
    return found[2] if found[2] and not is_pre_release(found[2]) else found[1]


def day_in(index: bytes, version: str) -> date | None:
    """The day of a version by a file of the index as cargo keeps it: objects of JSON between zero bytes."""
    for part in index.split(b"\0"):
        if part.startswith(b"{"):
            try:
                entry = json.loads(part)
            except ValueError:
                continue
            if entry.get("vers") == version:
                return day_of(entry.get("pubtime"))
    return None


def released(pin: Pin, folder: Path) -> date | None:
    """The day of a pinned crate, for which cargo brings its index up to date."""
    replied(("cargo", "info", f"{pin.package}@{pin.version}"), folder, _PATIENCE)
    return _day(pin.package, pin.version)


def _day(package: str, version: str) -> date | None:
    """No command of cargo prints it; its index has it since 2025."""
    kept = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "registry" / "index"
    for path in kept.glob(f"*/.cache/{_place(package.lower())}"):
        try:
            if day := day_in(path.read_bytes(), version):
                return day
        except OSError:
            continue
    return None


def _place(name: str) -> str:
    """The path of a crate in an index, by its first letters."""
    if len(name) < 4:
        return f"{len(name)}/{name}" if len(name) < 3 else f"3/{name[0]}/{name}"
    return f"{name[:2]}/{name[2:4]}/{name}"


REGISTRY = Registry("crate", "crates.io", newest, released)
