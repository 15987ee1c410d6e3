"""The adapter of python/mashumaro: mashumaro with orjson over dataclasses, the plain types."""

from binascii import a2b_base64, b2a_base64
from functools import partial

import orjson
from mashumaro.codecs.basic import BasicEncoder
from mashumaro.codecs.orjson import ORJSONDecoder
from mashumaro.mixins.orjson import OrjsonDialect
from options import OPTIONS
from rendered.plain import SerbenchRoot


def _encoded(value):
    return b2a_base64(value, newline=False).decode("ascii")


def _decoded(text):
    return a2b_base64(text, strict_mode=True)


class _Dialect(OrjsonDialect):
    """Members are called as in the schema, and what is absent is left out."""

    serialize_by_alias = True
    omit_none = True
    # The library's own base64 breaks lines.
    serialization_strategy = {bytes: {"serialize": _encoded, "deserialize": _decoded}}  # noqa: RUF012


# The library compiles functions for all classes here, once for all adapters. Its own encoder for orjson has
# no place for options.
_ENCODER = BasicEncoder(
    SerbenchRoot, default_dialect=_Dialect, post_encoder_func=partial(orjson.dumps, option=OPTIONS)
)
_DECODER = ORJSONDecoder(SerbenchRoot, default_dialect=_Dialect)


class Adapter:
    """Encodes and decodes by the codecs of the library."""

    encode = staticmethod(_ENCODER.encode)
    decode = staticmethod(_DECODER.decode)


def new_adapter():
    return Adapter()
