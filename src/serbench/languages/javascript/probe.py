"""Finds the JavaScript codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Availability
from serbench.languages.building import availability_of, probed
from serbench.languages.javascript.node import node_release
from serbench.languages.javascript.packages import packages_of
from serbench.toolchain.requirements import parse_version


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that its
    package.json names. The build installs every package that is locked."""
    return probed(codecs, _availability)


def _availability(codec: CodecManifest) -> Availability:
    packages = packages_of(codec)
    libraries, least = ((), ()) if packages is None else (packages.libraries, packages.least)
    here = parse_version(node_release())
    too_old = "Its library needs Node {} or later, and this is {}"
    return availability_of(codec, libraries, least, here, too_old)
