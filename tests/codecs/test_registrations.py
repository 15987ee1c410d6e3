"""The user's list of registered libraries."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from serbench.codecs.registrations import (
    Registration,
    forget,
    load_registrations,
    register,
    registrations_file,
)
from serbench.errors import BadInput

OLD = Registration("cpp/one", Path("/lib/old"), "1.0")
NEW = Registration("cpp/one", Path("/lib/new"))
OTHER = Registration("cpp/two", Path("/lib/old"), "1.0")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_registrations_are_kept_in_order_and_replaced_in_place(home: Path) -> None:
    assert load_registrations() == ()
    for one in (OLD, NEW, OTHER):
        register(one)
    assert registrations_file() == home / "serbench" / "libraries.json"
    assert load_registrations() == (OLD, NEW, OTHER)
    again = Registration(OLD.codec, OLD.path, "1.1")
    register(again)
    assert load_registrations() == (again, NEW, OTHER)
    assert json.loads(registrations_file().read_text())[1] == {
        "codec": "cpp/one",
        "path": "/lib/new",
        "version": "",
    }
    forget([NEW])
    assert load_registrations() == (again, OTHER)


@pytest.mark.parametrize("text", ["{", '["x"]', '[{"codec": "cpp/one"}]', "7"])
def test_a_file_that_is_no_list_of_libraries_is_named(text: str) -> None:
    registrations_file().parent.mkdir()
    registrations_file().write_text(text)
    with pytest.raises(BadInput, match=r"libraries\.json cannot be read as a list of libraries"):
        load_registrations()


def test_a_folder_that_cannot_be_made_is_named(home: Path) -> None:
    (home / "serbench").write_text("a file where the folder belongs")
    with pytest.raises(BadInput, match=r"libraries\.json cannot be (read|written)"):
        register(OLD)


def test_of_several_at_once_none_is_lost(home: Path) -> None:
    several = [Registration(f"cpp/{number}", Path("/lib")) for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(register, several))
    assert set(load_registrations()) == set(several)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: forget([one]), several[1:]))
    assert load_registrations() == (several[0],)
