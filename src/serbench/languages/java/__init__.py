"""The package of Java."""

from serbench.languages.java.names import RESERVED
from serbench.languages.language import Colours, Language, RuntimeFlags
from serbench.locations import CHECKOUT
from serbench.toolchain.requirements import Requirement

# Where Spark would spill instead of the folder that it is given.
_READ_BY_SPARK = ("SPARK_LOCAL_DIRS", "SPARK_EXECUTOR_DIRS")
_READ_BY_EVERY_JVM = (
    *("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"),
    # Of OpenJ9.
    *("IBM_JAVA_OPTIONS", "OPENJ9_JAVA_OPTIONS"),
)


# Sizes, switches and numbers of the JVM: none of them names a file, a program or an agent.
HARMLESS_FLAGS = (
    r"-server|-X(int|comp|mixed|batch)|-X(ms|mx|mn|ss)[0-9]+[kKmMgG]?"
    r"|-XX:[+-][A-Za-z0-9]+|-XX:[A-Za-z0-9]+=[0-9.]+[kKmMgGtT%]?|-e[as]|-d[as]|--enable-preview"
)

LANGUAGE = Language(
    name="java",
    title="Java",
    project_file="pom.xml",
    folder=CHECKOUT / "java",
    takes_libraries="a jar",
    colours=Colours(light="#8a2500", dark="#d15d22", terminal="red"),
    shape="square",
    requirements=(
        # Sealed interfaces, with which a oneof is written.
        Requirement("compiler", ("javac",), ((r"javac (\d[\d.]*)", (17,)),), ("openjdk-17-jdk-headless",)),
        Requirement("maven", ("mvn",), ((r"Apache Maven (\d[\d.]*)", (3, 6)),), ("maven",)),
    ),
    jit_compiled=True,
    slowness=1.5,
    collects_garbage=True,
    maps_keep_order=True,
    runner_bytes=1024 * 2**20,
    heap_bytes=512 * 2**20,
    heap_flag="-Xmx{}m",
    wide_integers="signed machine words that hold the bits of unsigned ones",
    adapter_suffixes=frozenset({".java"}),
    lexers={".java": "java", ".xml": "xml"},
    hidden_variables=("JDK_JAVAC_OPTIONS", *_READ_BY_EVERY_JVM),
    hidden_from_runners=(*_READ_BY_EVERY_JVM, *_READ_BY_SPARK),
    reserved=RESERVED,
    runtime_tags=("jvm",),
    # The resolution is found by watching the clock.
    observed_facts=("jvm_cpu_clock_resolution_ns",),
    runtime_flags=RuntimeFlags("jvm_flags", "Add JVM flags after the usual ones.", HARMLESS_FLAGS),
)
