"""The experiment ``sort``: an external sort whose records are objects."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="sort",
    verb="sort",
    summary="Sort more objects than the memory holds, in sorted chunks that are merged.",
    order=4,
)
