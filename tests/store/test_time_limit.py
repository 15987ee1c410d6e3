"""How long a step may take: longer than anything that was published, and not for ever."""

import csv

import pytest

from serbench.experiments.store.execute import time_limit_s
from serbench.experiments.store.plan import StoreStep
from serbench.experiments.store.study import PUBLISHED

WRITTEN, READ = 5_000_000, 4_000_000
UNITS_S = {"s": 1, "min": 60}


@pytest.mark.parametrize(
    ("operation", "count", "mean_bytes", "limit_s"),
    [
        ("write", 20_000, 0, 120 + 100),
        ("sequential", 20_000, 2000, 120 + 100 + 40),
        ("random", 5_000, 0, 120 + 250),
        # A thousand tweets in a message: 45 GB.
        ("write", 20_000, 2_250_000, 120 + 100 + 45_000),
    ],
)
def test_a_limit_grows_with_objects_and_bytes(
    operation: str, count: int, mean_bytes: float, limit_s: float
) -> None:
    assert time_limit_s(StoreStep(operation, "cold"), count, mean_bytes) == pytest.approx(limit_s)


def test_everything_that_the_study_has_published_would_end_in_time() -> None:
    with (PUBLISHED / "study_write_seconds.csv").open(encoding="utf-8", newline="") as file:
        took_s = [("write", WRITTEN, float(line["mean_s"])) for line in csv.DictReader(file)]
    with (PUBLISHED / "study_read.csv").open(encoding="utf-8", newline="") as file:
        took_s += [
            (line["order"], READ, float(line["mean"]) * UNITS_S[line["unit"]])
            for line in csv.DictReader(file)
        ]
    assert max(seconds for _, _, seconds in took_s) == pytest.approx(74074, abs=1)
    assert all(
        2 * seconds < time_limit_s(StoreStep(operation, "cold"), count, 0)
        for operation, count, seconds in took_s
    )
