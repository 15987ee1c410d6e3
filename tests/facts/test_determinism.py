"""Grades of equal bytes: of one codec, and of all codecs of a format."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import codec, make_corpus, make_workload, runner

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.cache import write_corpus
from serbench.corpus.encoding import Encoder
from serbench.errors import SerbenchError
from serbench.facts.determinism import Emission, emission_of, grades
from serbench.schema.build import read_schema

STABLE = Emission(("a", "b"), ("a", "b"), (), ("a", "b"))
SORTED = replace(STABLE, refilled=("a", "b"))
FILLED = replace(STABLE, refilled=("a", "d"))
SHORTER = Emission(("a", ""), ("a", ""), (), ("a", ""))
OTHER = Emission(("a", "c"), ("a", "c"), (), ("a", "c"))
OF_PROCESS = Emission(("a", "b"), ("a", "b"), (), ("c", "d"))
DRAWN = Emission(("a", "b"), ("a", "d"), (), ("a", "b"))
OBJECTS = [{"by_name": {"a": 1, "b": 2}}, {"by_name": {"c": 3}}]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


def of(name: str, format_: str = "fake") -> CodecManifest:
    short = name.partition("/")[2]
    found = codec(short, format=format_)
    return CodecManifest(**{field: getattr(found, field) for field in found.__slots__} | {"name": name})


def test_bytes_that_differ_lower_the_grade() -> None:
    codecs = [of("cpp/stable"), of("cpp/process"), of("cpp/drawn")]
    emissions = {"cpp/stable": STABLE, "cpp/process": OF_PROCESS, "cpp/drawn": DRAWN}
    assert grades(codecs, emissions) == {
        "cpp/stable": "processes",
        "cpp/process": "process",
        "cpp/drawn": "none",
    }


@pytest.mark.parametrize(
    ("other", "grade"),
    [(STABLE, "languages"), (SHORTER, "languages"), (OTHER, "processes"), (OF_PROCESS, "processes")],
)
def test_all_languages_of_a_format_make_a_grade(other: Emission, grade: str) -> None:
    codecs = [of("cpp/a"), of("rust/b"), of("go/c", "lonely")]
    found = grades(codecs, {"cpp/a": STABLE, "rust/b": other, "go/c": STABLE})
    assert (found["cpp/a"], found["go/c"]) == (grade, "processes")


@pytest.mark.parametrize(
    ("other", "refusing", "found"),
    [
        (STABLE, ["cpp/a", "go/c"], ("canonical", "languages", "canonical")),
        (OTHER, ["cpp/a", "rust/b"], ("processes", "processes", "processes")),
    ],
)
def test_refusing_other_bytes_needs_the_grade_below(
    other: Emission, refusing: list[str], found: tuple[str, ...]
) -> None:
    codecs = [of("cpp/a"), of("rust/b"), of("go/c", "lonely")]
    grade = grades(codecs, {"cpp/a": STABLE, "rust/b": other, "go/c": STABLE}, refusing)
    assert (grade["cpp/a"], grade["rust/b"], grade["go/c"]) == found


def test_a_language_that_did_not_write_leaves_the_grade_open() -> None:
    codecs = [of("cpp/a"), of("rust/b"), of("go/c")]
    assert grades(codecs, {"cpp/a": STABLE, "rust/b": STABLE}) == {
        "cpp/a": "processes",
        "rust/b": "processes",
    }


def test_a_library_that_writes_the_order_in_which_maps_were_filled_has_no_grade() -> None:
    codecs = [of("python/filled"), of("python/sorted"), of("rust/a")]
    emissions = {"python/filled": FILLED, "python/sorted": SORTED, "rust/a": STABLE}
    assert grades(codecs, emissions) == {
        "python/filled": "none",
        "python/sorted": "languages",
        "rust/a": "processes",
    }


@pytest.mark.parametrize(("name", "refilled"), [("python/honest", 2), ("cpp/honest", 0)])
def test_maps_are_filled_in_two_orders_where_they_keep_them(tmp_path: Path, name: str, refilled: int) -> None:
    (tmp_path / "schema.proto").write_text('syntax = "proto3"; message M { map<string, int32> by_name = 1; }')
    schema = read_schema(tmp_path / "schema.proto")
    encode = Encoder(schema).encode
    labelled = [((), one, encode(one)) for one in OBJECTS]
    corpus = write_corpus(tmp_path, "maps", schema, 1, labelled, conformance=True)
    # Its messages are the objects as they came.
    emission = emission_of(runner("honest", codec=name), corpus, schema)
    assert len(emission.refilled) == refilled
    same = [one == other for one, other in zip(emission.first, emission.refilled, strict=False)]
    assert same == [False, True][:refilled]


@pytest.mark.parametrize(
    ("fake", "name", "grade"),
    [
        ("honest", "cpp/honest", "processes"),
        ("drawer", "cpp/by-process", "process"),
        ("drawer", "cpp/by-message", "none"),
    ],
)
def test_a_codec_is_asked_twice_in_two_processes(tmp_path: Path, fake: str, name: str, grade: str) -> None:
    corpus = make_corpus(tmp_path / "corpus")
    emission = emission_of(runner(fake, codec=name), corpus, make_workload(tmp_path).schema)
    assert len(emission.first) == 4
    assert grades([of(name)], {name: emission}) == {name: grade}


def test_the_same_executable_is_not_asked_again(tmp_path: Path) -> None:
    corpus, drawer = make_corpus(tmp_path / "corpus"), runner("drawer", codec="cpp/by-process")
    schema = make_workload(tmp_path).schema
    assert emission_of(drawer, corpus, schema) == emission_of(drawer, corpus, schema)


def test_a_codec_that_does_not_write_says_why(tmp_path: Path) -> None:
    schema = make_workload(tmp_path).schema
    with pytest.raises(SerbenchError, match="cpp/absent did not write"):
        emission_of(runner("absent"), make_corpus(tmp_path / "corpus"), schema)
