"""How runs of the relay are reported and compared: by the wall time of a message at saturation."""

from rich.console import Console

from serbench.compare.side import Side
from serbench.experiments.relay.report.contents import TELLING
from serbench.experiments.relay.report.tables import codec_tables
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.record.run_folder import RunFolder


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    by_codec = codec_tables(TELLING.results(folder)) if extras.group_by == "codec" else None
    TELLING.show(folder, console, extras.is_across, by_codec)


def relay_side(folder: RunFolder) -> Side:
    """Every mode as an operation."""
    bounds = frozenset(result.cell for result in TELLING.results(folder).rows if result.is_bound)
    return cells_side(TELLING, folder, distinguished_by=_how(folder), bounds=bounds)


def _how(folder: RunFolder) -> dict[str, str]:
    """How messages were sent: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    words = f"{settings.get('route')}, {settings.get('sources')} sources, {settings.get('sinks')} sinks"
    return {"relay": f"{words}, {settings.get('transport')}"}


REPORTING = cells_reporting(TELLING, relay_side, show=_show)
