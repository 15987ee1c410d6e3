"""The licences of the packages in a codec's environment, by their metadata."""

import re
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.python.environments import packages_folder
from serbench.languages.python.pins import locked_by

_CLASSIFIER = "License :: "
# A whole text of a licence stands in the field of its name, too.
_LONGEST_NAME = 60


def licences_of(codec: CodecManifest) -> frozenset[str]:
    """The licences as the packages that a codec's requirements pin declare them, empty for one that declares
    none. Raises SerbenchError where the requirements cannot be read."""
    return licences_in(packages_folder(codec), locked_by(codec))


def licences_in(folder: Path, names: frozenset[str]) -> frozenset[str]:
    """The licences of packages by their names in a folder of installed ones."""
    wanted = {_normalized(name) for name in names}
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.dist-info/METADATA"))
    fields = [HeaderParser().parsestr(text) for text in texts]
    return frozenset(_licence(one) for one in fields if _normalized(one.get("Name", "")) in wanted)


def _licence(fields: Message) -> str:
    """As the newest of the three fields says that a package may have."""
    named = " ".join((fields.get("License") or "").split())
    classified = [one for one in fields.get_all("Classifier", []) if one.startswith(_CLASSIFIER)]
    of_classifiers = " AND ".join(sorted(one.rpartition(" :: ")[2] for one in classified))
    is_name = 0 < len(named) <= _LONGEST_NAME
    return fields.get("License-Expression") or (named if is_name else of_classifiers)


def _normalized(name: str) -> str:
    """The name by which PyPI finds a package."""
    return re.sub(r"[-_.]+", "-", name).lower()
