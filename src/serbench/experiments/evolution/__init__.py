"""The experiment ``evolution``: a message of one version of a schema is read by the other version."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="evolution",
    verb="evolve",
    summary="Check which schema changes old and new readers survive.",
    order=5,
)
