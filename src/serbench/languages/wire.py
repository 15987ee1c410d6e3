"""The names of rendered IDL files, which are the same for all languages."""

from __future__ import annotations

from functools import reduce

from serbench.languages import languages
from serbench.render.idl import NO_WORDS, Idl
from serbench.render.idls import lower_to_idl
from serbench.schema.model import Schema


def wire_names(idl: str, schema: Schema) -> Idl | None:
    """What the IDL's module makes of a schema, by names that the generators of every language accept; None
    for the empty name of a codec without an IDL."""
    words = reduce(lambda all_words, language: all_words | language.reserved, languages(), NO_WORDS)
    return lower_to_idl(idl, schema, words)
