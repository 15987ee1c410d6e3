"""The experiment ``sort``: an external sort whose records are objects."""

from serbench.experiments import Experiment, loaded

EXPERIMENT = Experiment(
    name="sort",
    verb="sort",
    summary="Sort more objects than the memory holds, in sorted chunks that are merged.",
    order=4,
    command=loaded(f"{__name__}.command", "command"),
    reporting=loaded(f"{__name__}.reporting", "REPORTING"),
)
