"""The experiment ``store``: objects written to files and read, in order and by number."""

from serbench.experiments import Experiment, loaded

EXPERIMENT = Experiment(
    name="store",
    verb="store",
    summary="Write objects to files and read them, in order and by number.",
    order=2,
    command=loaded(f"{__name__}.command", "command"),
    reporting=loaded(f"{__name__}.reporting", "REPORTING"),
)
