"""Languages that have no sort, and their codecs."""

import pytest

from serbench.cli.main import main
from serbench.errors import BadInput
from serbench.experiments.sort.supported import supported
from serbench.record.row import Failure
from serbench.selection.choice import select_codecs

REASON = "Python has no sort: the memory of its objects is not comparable with a budget in other languages."


def test_codecs_of_a_language_without_a_sort_are_left_out_and_failures_where_they_are_named() -> None:
    told: list[str] = []
    patterns = ["cpp/handcoded", "python/json", "python/*"]
    found, failures = supported(select_codecs(patterns), patterns, "tweet", told.append)
    assert [codec.name for codec in found] == ["cpp/handcoded", "cpp/memcpy"]
    assert told == [REASON]
    assert failures == (Failure("python/json", "tweet", None, "unsupported", REASON),)


def test_where_no_codec_is_left_the_sentence_is_all() -> None:
    patterns = ["python/*"]
    with pytest.raises(BadInput) as refused:
        supported(select_codecs(patterns), patterns, "tweet", pytest.fail)
    assert str(refused.value) == REASON


@pytest.mark.slow
def test_the_command_says_it_before_anything_is_built(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sort", "--codecs", "python/*,javascript/json", "--quiet"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("serbench: JavaScript has no sort: ")
    assert said.endswith(f" {REASON}\n")
