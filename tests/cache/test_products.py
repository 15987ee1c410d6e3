"""The kept parts of a product: the executable and how long it took."""

from pathlib import Path

import pytest

from serbench.cache.products import Product, keep_product, product_of, product_path
from serbench.languages.cpp.build import steps_ms

LOG = """# ninja log v5
0\t90\t1\tlibserbench-harness.a\tab
10\t1010\t2\tcodecs/cbor/CMakeFiles/runner-cbor.dir/__/__/harness/main.cpp.o\tcd
20\t520\t2\tcodecs/cbor-libcbor/CMakeFiles/runner-cbor-libcbor.dir/__/__/harness/main.cpp.o\tce
1010\t1110\t3\trunners/cbor\tef
5\t2005\t4\tcodecs/cbor/CMakeFiles/runner-cbor.dir/__/__/harness/main.cpp.o\tcd
"""


def test_the_time_of_a_page_is_that_of_its_own_last_steps() -> None:
    assert steps_ms(LOG, "cbor") == 2000 + 100
    assert steps_ms(LOG, "cbor-libcbor") == 500
    assert steps_ms(LOG, "json") is None


def test_a_kept_product_knows_its_size_and_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    made = tmp_path / "made"
    made.write_bytes(b"x" * 4321)
    keep_product(made, product_path("timed"), 250)
    keep_product(made, product_path("untimed"), None)
    assert product_of("timed") == Product(4321, 250)
    assert product_of("untimed") == Product(4321, None)
    assert product_path("timed").read_bytes() == made.read_bytes()
