"""Fixtures that tests of hostile runs share."""

from typing import Any

import pytest

from serbench.engine import session
from serbench.engine.flow import Flow
from serbench.errors import BadInput


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any, Any]]:
    """The builds that a resumed run would start: codecs, workloads and the variant. Nothing is built."""
    asked: list[tuple[Any, Any, Any]] = []

    def build(codecs: Any, workloads: Any, *, variant: str, **_: Any) -> Any:
        asked.append((codecs, workloads, variant))
        raise BadInput("Nothing is built here.")

    def ready(self: session.Session, flow: Flow) -> dict[str, str]:
        return {}

    monkeypatch.setattr(session, "build_runners", build)
    monkeypatch.setattr(session.Session, "_make_ready", ready)
    return asked
