"""A resumed run follows a path of its record only where a command of this user has named it."""

from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.record.named_paths import followed, note


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def test_the_usual_folder_is_followed() -> None:
    assert followed("r", "/cache/store", "--dir", Path("/cache/store")) == Path("/cache/store")


def test_a_path_is_followed_once_it_has_been_named(tmp_path: Path) -> None:
    place = str(tmp_path / "large")
    with pytest.raises(BadInput) as refused:
        followed("r", place, "--dir", Path("/cache/store"))
    assert str(refused.value) == (
        f"Run r cannot be resumed: its record names {place}, which no command on this machine has named."
        f" Start a new run with --dir {place} if it is yours."
    )
    note(tmp_path / "large", None)
    assert followed("r", place, "--dir", Path("/cache/store")) == Path(place)


def test_another_path_beside_a_named_one_is_not_followed(tmp_path: Path) -> None:
    note(tmp_path / "large")
    for other in (tmp_path, tmp_path / "large" / "inside", tmp_path / "larger"):
        with pytest.raises(BadInput):
            followed("r", str(other), "--keep")


def test_a_path_is_named_from_where_the_command_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    note(Path("large"))
    assert followed("r", str(tmp_path / "large"), "--dir") == tmp_path / "large"
