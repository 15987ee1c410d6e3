"""Settings for all tests."""

from collections import Counter

import pytest

from serbench.engine import session
from serbench.experiments import experiments

# Words that name the languages are made where a module is imported: before a test has languages of its own.
for one in experiments():
    one.reporting()

# These folders also have tests that several files share: a failed assertion there shows its values, too.
pytest.register_assert_rewrite("cluster", "corpus", "java", "relay", "runners", "sort")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, and of them those with many tests: what is brief fills the end, where
    one process would otherwise be left alone with a long file."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path not in slow, -tests[item.path]))


@pytest.fixture(autouse=True)
def _same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the forks of every run the same order, which otherwise follows from the run's name: a test that
    interrupts a run counts on what was measured before."""
    monkeypatch.setattr(session, "free_name", lambda place, now: "1")
