"""Finds the Go codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability
from serbench.languages.generators import generators_of
from serbench.languages.go import LANGUAGE
from serbench.languages.go.modules import Module, module_of
from serbench.toolchain.requirements import parse_version


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that go.mod
    requires. The build fetches every module that it pins."""
    found: dict[str, Availability] = {}
    for codec in codecs:
        try:
            found[codec.name] = _availability(codec, module_of(codec))
        except SerbenchError as error:
            found[codec.name] = Availability(False, "", str(error))
    return found


def compiler_version() -> str:
    """The version that the compiler reports (``go version go1.24.1 linux/amd64``)."""
    return LANGUAGE.tools().tool("compiler").version


def _availability(codec: CodecManifest, module: Module) -> Availability:
    here = parse_version(compiler_version().split()[2].removeprefix("go").split("-")[0])
    if here < module.least:
        needed, found = (".".join(map(str, version)) for version in (module.least, here))
        reason = f"Its library needs Go {needed} or later, and this machine has {found}: {_newer()}"
        return Availability(False, "", reason)
    missing = generators_of(codec).missing()
    if missing:
        return Availability(False, "", missing)
    version = module.libraries[0][1].removeprefix("v") if module.libraries else ""
    return Availability(True, version, "")


def _newer() -> str:
    return next(requirement.command for requirement in LANGUAGE.requirements)
