"""The experiment ``memory``: operations timed on objects and messages in memory."""

from serbench.experiments import Experiment, FurtherCommand, loaded

EXPERIMENT = Experiment(
    name="memory",
    verb="run",
    summary="Measure codecs in memory and rank them.",
    order=1,
    lint=loaded(f"{__name__}.lint", "lint_codec"),
    further={
        "calibrate": FurtherCommand(
            "Check how reliable the numbers are on this machine.",
            loaded(f"{__name__}.calibrate.command", "command"),
        )
    },
)
