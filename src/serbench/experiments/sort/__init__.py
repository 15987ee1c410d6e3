"""The experiment ``sort``: an external sort whose records are objects."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="sort",
    verb="sort",
    summary="External merge sort of more objects than fit in memory.",
    order=4,
)
