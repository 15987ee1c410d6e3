"""The languages: each is a folder here whose package holds the value ``LANGUAGE``. No list names them."""

import pkgutil
from functools import cache
from importlib import import_module

from serbench.codecs.naming import language_name
from serbench.errors import BadInput, SerbenchError
from serbench.languages.language import Language
from serbench.toolchain.releases import Registry
from serbench.toolchain.requirements import MissingToolchain, Toolchain


def languages() -> tuple[Language, ...]:
    """Every language, in the order of names."""
    return tuple(_found(tuple(__path__)).values())


def language_names() -> tuple[str, ...]:
    """The names of the languages, in order."""
    return tuple(_found(tuple(__path__)))


def language_named(name: str) -> Language:
    """The language of that name; raises BadInput where there is none."""
    found = _found(tuple(__path__))
    if name not in found:
        raise BadInput(f'There is no language "{name}"; there are {", ".join(found)}.')
    return found[name]


def language_of(codec: str) -> Language:
    """The language of a codec (``LANGUAGE/NAME``); raises BadInput for one that there is not."""
    return language_named(language_name(codec))


def registries() -> dict[str, Registry]:
    """The registries of all languages by their names in pins."""
    return {one.name: one for language in languages() if (one := language.builder.registry)}


def title_of(codec: str) -> str:
    """How the language of a codec is written; of one that is not here, as an older or another run may have,
    the first part of the codec's name."""
    name = language_name(codec)
    found = _found(tuple(__path__)).get(name)
    return found.title if found else name


def toolchain(name: str) -> Toolchain | MissingToolchain:
    """The tools of a language here, or what is missing; raises BadInput for an unknown language."""
    return language_named(name).toolchain()


@cache
def _found(places: tuple[str, ...]) -> dict[str, Language]:
    """The packages in these folders, by name."""
    found: dict[str, Language] = {}
    for module in sorted(pkgutil.iter_modules(places), key=lambda module: module.name):
        if module.ispkg:
            language = import_module(f"{__name__}.{module.name}").LANGUAGE
            if not isinstance(language, Language) or language.name != module.name:
                raise SerbenchError(f"The folder {module.name} of the languages has no language of its name.")
            found[module.name] = language
    return found
