"""The experiment ``store``: objects written to files and read, in order and by id."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="store",
    verb="store",
    summary="Write objects to files, read them in order and fetch them by id.",
    order=2,
)
