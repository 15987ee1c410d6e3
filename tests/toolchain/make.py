"""Writes the days of pinned releases: .venv/bin/python tests/toolchain/make.py

Registries are asked about the pins whose day src/serbench/toolchain/pinned_days.toml lacks. What no codec
pins any more leaves it.
"""

import sys
from collections.abc import Mapping
from datetime import date
from itertools import groupby
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.codecs.manifest import CodecManifest  # noqa: E402
from serbench.languages import language_of, languages  # noqa: E402
from serbench.scratch import scratch_folder  # noqa: E402
from serbench.selection.discovery import find_adapters  # noqa: E402
from serbench.toolchain.pinned_days import TABLE, pinned_days  # noqa: E402
from serbench.toolchain.releases import Pin  # noqa: E402

HEAD = """\
# When the releases that codecs pin appeared, by their registries: the files that these serve do not tell. A
# test compares it with the pins; tests/toolchain/make.py asks for what is missing. A mirror of npm tells when
# it first had a release, so that of json-bigint, an old one, is by the commit of its tag.
"""


def wanted() -> set[Pin]:
    """The first pin of each codec whose registry can be asked for its day."""
    return {pin for codec in find_adapters() if (pin := _first_pin(codec))}


def _first_pin(codec: CodecManifest) -> Pin | None:
    builder = language_of(codec.name).builder
    asks = builder.registry is not None and builder.registry.released is not None
    return next(iter(builder.pins(codec)), None) if asks else None


def asked(pins: set[Pin]) -> dict[Pin, date]:
    """The days that registries tell."""
    registries = {one.name: one for language in languages() if (one := language.builder.registry)}
    found: dict[Pin, date] = {}
    for pin in sorted(pins):
        asks = registries[pin.registry].released
        with scratch_folder("registry") as folder:
            day = asks(pin, folder) if asks else None
        if day is not None:
            found[pin] = day
        print(f"{pin.package} {pin.version}: {day or 'the registry does not tell'}")
    return found


def table(days: Mapping[Pin, date]) -> str:
    """The text of the table."""
    lines = [HEAD]
    for registry, pins in groupby(sorted(days), key=lambda pin: pin.registry):
        lines += [
            f"[{registry}]\n",
            *(f'"{pin.package} {pin.version}" = {days[pin]}\n' for pin in pins),
            "\n",
        ]
    return "".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    known, pins = pinned_days(), wanted()
    kept = {pin: day for pin, day in known.items() if pin in pins}
    TABLE.write_text(table({**kept, **asked(pins - kept.keys())}), encoding="utf-8")
