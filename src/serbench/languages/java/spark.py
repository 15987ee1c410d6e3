"""Apache Spark as an engine whose serializers are the Java codecs: its installation and its applications.

Spark comes from Maven. A folder of the cache is its SPARK_HOME: ``jars`` has links to what Maven resolved,
``harness.jar`` the harness and java/spark compiled against it, ``options`` what this Spark asks of a JVM.
"""

import os
import re
import shutil
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import folder_next_to, locked
from serbench.codecs.runner import Runner, silent
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import Tell
from serbench.languages.java import LANGUAGE
from serbench.languages.java.jvm import java_program
from serbench.languages.java.probe import artifacts_of
from serbench.languages.java.released import packed_on
from serbench.languages.java.sources import HARNESS
from serbench.languages.java.spark_archive import archive_classes, archive_flags
from serbench.languages.java.spark_beans import beans_folder
from serbench.languages.tool import captured, first_error
from serbench.locations import cache_directory

PROJECT = LANGUAGE.folder / "spark"
MAIN_CLASS = "serbench.spark.Main"
# The codec whose classes serve Spark's own rows: its plain types bring no library.
HOST_CODEC = "java/java"
# Its objects are beans on their way through Spark.
BEANS_ROW = "spark/dataset"
_OPTIONS_CLASS = "serbench.spark.ModuleOptions"
_POM = PROJECT / "pom.xml"
_SOURCES = Path("src/main/java")
_RESOURCES = Path("src/main/resources")
_CORE_JAR = re.compile(r"spark-core_[\d.]+-(\d.*)\.jar")
# What Maven downloads and the local repository then holds.
_DOWNLOAD_BYTES = 300 * 2**20
_COMPILER_FLAGS = (
    "--release",
    "17",
    "-g",
    "-encoding",
    "UTF-8",
    "-Xlint:all,-options,-processing,-classfile",
)
_HEAP_FLAGS = ("-Xms", "-Xmx", "-Xmn", "-XX:+AlwaysPreTouch")


def installed() -> bool:
    """Whether the cache holds this Spark, with every jar."""
    jars = home() / "jars"
    return jars.is_dir() and all(jar.is_file() for jar in jars.iterdir())


def ready(tell: Tell) -> None:
    """Installs Spark and compiles java/spark where the cache does not hold them. Raises SerbenchError where
    there is no JDK, no room or no network."""
    place = home()
    with locked(place.parent):
        if not installed():
            shutil.rmtree(place, ignore_errors=True)
            _install(place, tell)
        archive_classes(place, _options(place), spark_class_path())


def version() -> str:
    """The version of Spark, as its core's jar says it. Raises SerbenchError where it is not installed."""
    version, _ = _core()
    return version


def released() -> date | None:
    """The day on which Spark's core was packed; None where its jar does not tell. Raises SerbenchError where
    it is not installed."""
    _, jar = _core()
    return packed_on(jar)


def _core() -> tuple[str, Path]:
    """The version and the jar of Spark's core."""
    for jar in (_ready_home() / "jars").iterdir():
        if match := _CORE_JAR.fullmatch(jar.name):
            return match[1], jar
    raise SerbenchError("The installed Apache Spark has no core.")


def application(runner: Runner, workload: Workload, row: str) -> Runner:
    """The runner that is a Spark application: of a codec, or, where ``row`` is another name, of one of
    Spark's own rows, whose plain types are those of the runner's codec. Raises SerbenchError where Spark is
    not installed."""
    java, *flags, option, class_path, _ = runner.command
    if option != "-cp":
        raise SerbenchError(f"The command of {runner.codec} is not that of a Java runner: {runner.command}.")
    place = _ready_home()
    own = row != runner.codec
    # After Spark's, because an archive of classes fits a class path that begins as its own.
    last = [class_path] if own else []
    if row == BEANS_ROW:
        last.insert(0, str(beans_folder(runner, os.pathsep.join((_harness(place), class_path)), workload)))
    executor_flags = " ".join(flag for flag in flags if not flag.startswith(_HEAP_FLAGS))
    settings = {
        "home": str(place),
        "executor_class_path": os.pathsep.join((_harness(place), *last)),
        "executor_flags": executor_flags,
        **({} if own else {"codec_class_path": class_path}),
    }
    command = [java, *flags, *archive_flags(place), *_options(place)]
    command += [f"-Dserbench.spark.{key}={value}" for key, value in settings.items()]
    command += ["-cp", os.pathsep.join((spark_class_path(), *last)), MAIN_CLASS]
    key = content_key(runner.product_key, place.name, row)
    built_name = runner.built_name or runner.codec
    return replace(
        runner,
        command=tuple(command),
        codec=row,
        built_name=built_name,
        product_key=key,
        parts=(*runner.parts, place),
        remake=lambda: _made_again(runner),
    )


def _made_again(runner: Runner) -> None:
    ready(silent)
    if runner.remake is not None:
        runner.remake()


def home() -> Path:
    """The folder of the cache for this Spark and these sources."""
    compiler = LANGUAGE.tools().tool("compiler").version
    parent = (LANGUAGE.folder / "pom.xml").read_bytes()
    sources = [folder_contents(folder) for folder in (PROJECT, HARNESS / "src")]
    return cache_directory() / "spark" / content_key(compiler, " ".join(_COMPILER_FLAGS), parent, *sources)


def spark_class_path() -> str:
    """The harness and Spark."""
    place = home()
    return os.pathsep.join((_harness(place), str(place / "jars" / "*")))


def _harness(place: Path) -> str:
    return str(place / "harness.jar")


def _options(place: Path) -> list[str]:
    """The options that Spark asks of a JVM."""
    return (place / "options").read_text(encoding="utf-8").split()


def _ready_home() -> Path:
    """The folder, with Spark in it. It is another one as soon as a source of Java changes, which may happen
    after ``ready``. Raises SerbenchError where it holds no Spark."""
    if not installed():
        raise SerbenchError(
            "Apache Spark is not installed for the Java sources as they are now. If they have changed since"
            " this command began, start it again."
        )
    return home()


def _install(place: Path, tell: Tell) -> None:
    tell("Preparing Apache Spark; on first use Maven downloads 300 MB …")
    _require_room()
    jars = artifacts_of(_POM, "java/spark", "runtime")
    with folder_next_to(place) as making:
        (making / "jars").mkdir()
        for jar in jars:
            (making / "jars" / jar.name).symlink_to(jar)
        tell("Compiling java/spark …")
        _compile(jars, making)
        whole = os.pathsep.join(map(str, (_harness(making), *jars)))
        told = captured([str(java_program()), "-cp", whole, _OPTIONS_CLASS])
        if told.returncode != 0:
            raise SerbenchError(
                f"Apache Spark does not say what it asks of a JVM: {first_error(told.stderr)}"
            )
        (making / "options").write_text(told.stdout, encoding="utf-8")
        keep(making, place, jars)


def _compile(jars: Sequence[Path], making: Path) -> None:
    classes, files = making / "classes", making / "files"
    sources = [path for top in (HARNESS, PROJECT) for path in sorted((top / _SOURCES).rglob("*.java"))]
    files.write_text("".join(f'"{path}"\n' for path in sources), encoding="utf-8")
    compiler = LANGUAGE.tools().tool("compiler").command
    command = [*compiler, *_COMPILER_FLAGS, "-proc:none", "-d", str(classes)]
    done = captured([*command, "-cp", os.pathsep.join(map(str, jars)), f"@{files}"])
    if done.returncode != 0:
        raise SerbenchError(f"java/spark does not compile: {first_error(done.stdout + done.stderr)}")
    shutil.copytree(PROJECT / _RESOURCES, classes, dirs_exist_ok=True)
    # Folders cannot be archived.
    with zipfile.ZipFile(_harness(making), "w") as jar:
        for file in sorted(path for path in classes.rglob("*") if path.is_file()):
            jar.write(file, file.relative_to(classes))
    shutil.rmtree(classes)


def _require_room() -> None:
    """Maven's own sentence about a full disk names a file and not the reason."""
    for folder in (Path.home(), cache_directory().parent):
        if folder.is_dir() and shutil.disk_usage(folder).free < _DOWNLOAD_BYTES:
            raise SerbenchError(
                f"Apache Spark takes {_DOWNLOAD_BYTES // 2**20} MB and the disk of {folder} has less free."
            )
