"""How Spark is installed and started, without Spark."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from serbench.codecs.runner import Runner
from serbench.corpus.workload import find_workloads
from serbench.errors import SerbenchError
from serbench.languages.java import spark
from serbench.languages.java.spark_beans import bean_sources, no_bean
from serbench.languages.java.spark_engine import SPARK

CLASS_PATH = "/runner/classes:/libraries/kryo.jar"
RUNNER = Runner(
    (
        "/jdk/java",
        "-Xms192m",
        "-Xmx512m",
        "-XX:+AlwaysPreTouch",
        "-XX:+UseParallelGC",
        "-cp",
        CLASS_PATH,
        "Main",
    ),
    "java/kryo",
    "tweet",
    "schema",
    "key",
)
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "jars").mkdir()
    (tmp_path / "options").write_text("--add-opens=a/b=ALL-UNNAMED -Dx=y\n", encoding="utf-8")
    monkeypatch.setattr(spark, "home", lambda: tmp_path)
    return tmp_path


def test_a_codec_stands_on_a_class_path_of_its_own(place: Path) -> None:
    (workload,) = find_workloads(["tweet"])
    made = SPARK.application(RUNNER, workload, "java/kryo")
    at = made.command.index("-cp")
    assert made.command[at + 1] == os.pathsep.join((str(place / "harness.jar"), str(place / "jars" / "*")))
    assert made.command[at + 2 :] == ("serbench.spark.Main",)
    assert f"-Dserbench.spark.codec_class_path={CLASS_PATH}" in made.command
    assert made.command[:5] == RUNNER.command[:5]
    assert made.command[5:7] == ("--add-opens=a/b=ALL-UNNAMED", "-Dx=y")
    # An executor has a heap of its own.
    assert "-Dserbench.spark.executor_flags=-XX:+UseParallelGC" in made.command
    assert (made.codec, made.built_name, made.workload) == ("java/kryo", "java/kryo", "tweet")
    assert made.product_key != RUNNER.product_key


def test_an_own_row_finds_the_plain_types_on_the_ordinary_class_path(place: Path) -> None:
    (workload,) = find_workloads(["tweet"])
    made = SPARK.application(RUNNER, workload, "spark/kryo")
    harness, jars = str(place / "harness.jar"), str(place / "jars" / "*")
    whole = os.pathsep.join((harness, jars, CLASS_PATH))
    assert made.command[made.command.index("-cp") + 1] == whole
    own = os.pathsep.join((harness, CLASS_PATH))
    assert f"-Dserbench.spark.executor_class_path={own}" in made.command
    assert not any(word.startswith("-Dserbench.spark.codec_class_path=") for word in made.command)
    assert (made.codec, made.built_name) == ("spark/kryo", "java/kryo")


def test_an_archive_of_classes_is_used_where_there_is_one(place: Path) -> None:
    (workload,) = find_workloads(["tweet"])
    assert not any("Archive" in word for word in SPARK.application(RUNNER, workload, "spark/kryo").command)
    (place / "classes.jsa").touch()
    command = SPARK.application(RUNNER, workload, "spark/kryo").command
    assert f"-XX:SharedArchiveFile={place / 'classes.jsa'}" in command


def test_a_command_that_is_no_runners_is_refused(place: Path) -> None:
    (workload,) = find_workloads(["tweet"])
    strange = Runner(("/jdk/java", "-jar", "x", "Main"), "java/kryo", "tweet", "schema", "key")
    with pytest.raises(SerbenchError, match="not that of a Java runner"):
        SPARK.application(strange, workload, "java/kryo")


def test_sources_that_change_after_the_installation_are_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workload,) = find_workloads(["tweet"])
    monkeypatch.setattr(spark, "home", lambda: tmp_path / "of-other-sources")
    assert not SPARK.installed()
    sentence = (
        r"^Apache Spark is not installed for the Java sources as they are now\. If .*, start it again\.$"
    )
    with pytest.raises(SerbenchError, match=sentence):
        SPARK.application(RUNNER, workload, "java/kryo")
    with pytest.raises(SerbenchError, match=sentence):
        SPARK.version()


def test_the_version_is_that_of_the_jar(place: Path) -> None:
    for name in ("scala-library-2.13.17.jar", "spark-core_2.13-4.1.1.jar", "spark-sql_2.13-9.9.9.jar"):
        (place / name).touch()
        (place / "jars" / name).symlink_to(place / name)
    assert SPARK.installed()
    assert SPARK.version() == "4.1.1"
    (place / "scala-library-2.13.17.jar").unlink()
    assert not SPARK.installed()


def test_a_full_disk_is_said_before_the_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark, "home", lambda: tmp_path / "spark" / "key")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2**40, 2**40, 2**20))
    told: list[str] = []
    with pytest.raises(
        SerbenchError, match=r"^Apache Spark takes 300 MB and the disk of .* has less free\.$"
    ):
        SPARK.ready(told.append)
    assert told == ["Preparing Apache Spark; on first use Maven downloads 300 MB …"]
    assert not (tmp_path / "spark" / "key").exists()


@pytest.mark.parametrize(
    ("workload", "reason"),
    [
        ("media", ""),
        ("record", ""),
        ("tweet", "Spark's encoders take no recursive types, and "),
        ("tour-oneof", "Spark's encoders take no oneof, and "),
    ],
)
def test_which_schemas_have_beans(workload: str, reason: str) -> None:
    (found,) = find_workloads([workload])
    said = no_bean(found.schema)
    assert said.startswith(reason) and bool(said) == bool(reason)
    if said:
        with pytest.raises(SerbenchError) as refusal:
            bean_sources(found)
        assert str(refusal.value) == said


def test_beans_have_a_property_for_each_field() -> None:
    (media,) = find_workloads(["media"])
    sources = bean_sources(media)
    assert set(sources) == {
        "beans/MediaContent.java",
        "beans/Media.java",
        "beans/Image.java",
        "serbench/rendered/PlainBeans.java",
    }
    content = sources["beans/MediaContent.java"]
    assert "public java.util.List<beans.Image> getF2()" in content
    assert "public void setF1(beans.Media value)" in content
