"""Finds the JavaScript codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.generators import generators_of
from serbench.languages.javascript.node import node_version
from serbench.languages.javascript.packages import packages_of
from serbench.toolchain.requirements import parse_version


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that its
    package.json names. The build installs every package that is locked."""
    found: dict[str, Availability] = {}
    for codec in codecs:
        try:
            found[codec.name] = _availability(codec)
        except SerbenchError as error:
            found[codec.name] = Availability(False, "", str(error))
    return found


def _availability(codec: CodecManifest) -> Availability:
    packages = packages_of(codec)
    here = parse_version(node_version().removeprefix("v"))
    if packages is not None and here < packages.least:
        needed, found = (".".join(map(str, version)) for version in (packages.least, here))
        return Availability(
            False, "", f"Its library needs Node {needed} or later, and this machine has {found}"
        )
    missing = generators_of(codec).missing()
    if missing:
        return Availability(False, "", missing)
    version = packages.libraries[0][1] if packages is not None and packages.libraries else ""
    return Availability(True, version, "")
