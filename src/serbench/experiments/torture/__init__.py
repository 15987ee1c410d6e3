"""The experiment ``torture``: codecs read bytes that are wrong."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="torture",
    verb="torture",
    summary="Give codecs malformed input and see what becomes of the process.",
    order=6,
)
