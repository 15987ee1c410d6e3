"""When the release of a codec's library appeared, as the module proxy told when it was fetched."""

import json
import re
from datetime import date, datetime
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.go.build import go_environment
from serbench.languages.go.modules import module_of
from serbench.languages.go.probe import runtime


def released(codec: CodecManifest) -> date | None:
    """The day of the release of the first module that a codec requires, or of Go, where it needs no more;
    None where the module has not been fetched."""
    try:
        libraries = module_of(codec).libraries
        if not libraries:
            return runtime().released
    except SerbenchError:
        return None
    return told_of(Path(go_environment()["GOMODCACHE"]), *libraries[0])


def told_of(modules: Path, name: str, version: str) -> date | None:
    """The day of a module's release by Go's own file in the cache of ``modules``."""
    # In the cache a capital letter is a small one after an exclamation mark (Go Modules Reference).
    escaped = re.sub("[A-Z]", lambda letter: f"!{letter[0].lower()}", name)
    path = modules / "cache" / "download" / escaped / "@v" / f"{version}.info"
    try:
        return datetime.fromisoformat(json.loads(path.read_bytes())["Time"]).date()
    except (OSError, ValueError, KeyError, TypeError):
        return None
