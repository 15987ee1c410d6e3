"""How runs of the relay are reported and compared: by the wall time of a message at saturation."""

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.relay.report.contents import TELLING
from serbench.experiments.relay.report.tables import codec_tables
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    by_codec = codec_tables(TELLING.results(folder)) if extras.group_by == "codec" else None
    TELLING.show(folder, console, extras.is_across, by_codec)


def relay_side(folder: RunFolder) -> Side:
    """Every mode as an operation."""
    results = TELLING.results(folder)
    return measured_side(
        folder,
        {result.cell: result.time for result in results.rows},
        {(result.codec, result.workload): result.size_bytes for result in results.rows},
        failures=results.failures,
        noise=results.noise,
        clock="wall",
        distinguished_by=_how(folder),
        bounds=frozenset(result.cell for result in results.rows if result.is_bound),
    )


def _how(folder: RunFolder) -> dict[str, str]:
    """How messages were sent: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    words = f"{settings.get('route')}, {settings.get('sources')} sources, {settings.get('sinks')} sinks"
    return {"relay": f"{words}, {settings.get('transport')}"}


REPORTING = Reporting(
    document=TELLING.document,
    contents=TELLING.contents,
    show=_show,
    csv=TELLING.csv,
    side=relay_side,
    ranking=lambda folder, console, extras: TELLING.ranking(folder, console, extras.is_across),
    twins=lambda folder: TELLING.results(folder).twinned,
)
