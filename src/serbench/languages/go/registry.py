"""Asks Go for the newest release of modules."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError
from serbench.toolchain.releases import Answer, Pin, Registry, Release, day_of, replied

# A workspace or flags of the user's would ask something else.
_ALONE = {"GOWORK": "off", "GOFLAGS": "-mod=mod"}


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The newest release of each module within its major version, with its day, in one request."""
    words = sorted({f"{pin.package}@v{pin.version.removeprefix('v')}" for pin in pins})
    return parse(replied(("go", "list", "-m", "-u", "-e", "-json", *words), folder, _ALONE))


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of a module within its major version, the oldest first. The proxy lists no days."""
    (module,) = _objects(replied(("go", "list", "-m", "-versions", "-json", package), folder, _ALONE))
    return [Release(version.removeprefix("v")) for version in module.get("Versions", ())]


def parse(text: str) -> Answer:
    """The releases in a reply of ``go list -m -u -json``. SerbenchError where it is none."""
    releases: dict[str, Release] = {}
    faults: dict[str, str] = {}
    try:
        for module in _objects(text):
            update = module.get("Update")
            if update is not None:
                releases[module["Path"]] = _release(update)
            elif "Error" in module:
                faults[module["Path"]] = str(module["Error"].get("Err", "")).strip().splitlines()[-1:][0]
            else:
                releases.setdefault(module["Path"], _release(module))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise SerbenchError("go list names no newest releases.") from error
    first = next(iter(faults.values()), "")
    return Answer(releases, f"no answer about {', '.join(faults)}: {first}" if faults else "")


def _release(module: dict[str, Any]) -> Release:
    return Release(str(module["Version"]).removeprefix("v"), day_of(module.get("Time")))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The objects of JSON that stand one behind the other."""
    decoder, rest = json.JSONDecoder(), text.strip()
    while rest:
        found, end = decoder.raw_decode(rest)
        yield found
        rest = rest[end:].lstrip()


REGISTRY = Registry("go", "the Go module proxy", newest, listed=listed)
