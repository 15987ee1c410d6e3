"""The engine that Java offers to experiments on clusters: Apache Spark and its own serializers."""

from serbench.languages.builder import ClusterEngine, EngineRow
from serbench.languages.java.spark import (
    BEANS_ROW,
    HOST_CODEC,
    application,
    installed,
    ready,
    released,
    version,
)
from serbench.languages.java.spark_beans import no_bean
from serbench.languages.java.spark_cluster import local_cluster

SPARK = ClusterEngine(
    title="Apache Spark",
    own=(
        EngineRow("spark/java", "Spark's JavaSerializer", "Spark's default"),
        EngineRow("spark/kryo", "Spark's KryoSerializer", "its default settings: no class registered"),
        EngineRow("spark/kryo-registered", "Spark's KryoSerializer, registered", "all classes registered"),
        EngineRow(
            "spark/kryo-no-references",
            "Spark's KryoSerializer, registered, without references",
            "all classes registered, spark.kryo.referenceTracking=false",
        ),
        EngineRow(
            BEANS_ROW,
            "Dataset with a bean encoder",
            "Spark SQL's own rows; plain objects become beans and back inside the stages",
            hindrance=no_bean,
            unsupported=("broadcast", "aggregate"),
        ),
        EngineRow("spark/raw-bytes", "raw bytes", "the bytes of FORMAT.md, copied", reference=True),
    ),
    ready=ready,
    installed=installed,
    version=version,
    released=released,
    application=application,
    host_codec=HOST_CODEC,
    local_cluster=local_cluster,
)
