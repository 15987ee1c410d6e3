"""Input that the command line of the sort refuses before anything is measured."""

import shutil
from pathlib import Path

import pytest
from refusals import require_refused
from sort.calling import measured, sort

from serbench.pools import resources


@pytest.mark.slow
def test_a_key_that_objects_lack_is_one_sentence(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--key", "study") == 2
    assert capsys.readouterr().err.endswith(
        " have no key for --key study: it sums up text, quoted_status.text and"
        " retweeted_status.retweet_count.\n"
    )
    assert sort(place, "tweet", "--codecs", "sorter", "--key", "study", "--mode", "bytes,lazy") == 2
    assert "so --key study has no mode lazy; name others with --mode." in capsys.readouterr().err
    assert measured(place, "--key", "other") == 2
    assert "'other' is not one of 'access', 'study'" in capsys.readouterr().err
    assert not (place / "results").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--memory", "64X"), "--memory is 64X where a size such as 64M belongs."),
        (
            ("--memory", "600"),
            "--memory 600 does not hold one block of each of 16 chunks and one of their merge",
        ),
        (("--mode", "raw"), "--mode knows no raw: it is one of objects, bytes, lazy."),
        (("--objects", "0"), "--objects is 0 where a number from 1 to 4294967295 belongs."),
        (("--codecs", "nowhere"), "nowhere"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_refused(measured(place, *words), sentence, place, capsys)


@pytest.mark.slow
def test_what_does_not_fit_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "free_disk", lambda directory: 100)
    assert measured(place) == 2
    assert "objects fit, or choose another --dir." in capsys.readouterr().err
    monkeypatch.setattr(resources, "free_disk", lambda directory: 100 if directory.name == "bytes" else 2**50)
    assert measured(place, "--keep", str(place / "bytes")) == 0
    monkeypatch.setattr(resources, "are_on_one_disk", lambda one, other: False)
    shutil.rmtree(place / "bytes")
    assert measured(place, "--keep", str(place / "bytes")) == 2
    assert "objects fit, or choose another --keep." in capsys.readouterr().err
    monkeypatch.setattr(resources, "free_disk", lambda directory: 2**50)
    monkeypatch.setattr(resources, "free_memory", lambda: 2**20)
    assert measured(place) == 2
    assert "choose a smaller --memory." in capsys.readouterr().err
