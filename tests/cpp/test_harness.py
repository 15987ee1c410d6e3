"""The C++ harness against references: XXH64, UTF-8, percent-encoding, the strict reader, what is kept."""

import itertools
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
import xxhash

from serbench.languages.cpp.build import HARNESS, rendered_harness
from serbench.render.engine import write_if_changed
from serbench.schema.build import read_schema

HERE = Path(__file__).parent
COMPILER = shutil.which("c++")
Ask = Callable[[str, list[bytes]], list[str]]

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Asks the compiled harness one thing about many byte strings."""
    folder = tmp_path_factory.mktemp("harness")
    schema = read_schema(HERE / "strict.proto")
    for name, text in rendered_harness(schema, "strict").items():
        write_if_changed(folder / name, text)
    program = folder / "probe"
    sources = [str(HERE / "harness_probe.cpp"), *map(str, (HARNESS / "protocol").glob("*.cpp"))]
    sources.append(str(HARNESS / "values" / "objects.cpp"))
    flags = ["-std=c++20", f"-I{HARNESS}", f"-I{HARNESS / 'values'}", f"-I{folder}", "-o", str(program)]
    subprocess.run([str(COMPILER), *flags, *sources], check=True)

    def ask(what: str, inputs: list[bytes]) -> list[str]:
        lines = "".join(f"{what} {data.hex()}\n" for data in inputs)
        done = subprocess.run([str(program)], input=lines, capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[:-1]

    return ask


def test_xxh64_of_every_length_around_its_blocks(ask: Ask) -> None:
    inputs = [bytes((7 * i + 3) % 256 for i in range(length)) for length in range(140)]
    assert ask("xxh64", inputs) == [xxhash.xxh64_hexdigest(data) for data in inputs]
    assert ask("xxh64", [b"", b"abc"]) == ["ef46db3751d8e999", "44bc2cf5ad770999"]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_utf8_is_judged_as_python_does(ask: Ask) -> None:
    edges = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
    inputs = [bytes(units) for length in range(5) for units in itertools.product(edges, repeat=length)]
    inputs += [b"seven.." + data for data in inputs[:300]] + [b"eight..." * 3 + data for data in inputs[:300]]
    assert ask("utf8", inputs) == ["yes" if _is_utf8(data) else "no" for data in inputs]


def test_values_are_percent_encoded(ask: Ask) -> None:
    unreserved = "".join(chr(code) for code in range(0x21, 0x7F) if code != 0x25)
    inputs = [bytes([code]) for code in range(256)] + ["größer als 1 %\n".encode()]
    assert ask("value", inputs) == [quote_from_bytes(data, safe=unreserved) for data in inputs]


PARTS = [
    "01",  # flag
    "01 05000000",  # maybe
    "fdffffff",  # mood
    "02000000 09000000",  # choice
    "02000000 01000000 61 01 01000000 62 00",  # by_name
    "0000c07f",  # small
    "01000000 000000000000f87f",  # large
    "02000000 c3a9",  # text
]


def _with(part: int, text: str) -> bytes:
    return bytes.fromhex("".join([*PARTS[:part], text, *PARTS[part + 1 :]]))


def test_the_one_encoding_comes_back(ask: Ask) -> None:
    whole = _with(0, PARTS[0])
    assert ask("rewrite", [whole]) == [whole.hex()]


@pytest.mark.parametrize(
    ("part", "text", "refusal"),
    [
        (0, "02", "A bool or presence byte is neither 0 nor 1."),
        (1, "0205000000", "A bool or presence byte is neither 0 nor 1."),
        (2, "01000000", "An enum has a number that is not declared."),
        (3, "0300000009000000", "A oneof has a position beyond its last case."),
        (4, "02000000 01000000 62 01 01000000 61 00", "The keys of a map do not ascend."),
        (4, "02000000 01000000 61 01 01000000 61 00", "The keys of a map do not ascend."),
        (5, "0000c0ff", "A NaN has another pattern than the canonical one."),
        (6, "01000000 010000000000f87f", "A NaN has another pattern than the canonical one."),
        (7, "02000000 c3c3", "A string is not UTF-8."),
        (7, "03000000 c3a9", "The bytes end inside a value."),
        (7, "02000000 c3a9 00", "Bytes are left over after the value."),
    ],
)
def test_every_second_encoding_is_refused(ask: Ask, part: int, text: str, refusal: str) -> None:
    assert ask("rewrite", [_with(part, text)]) == [refusal]


def test_no_cut_is_taken_for_a_value(ask: Ask) -> None:
    whole = _with(0, PARTS[0])
    cuts = [whole[:length] for length in range(len(whole))]
    assert set(ask("rewrite", cuts)) == {"The bytes end inside a value."}


@pytest.mark.parametrize(
    ("kept", "decoded", "alive"),
    [
        (0, 3, "1 1 1 0"),
        (1, 3, "1 1 1 0"),
        (3, 2, "1 2 0"),
        (3, 6, "1 2 3 3 3 3 0"),
    ],
)
def test_decode_keeps_the_last_objects_and_frees_one_before_the_next(
    ask: Ask, kept: int, decoded: int, alive: str
) -> None:
    """How many objects are alive in each decode, and after the operation."""
    assert ask("decode", [bytes([kept, decoded])]) == [alive]


def test_only_a_fresh_deserialize_takes_messages_that_were_never_used(ask: Ask) -> None:
    assert ask("deserialize", [bytes([3])]) == ["0 1 2 "]
    assert ask("deserialize-fresh", [bytes([3])]) == ["0 0 0 "]
