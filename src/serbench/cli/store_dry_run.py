"""``store --dry-run``: what would be measured, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

import click

from serbench.cli.console import print_json
from serbench.codecs.manifest import CodecManifest
from serbench.experiments.store.plan import Settings


def print_plan(
    workload: str, codecs: Sequence[CodecManifest], settings: Settings, seed: int, as_json: bool
) -> None:
    """Prints what a run with these settings would write and read."""
    expected = {
        "workload": workload,
        "codecs": [codec.name for codec in codecs],
        "objects": list(settings.objects),
        "reads": list(settings.orders),
        "random_reads": settings.random_reads,
        "cache": list(settings.caches),
        "level": None if settings.levels is None else list(settings.levels),
        "pin": list(settings.pins),
        "repetitions": settings.repetitions,
        "seed": seed,
    }
    if as_json:
        print_json(expected)
        return
    for name, value in expected.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else value
        click.echo(f"{name.replace('_', ' ') + ':':14}{'by order' if text is None else text}")
