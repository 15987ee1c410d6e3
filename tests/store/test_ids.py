"""Lists of numbers: drawn, written and read in the study's format, and refused where they are wrong."""

import hashlib
from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.experiments.store.ids import drawn, read_list
from serbench.pools.numbers import hash_of, write_for_runner, written_for_runner


def test_numbers_are_drawn_by_the_seed_and_may_repeat() -> None:
    assert list(drawn(1000, 50, 1)) == list(drawn(1000, 50, 1))
    assert list(drawn(1000, 50, 1)) != list(drawn(1000, 50, 2))
    assert set(drawn(3, 200, 1)) == {0, 1, 2}


def test_a_list_that_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("5\n0\n5\n")
    assert list(read_list(path, 6)) == [5, 0, 5]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1\n6\n", "Line 2 of {} asks for object 6, but the store has 6 objects, 0 to 5."),
        ("1\n-1\n", "Line 2 of {} is '-1' where a number belongs."),
        ("9" * 5000 + "\n", "Line 1 of {} is '" + "9" * 40 + "' where a number belongs."),
        ("1\n\n", "Line 2 of {} is '' where a number belongs."),
        ("", "The list {} is empty."),
        ("é\n", "The list {} is not a text of numbers."),
    ],
)
def test_what_is_wrong_in_a_list_is_said_with_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        list(read_list(path, 6))
    assert str(refused.value) == sentence.format(path)


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file or directory"):
        list(read_list(tmp_path / "list", 6))


def test_runners_take_eight_bytes_a_number(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    write_for_runner([1, 2**40], path)
    assert path.read_bytes() == bytes([1] + [0] * 7) + bytes([0] * 5 + [1] + [0] * 2)


def test_a_list_for_runners_is_read_again_however_long_it_is(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    write_for_runner(range(20_000), path)
    assert list(written_for_runner(path)) == list(range(20_000))


def test_a_list_is_known_by_the_hash_of_what_runners_get(tmp_path: Path) -> None:
    path = tmp_path / "list"
    write_for_runner([5, 0, 5], path)
    assert hash_of([5, 0, 5]) == (3, hashlib.sha256(path.read_bytes()).hexdigest())
    assert hash_of([5, 5, 0]) != hash_of([5, 0, 5])
    assert hash_of([]) == (0, hashlib.sha256().hexdigest())


def test_a_list_has_an_end_and_so_have_its_lines(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="The list /dev/zero is not a file"):
        next(read_list(Path("/dev/zero"), 6))
    path = tmp_path / "list"
    path.write_text("5\n" + "0" * 1_000_000)
    numbers = read_list(path, 6)
    assert next(numbers) == 5
    with pytest.raises(BadInput, match=r"Line 2 of .* is '0{40}' where a number belongs"):
        next(numbers)
