"""Finds the Python codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.generators import generators_of
from serbench.languages.python.environments import interpreter_version, least_version
from serbench.languages.python.pins import requirements_of
from serbench.toolchain.requirements import parse_version


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that its
    requirements.txt pins. The build installs them."""
    found: dict[str, Availability] = {}
    for codec in codecs:
        try:
            found[codec.name] = _availability(codec)
        except SerbenchError as error:
            found[codec.name] = Availability(False, "", str(error))
    return found


def _availability(codec: CodecManifest) -> Availability:
    least, here = least_version(codec), parse_version(interpreter_version().split()[1])
    if here < least:
        needed, has = (".".join(map(str, version)) for version in (least, here))
        return Availability(False, "", f"Its library needs Python {needed} or later, and python3 is {has}")
    missing = generators_of(codec).missing()
    if missing:
        return Availability(False, "", missing)
    libraries = requirements_of(codec).libraries
    return Availability(True, libraries[0][1] if libraries else "", "")
