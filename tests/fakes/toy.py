"""The toy of tests/toys as the only language, and a user's own data for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench.cli.main import main

TOYS = Path(__file__).parents[1] / "toys" / "languages"
SCHEMA = 'syntax = "proto3"; message Order { int64 id = 1; string customer = 2; }'

Ask = Callable[..., Any]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs a command where the toy is the only language, with a cache of its own, and gives its document."""
    packages.only(TOYS, monkeypatch)
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    (tmp_path / "order.proto").write_text(SCHEMA)
    lines = (json.dumps({"id": str(number), "customer": f"c{number}"}) for number in range(20))
    (tmp_path / "orders.jsonl").write_text("".join(f"{line}\n" for line in lines))

    def asked(*words: str, status: int = 0) -> Any:
        capsys.readouterr()
        done = main(list(words))
        found = capsys.readouterr()
        assert done == status, found.err + found.out[-2000:]
        return json.loads(found.out) if "--json" in words else found.out

    return asked


def own_data(folder: Path) -> list[str]:
    """The options that name the data that ``ask`` has written."""
    return ["--schema", str(folder / "order.proto"), "--data", str(folder / "orders.jsonl")]
