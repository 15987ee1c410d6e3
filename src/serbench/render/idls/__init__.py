"""One module an IDL: its class ``Names`` gives the names and types of the schema's rendered IDL file.

A codec's manifest names the module (``idl = "thrift"``); templates see what it gives as ``idl`` on the
schema, messages, enums, members and cases. The file itself is rendered from the template beside the module,
which has a block ``header``: a codec whose generator wants options there has a template of the file's name
that extends it (``{% extends "idls/thrift.j2" %}``) and fills the block.
"""

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from serbench.render.engine import render_file
from serbench.render.idl import Idl, IdlNames, ReservedWords
from serbench.schema.model import Schema

IDLS = frozenset(module.name for module in pkgutil.iter_modules(__path__))


def lower_to_idl(
    name: str, schema: Schema, words: ReservedWords, versions: Sequence[Schema] = ()
) -> Idl | None:
    """The lowering by the module of that name, which uses none of the words as names; None for the empty name
    of a codec without an IDL. ``versions`` are those of the schema, itself among
    them, in the order of time; empty where there is one."""
    if not name:
        return None
    number = versions.index(schema) if versions else 0
    own, *others = (
        _lowered(name, version, words, versions)
        for version in (schema, *versions[:number], *versions[number + 1 :])
    )
    return replace(own, versions=(own.file, *(other.file for other in others)))


def _lowered(name: str, schema: Schema, words: ReservedWords, versions: Sequence[Schema]) -> Idl:
    names = _names(name)(schema, words)
    names.versions = versions
    return names.lower()


def idl_file(name: str) -> str:
    """The file of a codec that the module's template makes; empty where there is no module or no template."""
    return _names(name).makes if name else ""


def render_idl(name: str, context: Mapping[str, object]) -> dict[str, str]:
    """The text of that file by its name, without any options; nothing where there is none."""
    made = idl_file(name)
    return {made: render_file(Path(__file__).parent / _names(name).template, context)} if made else {}


def _names(name: str) -> type[IdlNames]:
    found: type[IdlNames] = import_module(f"{__name__}.{name}").Names
    return found
