"""Keeps what was written and read in files for people: both schemas, and each message with its values."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError
from serbench.experiments.evolution.changes import VERSIONS
from serbench.experiments.evolution.codec_crossing import Crossing


def keep(folder: Path, codec: str, crossings: Sequence[Crossing]) -> None:
    """``CHANGE/old.proto`` and ``new.proto``, and of each object ``CHANGE/CODEC/DIRECTION-N.message`` with a
    ``.json`` of what was written, expected and read. Raises SerbenchError where they cannot be written."""
    try:
        for crossing in crossings:
            place = folder / crossing.change.name / codec.replace("/", "-")
            place.mkdir(parents=True, exist_ok=True)
            for version in VERSIONS:
                text = crossing.change.text(version)
                (place.parent / f"{version}.proto").write_text(text, encoding="utf-8")
            _keep_objects(place, crossing)
    except OSError as error:
        raise SerbenchError(f"{folder} cannot be written: {error.strerror}.") from error


def _keep_objects(place: Path, crossing: Crossing) -> None:
    for index, one in enumerate(crossing.objects):
        name = place / f"{crossing.direction}-{index}"
        if one.message is not None:
            name.with_suffix(".message").write_bytes(one.message)
        if one.answer.value is not None:
            name.with_suffix(".value").write_bytes(one.answer.value)
        told: dict[str, Any] = {
            "written": one.case.written,
            "expected": one.case.expected,
            "lost": sorted(one.case.lost),
            "outcome": one.judged.outcome,
            "detail": one.judged.detail,
        }
        text = json.dumps(told, ensure_ascii=False, indent=1, default=lambda value: value.hex())
        name.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
