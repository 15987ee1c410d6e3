"""Asks cargo for the newest release of crates."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError
from serbench.toolchain.releases import (
    Answer,
    Pin,
    Registry,
    Release,
    ask_each,
    day_of,
    is_pre_release,
    oldest_first,
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
    """The day of a version by a file of the index as cargo keeps it."""
    return next((day_of(one.get("pubtime")) for one in _entries(index) if one.get("vers") == version), None)


def releases_in(index: bytes) -> list[Release]:
    """All releases by such a file, the oldest first. It has no reasons."""
    kept = {str(one["vers"]): one for one in _entries(index) if "vers" in one}
    return [
        Release(version, day_of(one.get("pubtime")), "yanked" if one.get("yanked") else "")
        for version in oldest_first(kept)
        for one in [kept[version]]
    ]


def _entries(index: bytes) -> Iterator[dict[str, Any]]:
    """The objects of JSON between the zero bytes of such a file."""
    for part in index.split(b"\0"):
        if part.startswith(b"{"):
            try:
                entry = json.loads(part)
            except ValueError:
                continue
            yield entry


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of a crate by the index of cargo, which it brings up to date: no command prints them."""
    replied(("cargo", "info", package), folder, _PATIENCE)
    for index in _indices(package):
        if found := releases_in(index):
            return found
    raise SerbenchError(f"cargo's index has no releases of {package}.")


def withdrawn(pin: Pin, folder: Path) -> str:
    """How a crate was withdrawn; cargo takes none that no lock has."""
    return next((one.withdrawn for one in listed(pin.package, folder) if one.version == pin.version), "")


def released(pin: Pin, folder: Path) -> date | None:
    """The day of a pinned crate, for which cargo brings its index up to date."""
    replied(("cargo", "info", f"{pin.package}@{pin.version}"), folder, _PATIENCE)
    return _day(pin.package, pin.version)


def _day(package: str, version: str) -> date | None:
    """No command of cargo prints it; its index has it since 2025."""
    return next((day for index in _indices(package) if (day := day_in(index, version))), None)


def _indices(package: str) -> Iterator[bytes]:
    """The files about a crate that cargo keeps of its indices."""
    kept = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "registry" / "index"
    for path in kept.glob(f"*/.cache/{_place(package.lower())}"):
        with suppress(OSError):
            yield path.read_bytes()


def _place(name: str) -> str:
    """The path of a crate in an index, by its first letters."""
    if len(name) < 4:
        return f"{len(name)}/{name}" if len(name) < 3 else f"3/{name[0]}/{name}"
    return f"{name[:2]}/{name[2:4]}/{name}"


REGISTRY = Registry("crate", "crates.io", newest, released, listed, withdrawn)
