"""A variant of a codec holds only what differs from its base, in every language."""

import re
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest
from serbench.selection.discovery import find_adapters

_MOST_FILES = 5
# What a tool writes: a variant with another library has a lock file of its own.
_LOCKS = {"Cargo.lock", "go.sum", "package-lock.json"}
_BUILT = {"target", "build", "__pycache__"}
_COMMENT = re.compile(r"\{#.*?#\}|/\*.*?\*/|//[^\n]*|^\s*#(?!include)[^\n]*", re.DOTALL | re.MULTILINE)
# What brings another file in: of templates, C++, CMake and Rust.
_FORWARD = re.compile(
    r"\{%-?\s*(include|extends|import)\b.*?%\}"
    r'|#include\s*["<][^\n]*'
    r"|\binclude(_str)?!?\s*\([^)]*\);?"
    r"|\bpub\s+use\b[^;]*;"
)
VARIANTS = [codec for codec in find_adapters() if codec.base]


def only_forwards(text: str) -> bool:
    """Whether a file does nothing but bring in another."""
    code = _COMMENT.sub("", text)
    return bool(_FORWARD.search(code)) and not _FORWARD.sub("", code).strip()


def files_of(folder: Path) -> dict[str, str]:
    inside = {path: path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()}
    return {
        str(name): path.read_text("utf-8") for path, name in inside.items() if not _BUILT & set(name.parts)
    }


@pytest.mark.parametrize("codec", VARIANTS, ids=lambda codec: codec.name)
def test_a_variant_holds_only_what_differs_from_its_base(codec: CodecManifest) -> None:
    assert codec.base_folder is not None
    own, of_base = files_of(codec.folder), files_of(codec.base_folder)
    assert len(own.keys() - _LOCKS) <= _MOST_FILES, sorted(own)
    assert [name for name, text in own.items() if only_forwards(text)] == []
    assert [name for name, text in own.items() if text in of_base.values()] == []


@pytest.mark.parametrize(
    "text",
    [
        '{% include "base/page.hpp.j2" %}\n',
        '{# The same. #}\n{% extends "base/page.hpp.j2" %}\n',
        "# As the base.\ninclude(../base/CMakeLists.txt)\n",
        '// As the base.\n#pragma once\n\n#include "../base/codec.hpp"\n',
        'include!("../../base/src/codec.rs");\n',
        "//! As the base.\npub use base::*;\n",
    ],
)
def test_a_file_that_forwards_is_recognised(text: str) -> None:
    assert only_forwards(text)


@pytest.mark.parametrize(
    "text",
    [
        '{% set spelled = {"int32": "sint32"} %}\n{% include "base/message.proto.j2" %}\n',
        '#pragma once\n#include "serializing.hpp"\nusing Codec = OneCodec<1>;\n',
        'base = "protobuf"\n',
        "mod codec;\n\nserbench_harness::runner!(codec::Packed);\n",
    ],
)
def test_a_file_that_says_something_itself_does_not_forward(text: str) -> None:
    assert not only_forwards(text)
