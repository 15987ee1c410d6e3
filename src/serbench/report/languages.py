"""How the languages are written and drawn."""

from __future__ import annotations

from serbench.languages import language_named, language_names, languages, title_of


def language_of(codec: str) -> str:
    """The display name of a codec's language: ``C++`` for ``cpp/protobuf``."""
    return title_of(codec)


def titles() -> list[str]:
    """The languages as people write them, in the order in which tables and pictures have them."""
    return [language.title for language in languages()]


def terminal_colour(codec: str) -> str:
    """The colour of a codec's language on a terminal; empty for one that is not here."""
    name = codec.partition("/")[0]
    return language_named(name).colours.terminal if name in language_names() else ""
