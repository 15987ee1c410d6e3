"""The experiment ``torture``: codecs read bytes that are wrong."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="torture",
    verb="torture",
    summary="Feed codecs malformed input; record crashes, hangs and excessive allocation.",
    order=6,
)
