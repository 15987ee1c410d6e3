"""Settings for all tests."""

import pytest

from serbench.engine import session

# These folders also have tests that several files share: a failed assertion there shows its values, too.
pytest.register_assert_rewrite("cluster", "corpus", "java", "relay", "runners", "sort")


@pytest.fixture(autouse=True)
def _same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the forks of every run the same order, which otherwise follows from the run's name: a test that
    interrupts a run counts on what was measured before."""
    monkeypatch.setattr(session, "free_name", lambda place, now: "1")
