"""The experiment ``sizing``: the bytes of messages, raw, compressed, and in batches. Nothing is timed."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="sizing",
    verb="sizes",
    summary="Compare the bytes of messages: raw, compressed, with dictionaries, in batches.",
    order=7,
)
