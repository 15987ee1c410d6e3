"""Finds the Go codecs that are available here, and their releases."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Availability
from serbench.languages.building import availability_of, probed
from serbench.languages.go import LANGUAGE
from serbench.languages.go.modules import module_of
from serbench.toolchain.chosen import program_of
from serbench.toolchain.requirements import parse_version
from serbench.toolchain.support import Runtime, dated


def probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """The availability of each codec, by its name; the version is that of the first library that go.mod
    requires. The build fetches every module that it pins."""
    return probed(codecs, _availability)


def compiler_version() -> str:
    """The version that the compiler reports (``go version go1.24.1 linux/amd64``)."""
    return LANGUAGE.tools().tool("compiler").version


def runtime() -> Runtime:
    """The compiler, with the time that its release carries."""
    compiler = LANGUAGE.tools().tool("compiler")
    version = compiler.version.split()[2].removeprefix("go")
    return dated("Go", version, compiler.path.resolve().parents[1] / "VERSION", r"^time (\S+)$")


def _availability(codec: CodecManifest) -> Availability:
    module = module_of(codec)
    here = parse_version(compiler_version().split()[2].removeprefix("go").split("-")[0])
    libraries = [(name, version.removeprefix("v")) for name, version in module.libraries]
    too_old = "Its library needs Go {} or later, and this is {}"
    too_old += "" if program_of(LANGUAGE.name) else f": {_newer()}"
    return availability_of(codec, libraries, module.least, here, too_old)


def _newer() -> str:
    return next(requirement.command for requirement in LANGUAGE.requirements)
