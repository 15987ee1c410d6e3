"""The experiment ``cluster``: codecs as the serializers of an engine that spreads work over machines."""

from serbench.experiments import Experiment, loaded

EXPERIMENT = Experiment(
    name="cluster",
    verb="cluster",
    summary="Shuffle, sort and cache objects in Apache Spark, with codecs as its serializers.",
    order=5,
    command=loaded(f"{__name__}.command", "command"),
    reporting=loaded(f"{__name__}.reporting", "REPORTING"),
)
