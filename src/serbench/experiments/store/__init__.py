"""The experiment ``store``: objects written to files and read, in order and by number."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="store",
    verb="store",
    summary="Write objects to files and read them, in order and by number.",
    order=2,
)
