"""The libraries that a codec's requirements.txt pins, and a Python that is too old for it."""

import re
from pathlib import Path

import pytest

from serbench.codecs.manifest import CodecManifest, load_manifest
from serbench.errors import SerbenchError
from serbench.languages.python import probe
from serbench.languages.python.environments import environment_of
from serbench.languages.python.pins import Requirements, of_harness, parse_requirements, requirements_of

PATH = Path("requirements.txt")
HASH = f"--hash=sha256:{'0' * 64}"
TEXT = f"""# What it is for.
fast[extra]==1.2.3 \\
    {HASH} \\
    {HASH}
other==0.1  {HASH}  # indirect

second.one==2.0rc1 {HASH}
"""
MANIFEST = 'library = "l"\nformat = "f"\nlicence = "MIT"\nhomepage = "h"\n'


def codec_in(folder: Path, manifest: str = "") -> CodecManifest:
    folder.mkdir(exist_ok=True)
    (folder / "codec.toml").write_text(MANIFEST + manifest)
    (folder / "requirements.txt").write_text(TEXT)
    return load_manifest("python", folder)


def test_the_libraries_are_those_that_a_codec_calls_itself() -> None:
    found = parse_requirements(TEXT, PATH)
    assert found.libraries == (("fast", "1.2.3"), ("second.one", "2.0rc1"))
    assert found.text == TEXT


@pytest.mark.parametrize("line", ["fast", "fast==1.2", f"fast>=1.2 {HASH}", "fast==1.2 --hash=sha256:12"])
def test_what_is_not_pinned_by_a_hash_is_refused(line: str) -> None:
    expected = f'requirements.txt has the line "{line[:60]}", which pins no release by a hash.'
    with pytest.raises(SerbenchError, match=re.escape(expected)):
        parse_requirements(f"\n{line}\n", PATH)


def test_every_environment_has_what_the_harness_calls(tmp_path: Path) -> None:
    assert [name for name, _ in of_harness().libraries] == ["xxhash"]
    found = requirements_of(codec_in(tmp_path / "fast"))
    assert found.text == TEXT + of_harness().text
    assert found.libraries == (("fast", "1.2.3"), ("second.one", "2.0rc1"))


def test_environments_are_shared_by_what_they_hold() -> None:
    one, same = Requirements(TEXT, ()), Requirements(TEXT, (("fast", "1.2.3"),))
    assert environment_of(one) == environment_of(same) != environment_of(Requirements("", ()))


def test_a_python_that_is_too_old_for_a_codec_measures_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "interpreter_version", lambda: "Python 3.11.7")
    newer = codec_in(tmp_path / "newer", '[runtime]\npython = "3.12"\n')
    older = codec_in(tmp_path / "older", '[runtime]\npython = "3.11"\n')
    wrong = codec_in(tmp_path / "wrong", "[runtime]\nflags = []\n")
    found = probe.probe([newer, older, wrong])
    assert (found["python/older"].available, found["python/older"].version) == (True, "1.2.3")
    assert not found["python/newer"].available
    assert found["python/newer"].reason == "Its library needs Python 3.12 or later, and this is 3.11.7"
    assert found["python/wrong"].reason.endswith('codec.toml has the unknown field "runtime.flags".')
