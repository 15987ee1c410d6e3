"""One module an IDL: its class ``Names`` gives the names and types of the schema's rendered IDL file.

A codec's manifest names the module (``idl = "thrift"``); templates see what it gives as ``idl`` on the
schema, messages, enums, members and cases.
"""

import pkgutil
from importlib import import_module

from serbench.render.idl import Idl, IdlNames, ReservedWords
from serbench.schema.model import Schema

IDLS = frozenset(module.name for module in pkgutil.iter_modules(__path__))


def lower_to_idl(name: str, schema: Schema, words: ReservedWords) -> Idl | None:
    """The lowering by the module of that name, which uses none of the words as names; None for the empty name
    of a codec without an IDL."""
    if not name:
        return None
    names: IdlNames = import_module(f"{__name__}.{name}").Names(schema, words)
    return names.lower()
