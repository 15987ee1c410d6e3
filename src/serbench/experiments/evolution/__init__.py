"""The experiment ``evolution``: a message of one version of a schema is read by the other version."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="evolution",
    verb="evolve",
    summary="Read with one version of a schema what another has written.",
    order=5,
)
