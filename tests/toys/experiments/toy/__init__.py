"""An experiment that is one folder: how long a runner takes to write its messages to a file."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="toy",
    verb="toy",
    summary="Measure how long a process writes messages.",
    order=9,
)
