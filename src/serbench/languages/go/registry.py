"""Asks Go for the newest release of modules."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError
from serbench.toolchain.releases import Answer, Pin, Registry, Release, day_of, replied, withdrawn_words

# A workspace or flags of the user's would ask something else.
_ALONE = {"GOWORK": "off", "GOFLAGS": "-mod=mod"}
_LIST, _WITH_RETRACTED = ("go", "list", "-m", "-json"), ("-retracted",)


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The newest release of each module within its major version, with its day, in one request."""
    words = sorted({f"{pin.package}@v{pin.version.removeprefix('v')}" for pin in pins})
    return parse(replied((*_LIST, "-u", "-e", *words), folder, _ALONE))


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of a module within its major version, the oldest first. The proxy lists no days."""
    every, others = (_versions(package, folder, *words) for words in (_WITH_RETRACTED, ()))
    retracted = [f"{package}@{version}" for version in every if version not in others]
    words = (*_LIST, *_WITH_RETRACTED, *retracted)
    reasons = retracted_in(replied(words, folder, _ALONE)) if retracted else {}
    numbers = (version.removeprefix("v") for version in every)
    return [Release(number, withdrawn=reasons.get(number, "")) for number in numbers]


def withdrawn(pin: Pin, folder: Path) -> str:
    """How a module was withdrawn; Go takes one that is named by its exact version."""
    words = (*_LIST, *_WITH_RETRACTED, f"{pin.package}@v{pin.version}")
    return retracted_in(replied(words, folder, _ALONE)).get(pin.version, "")


def _versions(package: str, folder: Path, *words: str) -> list[str]:
    (module,) = _objects(replied((*_LIST, "-versions", *words, package), folder, _ALONE))
    return list(module.get("Versions", ()))


def retracted_in(text: str) -> dict[str, str]:
    """How each version that is withdrawn was, by a reply of ``go list -m -retracted -json``. SerbenchError
    where it is none."""
    try:
        return {
            str(module["Version"]).removeprefix("v"): withdrawn_words("retracted", module["Retracted"][0])
            for module in _objects(text)
            if module.get("Retracted")
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SerbenchError("go list does not tell which releases are retracted.") from error


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


REGISTRY = Registry("go", "the Go module proxy", newest, listed=listed, withdrawn=withdrawn)
