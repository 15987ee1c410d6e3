"""The workloads that options mean."""

import pytest

from serbench.engine.own_options import own_data, with_batches
from serbench.errors import BadInput
from serbench.terminal.options import OwnDataOptions


def test_each_size_of_a_batch_is_a_variant_of_each_workload() -> None:
    assert with_batches(("media", "tuples:tuples=64"), ["1", "64", "01"]) == (
        "media:batch=1",
        "media:batch=64",
        "tuples:tuples=64,batch=1",
        "tuples:tuples=64,batch=64",
    )
    assert with_batches((), ["8"]) == ("media:batch=8",)
    assert with_batches(("media",), None) == ("media",)


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5", "1000001", "٣"])
def test_a_size_that_is_no_number_of_objects(size: str) -> None:
    sentence = rf"^--batch takes numbers of objects from 1 to 1000000, not {size}\.$"
    with pytest.raises(BadInput, match=sentence):
        with_batches(("media",), [size])
    with pytest.raises(BadInput, match=sentence):
        own_data((), OwnDataOptions(data="d.jsonl"), [size])
