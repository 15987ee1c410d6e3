"""A schema of as many levels as are allowed, for codecs whose code has the levels within each other."""

from pathlib import Path

import pytest
from render.schemas import schema_of

from serbench.builds.rendered import code_files
from serbench.corpus.workload import Workload
from serbench.schema.limits import MOST_LEVELS
from serbench.selection.discovery import find_codecs

NESTED = ("cpp/sbe", "java/sbe", "javascript/avsc", "cpp/handcoded", "go/handcoded")


@pytest.mark.parametrize("held", ["{}", "repeated {}", "map<string, {}>"])
@pytest.mark.parametrize("codec", NESTED)
def test_the_most_levels_are_rendered(codec: str, held: str) -> None:
    levels = (f"message M{n} {{ {held.format(f'M{n + 1}')} next = 1; }}" for n in range(MOST_LEVELS - 1))
    schema = schema_of("\n".join([*levels, f"message M{MOST_LEVELS - 1} {{ int64 last = 1; }}"]))
    workload = Workload("own-deep", Path(), schema, False, "")
    (manifest,) = (one for one in find_codecs() if one.name == codec)
    assert any("last" in file.text for file in code_files(manifest, workload))
