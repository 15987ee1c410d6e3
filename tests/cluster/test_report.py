"""The results of a run of the cluster, and the sentences about them."""

from dataclasses import replace

import pytest
from fakes.rows import CLUSTER_RECORD as RECORD
from fakes.rows import cluster_row as row

from serbench.experiments.cluster.report import sentences, tables
from serbench.experiments.cluster.results import ClusterResult, ClusterResults, cluster_results


def results(**cpu_us: float) -> ClusterResults:
    """Of five applications of each codec that nearly agree."""
    rows = [
        row(codec.replace("_", "/"), time * (1 + repetition / 1000), repetition)
        for codec, time in cpu_us.items()
        for repetition in range(5)
    ]
    return cluster_results(RECORD, rows)


def of(found: ClusterResults, codec: str) -> ClusterResult:
    return next(one for one in found.all if one.codec == codec)


def test_time_in_serializers_is_scaled_to_cpu_time_and_bounded_by_it() -> None:
    found = results(x_a=10, x_b=1)
    # 4 µs of wall time, of which the tasks had a processor for the half.
    assert of(found, "x/a").serialize_ns == 2000
    assert of(found, "x/a").deserialize_ns is None
    assert of(found, "x/a").parts == pytest.approx(
        {"serialize": 2000, "deserialize": 0, "rest": 8015}, rel=1e-3
    )
    assert of(found, "x/b").parts == pytest.approx(
        {"serialize": 1001.5, "deserialize": 0, "rest": 0}, rel=1e-3
    )
    assert of(found, "x/b").serializers_share == 1


def test_all_serializers_rank_together_and_references_do_not() -> None:
    found = results(x_a=10, engine_own=20, engine_raw=5)
    assert [(one.codec, one.to_json()["rank"]) for one in found.rows] == [("x/a", 1), ("engine/own", 2)]
    assert [one.codec for one in found.floors] == ["engine/raw"]
    (group,) = tables.groups_of(found)
    table = tables.overview(group)
    assert table.header[:5] == ("rank", "serializer", "shuffle", "±", "× raw")
    assert [line.texts[:3] for line in table.lines] == [
        ("1", "x/a", "10.0"),
        ("2", "engine/own", "20.0"),
        ("–", "engine/raw (reference)", "5.01"),
    ]
    assert [line.texts[4] for line in table.lines] == ["2.00", "4.00", "1.00"]


def test_sentences_compare_with_the_engines_own_serializers() -> None:
    said = sentences.answers(results(x_a=10, engine_own=20, engine_raw=30), RECORD)
    assert said == [
        "shuffle, 1,000 w objects, 8 partitions, lz4, local[2]: least CPU time with x/a"
        " (10.0 µs per object).",
        "On 2 cores, the CPU time of a shuffle of 1,000 w objects with x/a is 0.500 of that with engine/own.",
        "From 10% (engine/own) to 20% (x/a) of the shuffle's CPU time is serialization.",
        "Less than raw bytes in the shuffle: x/a and engine/own; shorter messages cost less.",
    ]


def test_ways_of_writing_are_told_where_they_differ() -> None:
    rows = [row("x/a", 10, 0, writer="serialized"), row("x/b", 10, 0, writer="serialized")]
    alike = tables.legend(cluster_results(RECORD, rows), {})
    assert not any("orders records" in line for line in alike)
    found = cluster_results(RECORD, [*rows, row("engine/own", 20, 0, writer="sorting")])
    assert (
        "With 8 partitions a shuffle orders records as bytes with x/a and x/b, and orders records as objects"
        " with engine/own."
    ) in tables.legend(found, {})


def test_a_cluster_is_described_in_one_line() -> None:
    assert tables.cluster_words(RECORD) == (
        "Engine 1.2, runtime 17, local[2], driver and executor in one process on 2 cores,"
        " 1.0 GiB for objects."
    )
    alone = tables.cluster_words({**RECORD, "cluster": {**RECORD["cluster"], "master": "local", "cores": 1}})
    assert "local, driver and executor in one process on 1 core, " in alone
    away = {**RECORD["cluster"], "master": "spark://a:7077"}
    lone = tables.cluster_words({**RECORD, "cluster": {**away, "executors": 1, "cores": 4, "hosts": ["b"]}})
    assert lone.endswith("spark://a:7077, 1 executor with 4 cores, 1.0 GiB for objects, on b.")
    several = {**away, "executors": 4, "cores": 16, "hosts": ["a", "b"]}
    words = tables.cluster_words({**RECORD, "cluster": several})
    assert words.endswith("4 executors with 16 cores, 1.0 GiB for objects, on a, b.")
    assert tables.cluster_words({}) == ""


def test_an_estimate_of_objects_that_were_not_timed_is_none() -> None:
    untimed = replace(row("x/a", 10, 0), figures={**row("x/a", 10, 0).figures, "stages": {}})
    found = cluster_results(RECORD, [untimed])
    assert (found.rows[0].serialize_ns, found.rows[0].serializers_share) == (None, 0)
