"""Makes codecs ready to build: installs toolchains and libraries where the user may, names them otherwise."""

import platform
import shutil
from collections.abc import Collection, Mapping, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import silent
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_named, language_of, toolchain
from serbench.languages.builder import Availability, Tell
from serbench.toolchain.chosen import using
from serbench.toolchain.packages import install_packages, may_install, missing_packages
from serbench.toolchain.requirements import MissingToolchain


def availability(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """Whether each codec can be built on the machine as it is; nothing is installed."""
    found: dict[str, Availability] = {}
    for language, program in sorted({(codec.language, codec.flags.program) for codec in codecs}):
        alike = [codec for codec in codecs if (codec.language, codec.flags.program) == (language, program)]
        with using(language, program):
            found.update(_probed(language, alike))
    return found


def _probed(language: str, codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    """A language that cannot look for its libraries has no codec here; the others have theirs."""
    tools = toolchain(language)
    if isinstance(tools, MissingToolchain):
        lacking = Availability(False, "", _with_command(tools.detail, tools.command))
        return {codec.name: lacking for codec in codecs}
    try:
        return language_named(language).builder.probe(codecs)
    except SerbenchError as error:
        return {codec.name: Availability(False, "", str(error)) for codec in codecs}


def lacks_here(codecs: Sequence[CodecManifest]) -> dict[str, str]:
    """The codecs that cannot be built on the machine as it is; nothing is installed.
    Each has the reason, with the packages or the command that supply what is missing."""
    found = availability(codecs)
    return {
        codec.name: _reason(codec, found[codec.name]) for codec in codecs if not found[codec.name].available
    }


def make_ready(codecs: Sequence[CodecManifest], *, tell: Tell, step: Tell = silent) -> dict[str, str]:
    """Installs what the codecs lack, and returns those that still cannot be built with the reason. ``step``
    receives what it does, ``tell`` what the user should do.

    What a user without permission would have to install is reported once, as one command for all codecs.
    """
    if words := platform_words(platform.system(), shutil.which("apt-get") is not None):
        tell(words)
    _install_toolchains(sorted({codec.language for codec in codecs}), tell, step)
    found = availability(codecs)
    lacking = [codec for codec in codecs if not found[codec.name].available]
    wanted = sorted({name for codec in lacking for name in codec.packages.get("debian", ())})
    if wanted:
        outcome = install_packages(wanted, tell)
        if outcome.installed:
            found = availability(codecs)
        if not outcome.complete:
            tell(_with_command(outcome.detail, outcome.command))
    faults = _build_libraries([codec for codec in lacking if not found[codec.name].available], step)
    if faults:
        found = availability(codecs)
    return {
        codec.name: faults.get(codec.name) or _reason(codec, found[codec.name])
        for codec in codecs
        if not found[codec.name].available
    }


def require_some_ready(
    codecs: Sequence[CodecManifest], unavailable: Mapping[str, str], named: Collection[str]
) -> None:
    """Raises BadInput where no codec but floors is available. One that was ``named`` in full fails by
    itself."""
    wanted = [codec.name for codec in codecs if not codec.floor] or [codec.name for codec in codecs]
    if wanted and all(name in unavailable and name not in named for name in wanted):
        first = wanted[0]
        raise BadInput(f"None of these codecs is available here; {first}: {unavailable[first]}")


def platform_words(system: str, has_apt: bool) -> str:
    """A sentence about a platform on which less works; empty on Debian and its relatives."""
    if system != "Linux":
        return (
            f"serbench is only tried on Linux: on {system} it installs no packages of the system, and states"
            " of the page cache, pinned cores and disturbance by other programs are unknown."
        )
    if not has_apt:
        return (
            "This distribution has no apt-get, so serbench installs no packages of the system; it names what"
            " is missing as Debian does."
        )
    return ""


def expected_lacks(codecs: Sequence[CodecManifest]) -> dict[str, str]:
    """The codecs that ``make_ready`` is expected to return, each with the reason; nothing is installed.
    Everything that it would install or build is assumed to be available, because only trying shows whether it
    is."""
    found = availability(codecs)
    lacking = [codec for codec in codecs if not found[codec.name].available]
    installs = bool(lacking) and may_install()
    return {
        codec.name: _reason(codec, found[codec.name])
        for codec in lacking
        if not _would_be_ready(codec, installs)
    }


def _would_be_ready(codec: CodecManifest, installs: bool) -> bool:
    """Whether a codec that is not ready would be, by the steps of ``make_ready``: toolchains, packages, and
    libraries built from source where the packages that this takes are here by then."""
    with using(codec.language, codec.flags.program):
        tools = toolchain(codec.language)
    if isinstance(tools, MissingToolchain):
        return bool(tools.packages) and installs
    if missing_packages(codec.packages.get("debian", ())):
        return installs
    return has_recipe(codec)


def has_recipe(codec: CodecManifest) -> bool:
    """Whether a codec's library can be built from source where it is not here, as another release that is
    locked can; one that is registered is not built."""
    asks = language_of(codec.name).builder.has_recipe
    own = codec.name == codec.adapter or codec.locked_in is not None
    return own and asks is not None and asks(codec)


def _build_libraries(codecs: Sequence[CodecManifest], step: Tell) -> dict[str, str]:
    """Builds the libraries for which the manifests have a recipe, where everything needed is available: for
    each codec why its library could not be built, empty where it was."""
    faults: dict[str, str] = {}
    for codec in codecs:
        build_library = language_of(codec.name).builder.build_library
        if build_library is None or not has_recipe(codec):
            continue
        if missing_packages(codec.packages.get("debian", ())):
            continue
        try:
            with using(codec.language, codec.flags.program):
                build_library(codec, step)
            faults[codec.name] = ""
        except SerbenchError as error:
            faults[codec.name] = str(error)
    return faults


def _install_toolchains(languages: Sequence[str], tell: Tell, step: Tell) -> None:
    for language in languages:
        tools = toolchain(language)
        if isinstance(tools, MissingToolchain) and tools.packages:
            install_packages(tools.packages, tell)
        install_tools = language_named(language).builder.install_tools
        if install_tools is None:
            continue
        try:
            install_tools(step)
        except SerbenchError as error:
            tell(str(error))


def _reason(codec: CodecManifest, found: Availability) -> str:
    packages = codec.packages.get("debian", ())
    hint = f" (Debian: {' '.join(packages)})" if packages and "Debian" not in found.reason else ""
    return f"{found.reason}{hint}"


def _with_command(detail: str, command: str) -> str:
    return f"{detail} Install with: {command}" if command else detail
