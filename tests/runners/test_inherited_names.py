"""Own data whose members are called like what every object of JavaScript inherits, or its libraries look for:
the right value, whether the member is there or not."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.verification.verify import verify_codec

pytestmark = pytest.mark.slow

NAMES = ("__proto__", "constructor", "hasOwnProperty", "prototype", "toJSON", "toString", "valueOf", "then")
LANGUAGE = "javascript"
PROVED = [name for name, codec in CODECS.items() if codec.language == LANGUAGE]
# Of a schema without __proto__: a codec that cannot serve it is proved with the other names.
OTHERS = [name for name in PROVED if "proto-member" in CODECS[name].cannot_build]


def schema_text(names: tuple[str, ...]) -> str:
    """A message that holds, for each name, messages with a field of it of every label."""
    fields = "".join(f"In{name} of_{name} = {number}; " for number, name in enumerate(names, 1))
    texts = [f'syntax = "proto3"; message Names {{ {fields} }}']
    for name in names:
        texts += [
            f"message In{name} {{ int64 {name} = 1; May{name} m = 2; List{name} l = 3; One{name} o = 4;"
            f" Map{name} e = 5; Held{name} h = 6; }}",
            f"message May{name} {{ optional string {name} = 1; }}",
            f"message List{name} {{ repeated bytes {name} = 1; }}",
            f"message One{name} {{ oneof of {{ string {name} = 1; int64 other = 2; }} }}",
            f"message Map{name} {{ map<string, int64> {name} = 1; }}",
            f"message Held{name} {{ May{name} {name} = 1; }}",
        ]
    return "\n".join(texts)


def objects(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """One in which every member is there, and ones in which the members are absent at each level."""
    whole: dict[str, Any] = {
        f"of_{name}": {
            name: "5",
            "m": {name: "text"},
            "l": {name: ["AAE="]},
            "o": {name: "case"},
            "e": {name: {"key": "1"}},
            "h": {name: {name: "within"}},
        }
        for name in names
    }
    empty: dict[str, Any] = {
        f"of_{name}": {"m": {}, "l": {}, "o": {"other": 4}, "e": {}, "h": {}} for name in names
    }
    unset: dict[str, Any] = {f"of_{name}": {"o": {}} for name in names}
    return [whole, empty, unset, {}]


@pytest.fixture(scope="module")
def verdict_of(
    ready_codecs: dict[str, CodecManifest], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], list[str]]:
    def verdicts(names: tuple[str, ...], codecs: list[str]) -> dict[str, list[str]]:
        folder = tmp_path_factory.mktemp("inherited")
        (folder / "schema.proto").write_text(schema_text(names))
        (folder / "data.jsonl").write_text("".join(json.dumps(value) + "\n" for value in objects(names)))
        workload, corpus = own_workload(OwnSchema(folder / "schema.proto"), str(folder / "data.jsonl"))
        found: dict[str, list[str]] = {}
        wanted = [ready_codecs[name] for name in codecs if name in ready_codecs]
        for runner in build_runners(wanted, [workload], jobs=2):
            if isinstance(runner, BuildFailure):
                found[runner.codec] = [runner.detail]
                continue
            verdict = verify_codec(runner, CODECS[runner.codec], workload, corpus)
            failed = [verdict.failure.detail] if verdict.failure else []
            found[runner.codec] = failed + [error.sentence() for error in verdict.errors]
        return found

    of_all = verdicts(NAMES, [name for name in PROVED if name not in OTHERS]) | verdicts(NAMES[1:], OTHERS)

    def find(codec: str) -> list[str]:
        if codec not in ready_codecs:
            pytest.skip(f"{codec} is not available on this machine")
        return of_all[codec]

    return find


@pytest.mark.parametrize("codec", PROVED)
def test_members_are_their_own(codec: str, verdict_of: Callable[[str], list[str]]) -> None:
    assert verdict_of(codec) == []
