"""Sizes of memory as users write them."""

import pytest

from serbench.errors import BadInput
from serbench.pools.sizes import parse_size, size_text


@pytest.mark.parametrize(
    ("text", "size"),
    [("1", 1), ("10K", 10 * 2**10), ("64M", 64 * 2**20), ("2G", 2 * 2**30), ("1536K", 1536 * 2**10)],
)
def test_sizes_are_read_and_said_alike(text: str, size: int) -> None:
    assert (parse_size("--memory", text), size_text(size)) == (size, text)


@pytest.mark.parametrize("text", ["", "0", "64m", "64MB", "-1M", "1.5G", "M"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=f"--memory is {text} where a size such as 64M belongs"):
        parse_size("--memory", text)
