"""Real Java runners over schemas that people would not write by hand, against the reference in Python."""

import random
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import xxhash
from render.schemas import schema_of

from serbench.codecs.runner import Runner, silent
from serbench.corpus.container import ContainerWriter, read_messages, read_objects
from serbench.corpus.encoding import Encoder
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload
from serbench.languages.java.build import build_runners, first_error
from serbench.schema.access import access_plans
from serbench.schema.model import Kind, Label, Oneof, Schema, Type
from serbench.selection.discovery import find_codecs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK"),
]

HOSTILE = """
message Object {
  String String = 1; Map Map = 2; repeated List class = 3; int32 getClass = 4; uint32 hashCode = 5;
  int64 h = 6; uint64 o = 7; bytes b = 8; string at = 9; float n = 10; double x = 11; bool this = 12;
  optional int32 f = 13; optional string i = 14; map<string, Object> key = 15;
  map<bool, bytes> before_key = 16;
  oneof java { int32 int = 17; Object self = 18; string value = 19; Override c = 20;
    bytes Choice = 21; double Java = 22; }
  oneof Object_ { bool _x = 23; Enum __ = 24; List _1 = 25; float a__b = 26; float A_B = 27; }
  repeated Enum number = 28; Enum serialVersionUID = 29; optional Enum serbench = 30;
  repeated Override codec = 31;
  repeated uint32 rendered = 32; repeated float v = 33; repeated bool length = 34;
  map<uint64, Enum> values = 35;
  repeated string valueOf = 36; optional double nn = 37; repeated Nested entries = 38;
  repeated bytes var = 39;
  map<int32, List> yield = 40; map<uint32, float> record = 41; map<int64, double> sealed = 42;
  Exception exception = 43; repeated double helpers = 44; repeated int32 out = 45; repeated int64 offset = 46;
  message Nested { int32 object = 1; }
}
message String { string String = 1; t.Object Object = 2; }
message Map { map<string, string> Map = 1; }
message List { Integer list = 1; Long l = 2; }
message Integer { optional uint64 Integer = 1; }
message Long { sfixed64 Long = 1; }
message Override {}
message Exception { Thread t = 1; System s = 2; Malformed m = 3; Bytes bytes_ = 4; }
message Thread { repeated Override o = 1; }
message System { int32 out = 1; }
message Malformed { int32 out = 1; }
message Bytes { int32 array = 1; plain p = 2; java q = 3; record r = 4; serbench s = 5; var w = 6; }
message plain { int32 plain = 1; }
message java { int32 util = 1; }
message record { int32 lang = 1; }
message serbench { int32 Reading = 1; }
message var { int32 rendered = 1; }
enum Enum { number_ = 0; java_ = -5; values_ = 7; ordinal = 2147483647; name = -2147483648; B = 3; A = 4; }
"""

_TEXTS = ("", "a", "héllo", "日本", "\U0001f600", "\uffff\U00010000", "\ue000", "\ufffd", "a\0b")


def wide_schema() -> str:
    """A message of many hundred fields and an enum of many hundred values."""
    kinds = ("int32", "string", "repeated int64", "optional double", "map<string, int32>", "Wide", "E")
    fields = " ".join(f"{kinds[i % len(kinds)]} f{i} = {i};" for i in range(1, 800))
    cases = " ".join(f"{('int32', 'string', 'E')[i % 3]} c{i} = {i};" for i in range(800, 900))
    values = " ".join(f"V{i} = {(-1) ** i * i};" for i in range(600))
    return f"message Wide {{ {fields} oneof o {{ {cases} }} }} enum E {{ {values} }}"


class Objects:
    """Random objects of a schema, in the form that the reference writer takes. An object has about
    ``most_messages`` messages in it, so that wide and recursive types end."""

    def __init__(self, schema: Schema, seed: int, most_messages: int = 30) -> None:
        self.schema = schema
        self.random = random.Random(seed)
        self.left = most_messages

    def root(self) -> dict[str, Any]:
        return self.message(self.schema.root)

    def message(self, name: str) -> dict[str, Any]:
        self.left -= 1
        made: dict[str, Any] = {}
        members = list(self.schema.message(name).members)
        self.random.shuffle(members)
        for member in members:
            if isinstance(member, Oneof):
                case = self.random.choice((None, *member.cases))
                if case is not None and (case.type.is_leaf or self.left > 0):
                    made[case.name] = self.value(case.type)
            elif member.label is Label.MAP:
                assert member.key is not None
                count = self.count(member.type)
                made[member.name] = {self.value(member.key): self.value(member.type) for _ in range(count)}
            elif member.label is Label.REPEATED:
                made[member.name] = [self.value(member.type) for _ in range(self.count(member.type))]
            elif member.label is Label.PLAIN or (
                (member.type.is_leaf or self.left > 0) and self.random.random() < 0.6
            ):
                made[member.name] = self.value(member.type)
        return made

    def count(self, type_: Type) -> int:
        return self.random.choice((0, 1, 3)) if type_.is_leaf or self.left > 0 else 0

    def value(self, type_: Type) -> Any:
        pick = self.random
        match type_.kind:
            case Kind.BOOL:
                return pick.random() < 0.5
            case Kind.INT32:
                return pick.choice((0, -1, 2**31 - 1, -(2**31), pick.randrange(-(2**31), 2**31)))
            case Kind.UINT32:
                return pick.choice((0, 2**32 - 1, 2**31, pick.randrange(2**32)))
            case Kind.INT64:
                return pick.choice((0, -1, 2**63 - 1, -(2**63), pick.randrange(-(2**63), 2**63)))
            case Kind.UINT64:
                return pick.choice((0, 2**64 - 1, 2**63, pick.randrange(2**64)))
            case Kind.FLOAT:
                return struct.unpack("<f", struct.pack("<f", pick.uniform(-1e9, 1e9)))[0]
            case Kind.DOUBLE:
                return pick.choice((-0.0, float("nan"), float("-inf"), 5e-324, pick.uniform(-1e300, 1e300)))
            case Kind.ENUM:
                return pick.choice(sorted(self.schema.enum(type_.name).numbers))
            case Kind.STRING:
                return pick.choice(_TEXTS) + pick.choice(_TEXTS)
            case Kind.BYTES:
                return pick.randbytes(pick.choice((0, 1, 9)))
            case Kind.MESSAGE:
                return self.message(type_.name)


def workload_of(name: str, schema: Schema) -> Workload:
    return Workload(name, Path(), schema, conformance=True, summary="")


def runner_of(codec: str, workload: Workload) -> Runner:
    codecs = [found for found in find_codecs(["java"]) if found.name == codec]
    (runner,) = build_runners(codecs, workload, "", 1, silent)
    assert isinstance(runner, Runner), runner.log
    return runner


def ask(runner: Runner, *words: str) -> tuple[int, list[tuple[str, dict[str, str]]]]:
    done = subprocess.run([*runner.command, *words], capture_output=True, text=True, check=False)
    replies = []
    for line in done.stdout.splitlines():
        tag, *pairs = line.split(" ")
        replies.append((tag, {key: unquote(value) for key, _, value in (p.partition("=") for p in pairs)}))
    return done.returncode, replies


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def write_corpus(path: Path, objects: list[bytes]) -> None:
    with ContainerWriter(path) as file:
        for data in objects:
            file.add(data)


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("name", "text"), [("hostile", HOSTILE), ("wide", wide_schema())], ids=["hostile", "wide"]
)
def test_any_schema_round_trips_and_is_touched_as_the_reference_says(
    name: str, text: str, tmp_path: Path
) -> None:
    schema = schema_of(text)
    workload = workload_of(name, schema)
    made = [Objects(schema, seed).root() for seed in range(40)]
    encoder = Encoder(schema)
    encoded = [encoder.encode(obj) for obj in made]
    corpus, values, messages = (tmp_path / file for file in ("corpus.bin", "values.bin", "messages.bin"))
    write_corpus(corpus, encoded)
    touches = {
        f"access-{plan.name}": sum(Touch(schema, plan, "utf16")(obj) for obj in made) % 2**64
        for plan in access_plans(schema)
    }
    for codec in ("java/bytebuffer", "java/kryo", "java/memcpy"):
        runner = runner_of(codec, workload)
        status, replies = ask(runner, "check", f"corpus={corpus}", f"values={values}")
        found = [fields for tag, fields in replies if tag == "object"]
        assert (status, replies[-1][0]) == (0, "end")
        assert [fields["outcome"] for fields in found] == ["ok"] * len(made), found
        assert [fields["digest"] for fields in found] == [xxhash.xxh64_hexdigest(data) for data in encoded]
        assert list(read_objects(values)) == encoded
        operations = [f["name"] for tag, f in ask(runner, "describe")[1] if tag == "operation"]
        _, replies = ask(
            runner, "measure", f"corpus={corpus}", f"operations={','.join(operations)}",
            "sample_ns=1000", "samples=3", "warmup_ns=0", "budget_ns=0",
        )  # fmt: skip
        verified = [fields for tag, fields in replies if tag == "verified"]
        assert [f["operation"] for f in verified] == [name for name in operations for _ in range(2)], replies
        for fields in verified:
            assert int(fields["touch"]) == touches.get(fields["operation"], 0)
    runner = runner_of("java/bytebuffer", workload)
    assert ask(runner, "emit", f"corpus={corpus}", f"out={messages}")[0] == 0
    # NaN alone may be written in another pattern; these objects hold the canonical one.
    assert list(read_messages(messages)) == encoded
    descending = [Encoder(schema, descending=True).encode(one) for one in made]
    write_corpus(corpus, descending)
    assert ask(runner, "emit", f"corpus={corpus}", f"out={messages}")[0] == 0
    assert list(read_messages(messages)) == descending


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x02" + bytes(21), "A bool or presence byte is neither 0 nor 1."),
        (b"\x01\x05\0\0\0" + bytes(17), "An enum has a number that is not declared."),
        (b"\x01" + bytes(4) + b"\x01\0\0\0\xff" + bytes(13), "A string is not UTF-8."),
        (
            b"\x01" + bytes(8) + b"\x01\0\xc0\x7f" + bytes(9),
            "A NaN has another pattern than the canonical one.",
        ),
        (
            b"\x01" + bytes(12) + b"\x02\0\0\0" + (b"\x01\0\0\0" + bytes(21)) * 2 + bytes(4),
            "The keys of a map do not ascend.",
        ),
        (b"\x01" + bytes(16) + b"\x03\0\0\0", "A oneof has a position beyond its last case."),
        (b"\x01" + bytes(21), "Bytes are left over after the value."),
        (b"\x01" + bytes(19), "The bytes end inside a value."),
        (b"\x01" + bytes(4) + b"\xff\xff\xff\xff", "The bytes end inside a value."),
        (b"\x01" + bytes(4) + b"\xff\xff\xff\x7f", "The bytes end inside a value."),
    ],
)
def test_the_corpus_reader_refuses(data: bytes, why: str, tmp_path: Path) -> None:
    schema = schema_of(
        """message M { bool a = 1; E b = 2; string c = 3; float d = 4; map<uint32, M> e = 5;
           oneof f { bool g = 6; bool h = 7; } } enum E { Z = 0; Y = 1; }"""
    )
    corpus = tmp_path / "corpus.bin"
    write_corpus(corpus, [data])
    status, replies = ask(
        runner_of("java/memcpy", workload_of("refusing", schema)), "check", f"corpus={corpus}"
    )
    assert status == 2
    assert replies[-1] == (
        "error",
        {"detail": f"The object 0 of {corpus} is not of this runner's schema: {why}"},
    )


@pytest.mark.usefixtures("cache")
def test_requests_that_cannot_be_served_are_answered_with_a_sentence(tmp_path: Path) -> None:
    schema = schema_of("message M { int32 a = 1; }")
    runner = runner_of("java/bytebuffer", workload_of("tiny", schema))
    corpus = tmp_path / "corpus.bin"
    write_corpus(corpus, [bytes(4)])
    wanted = {
        (): "The request names no verb.",
        ("dance",): 'There is no verb "dance".',
        ("check",): 'The verb check lacks the key "corpus".',
        ("check", "corpus=a", "corpus=b"): 'The key "corpus" appears twice.',
        ("describe", "x=1"): 'The verb describe has no key "x".',
        ("describe", "x"): 'The argument "x" is not of the form key=value.',
        ("calibrate", f"corpus={corpus}", "sample_ns=1x", "samples=3"): (
            'The value of sample_ns is "1x" where a number belongs.'
        ),
    }
    for words, sentence in wanted.items():
        status, replies = ask(runner, *words)
        assert (status, replies[0][0], replies[-1]) == (2, "runner", ("error", {"detail": sentence}))


@pytest.mark.usefixtures("cache")
def test_the_sampler_is_calibrated_in_turn(tmp_path: Path) -> None:
    schema = schema_of("message M { bytes a = 1; }")
    runner = runner_of("java/memcpy", workload_of("calibrated", schema))
    corpus = tmp_path / "corpus.bin"
    write_corpus(corpus, [Encoder(schema).encode({"a": bytes(1000)})] * 4)
    _, replies = ask(runner, "calibrate", f"corpus={corpus}", "sample_ns=100000", "samples=2")
    lines = [fields for tag, fields in replies if tag == "calibration"]
    assert [line["name"] for line in lines] == ["empty", "sampler-memcpy", "hand-memcpy"] * 2
    assert all(int(line["n"]) % 4 == 0 for line in lines)


def test_the_first_error_of_javac_is_the_sentence() -> None:
    log = "warning: [x] y\n/tmp/a b/plain/Item.java:3: error: ';' expected\n  int x\n1 error\n"
    assert first_error(log) == "Item.java:3: error: ';' expected"
    assert first_error("error: release version 99 not supported") == "error: release version 99 not supported"
