"""The compilers and runtimes that a user may choose for a language, by name or path."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_named, languages
from serbench.languages.builder import Tell, Toolchains
from serbench.languages.language import Language
from serbench.toolchain.chosen import using
from serbench.toolchain.requirements import MissingToolchain

# As a name may stand in the names of rows.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")


@dataclass(frozen=True, slots=True)
class NamedToolchain:
    """A compiler or runtime of a language as a user ``given`` it, a name or a path; ``program`` is its file,
    and ``version`` the first line of what that says of its version."""

    language: str
    given: str
    program: str
    version: str

    @property
    def name(self) -> str:
        """Its name in rows."""
        return _name_of(self.given)

    @property
    def is_path(self) -> bool:
        return "/" in self.given


def toolchains_named(words: Sequence[str]) -> tuple[NamedToolchain, ...]:
    """The toolchains of words ``LANGUAGE=NAME,PATH,…``. Raises BadInput where one is not here or too old."""
    found: dict[tuple[str, str], NamedToolchain] = {}
    for word in words:
        language, mark, names = word.partition("=")
        if not mark or not all(names.split(",")):
            raise BadInput(f'"--toolchain {word}" names no toolchain; use LANGUAGE=NAME,….')
        for given in dict.fromkeys(names.split(",")):
            one = _named(language_named(language), given)
            other = found.setdefault((language, one.name), one)
            if other.program != one.program:
                raise BadInput(f"{other.given} and {given} are both called {one.name}; link to one of them.")
    return tuple(found.values())


def toolchains_here(language: Language) -> tuple[NamedToolchain, ...]:
    """The toolchains on this machine that are new enough, in the order of their names."""
    choice = language.builder.toolchains
    here = choice.here() if choice else {}
    tools = {name: _examined(language, choice, here[name]) for name in sorted(here, key=_order) if choice}
    return tuple(
        NamedToolchain(language.name, name, here[name], version)
        for name, (version, fault) in tools.items()
        if not fault
    )


def fetch_toolchains(words: Sequence[str], tell: Tell) -> tuple[NamedToolchain, ...]:
    """The toolchains of words ``LANGUAGE=NAME,…``; those that are not here are fetched from where they are
    served. Raises BadInput for what cannot be had."""
    for word in words:
        name, _, names = word.partition("=")
        language = language_named(name)
        choice = language.builder.toolchains
        for given in names.split(","):
            if choice and "/" not in given and not _program_here(choice, given):
                _fetch(language, choice, given, tell)
    return toolchains_named(words)


def _fetch(language: Language, choice: Toolchains, name: str, tell: Tell) -> None:
    if choice.fetch is None or not choice.served(name):
        return
    try:
        choice.fetch(name, tell)
    except SerbenchError as error:
        raise BadInput(f"{language.title}'s {name} cannot be had: {error}") from error


def note_of(toolchains: Sequence[NamedToolchain]) -> str:
    """The sentences that name versions of toolchains and say what each language's choice changes."""
    sentences = []
    for language in languages():
        chosen = [one for one in toolchains if one.language == language.name]
        if chosen and (choice := language.builder.toolchains):
            versions = ", ".join(f"{one.name} is {one.version}" for one in chosen)
            sentences.append(f"{language.title}: {versions}. {choice.note}")
    return " ".join(sentences)


def _named(language: Language, given: str) -> NamedToolchain:
    choice = language.builder.toolchains
    if choice is None:
        raise BadInput(f"{language.title} has no toolchains to choose among.")
    if not _NAME.fullmatch(_name_of(given)):
        raise BadInput(f"{given} cannot be a part of rows' names; link to it under another name.")
    program = _program_at(Path(given), choice.program) if "/" in given else _program_here(choice, given)
    if not program:
        raise BadInput(_missing(language, choice, given))
    version, fault = _examined(language, choice, program)
    if fault:
        raise BadInput(fault)
    return NamedToolchain(language.name, given, program, version)


def _name_of(given: str) -> str:
    """The name in rows; of a path its last part."""
    return Path(given).name if "/" in given else given


def _program_at(path: Path, program: str) -> str:
    """The absolute path of the program itself or below the folder of an installation; empty where there is
    none. Links stay links, because some programs are called by several names."""
    place = path.expanduser() / program if path.expanduser().is_dir() else path.expanduser()
    return str(place.absolute()) if place.is_file() else ""


def _program_here(choice: Toolchains, name: str) -> str:
    """The program of a name on this machine, of several that begin with it the newest (``1.26`` is
    ``1.26.8``); empty where there is none."""
    here = choice.here()
    if name in here:
        return here[name]
    begun = [one for one in here if one.startswith((f"{name}.", f"{name}-"))]
    return here[max(begun, key=_order)] if begun else ""


def _order(name: str) -> tuple[str, tuple[int, ...]]:
    numbers = re.findall(r"\d+", name)
    return re.split(r"\d", name)[0], tuple(map(int, numbers))


def _examined(language: Language, choice: Toolchains | None, program: str) -> tuple[str, str]:
    """The version of a program, or what is wrong with it."""
    with using(language.name, program):
        tools = language.toolchain()
    if isinstance(tools, MissingToolchain):
        return "", tools.detail
    return (tools.tool(choice.role).version if choice else ""), ""


def _missing(language: Language, choice: Toolchains, given: str) -> str:
    if "/" in given:
        return f"{given} is neither a program nor a folder with {choice.program}."
    names = ", ".join(one.name for one in toolchains_here(language)) or "none"
    served = choice.served(given)
    way = (
        f"`./serbench setup --toolchain {language.name}={given}` fetches {served}."
        if served
        else f"No registry serves it; a path will do: {language.name}=PATH."
    )
    return f"{language.title} has no toolchain {given} here; there are {names}. {way}"
