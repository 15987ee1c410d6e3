"""Finds the Python codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Availability
from serbench.languages.building import availability_of, probed
from serbench.languages.python.environments import interpreter_version, least_version
from serbench.languages.python.pins import requirements_of
from serbench.toolchain.requirements import parse_version


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that its
    requirements.txt pins. The build installs them."""
    return probed(codecs, _availability)


def _availability(codec: CodecManifest) -> Availability:
    here = parse_version(interpreter_version().split()[1])
    too_old = "Its library needs Python {} or later, and this is {}"
    return availability_of(codec, requirements_of(codec).libraries, least_version(codec), here, too_old)
