"""Own data whose messages, enums and fields are called like keywords, types and annotations of the languages.

The tours prove most such names for every codec; here is what needs small classes or names that no tour has,
for our own code and for Java, whose libraries make code of classes while they run.
"""

import json
from collections.abc import Callable

import pytest
from runners.conftest import CODECS, HANDCODED

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.verification.verify import verify_codec

pytestmark = pytest.mark.slow

SCHEMA = r"""syntax = "proto3";
package std.class.crate.java.lang;
message Codec {
  optional string self = 1 [json_name = "\"; int main(){} /*"];
  map<string, Override> Vec = 2;
  repeated Some String = 3;
  oneof object { Void Void = 4; i32 u8 = 5; string Override = 6; }
  std std = 7;
  serbench plain = 8 [json_name = "*/ //\\\n"];
}
message Override { repeated Ok size = 1; }
message Some { optional Ok none = 1; int64 hashCode = 2; optional Codec Box = 3; }
message Void {}
message i32 { sint32 i32 = 1; }
message std { string string = 1; int NULL = 2; }
message serbench { uint64 codec = 1; Exception Exception = 2; }
message Exception { float class = 1; }
enum Ok { Some_ = 0; number = 1; from_number = 2; values = 3; i386 = 4; None_ = 5; Default = 6; }
enum int { Err = 0; EOF = 1; }
"""
OBJECTS = [
    {
        '"; int main(){} /*': "text",
        "Vec": {"key": {"size": ["number", "Default", "Some_"]}},
        "String": [{"none": "values", "hashCode": "-1", "Box": {"Override": "seven"}}],
        "u8": {"i32": -5},
        "std": {"string": "std", "NULL": "EOF"},
        "*/ //\\\n": {"codec": str(2**64 - 1), "Exception": {"class": 0.5}},
    },
    {"Void": {}, "Vec": {"": {}}},
    {},
]
# The schema holds itself, so what cannot be built for recursion is left out.
PROVED = [
    name
    for name, codec in CODECS.items()
    if (codec.language == "java" or name in HANDCODED) and "recursion" not in codec.cannot_build
]


@pytest.fixture(scope="module")
def verdict_of(
    ready_codecs: dict[str, CodecManifest], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], list[str]]:
    folder = tmp_path_factory.mktemp("names")
    (folder / "schema.proto").write_text(SCHEMA)
    (folder / "data.jsonl").write_text("".join(json.dumps(value) + "\n" for value in OBJECTS))
    own = OwnSchema(folder / "schema.proto", "Codec")
    workload, corpus = own_workload(own, str(folder / "data.jsonl"))
    assert corpus.manifest.objects == len(OBJECTS)
    codecs = [ready_codecs[name] for name in PROVED if name in ready_codecs]
    built = {item.codec: item for item in build_runners(codecs, [workload], jobs=2)}

    def find(codec: str) -> list[str]:
        if codec not in ready_codecs:
            pytest.skip(f"{codec} is not available on this machine")
        runner = built[codec]
        if isinstance(runner, BuildFailure):
            return [runner.detail]
        verdict = verify_codec(runner, CODECS[codec], workload, corpus)
        failed = [verdict.failure.detail] if verdict.failure else []
        return failed + [error.sentence() for error in verdict.errors]

    return find


@pytest.mark.parametrize("codec", PROVED)
def test_names_become_nothing_but_names(codec: str, verdict_of: Callable[[str], list[str]]) -> None:
    assert verdict_of(codec) == []
