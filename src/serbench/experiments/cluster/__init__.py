"""The experiment ``cluster``: codecs as the serializers of an engine that spreads work over machines."""

from serbench.experiments import Experiment

EXPERIMENT = Experiment(
    name="cluster",
    verb="cluster",
    summary="Shuffle, sort and cache objects in Apache Spark, with codecs as its serializers.",
    order=5,
)
