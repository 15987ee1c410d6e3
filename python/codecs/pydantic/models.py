"""What the models of an application have in common."""

from binascii import a2b_base64, b2a_base64
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

__all__ = ["Base64", "Field", "Model"]


class Model(BaseModel):
    """The base of all models: fields whose names are taken have others in the text, and NaN and the
    infinities are strings there."""

    model_config = ConfigDict(validate_by_name=True, serialize_by_alias=True, ser_json_inf_nan="strings")


def _encoded(value: bytes) -> str:
    return b2a_base64(value, newline=False).decode("ascii")


def _decoded(value: bytes | str) -> bytes:
    return a2b_base64(value, strict_mode=True) if isinstance(value, str) else value


# The library's own base64 has the alphabet for addresses.
Base64 = Annotated[
    bytes, BeforeValidator(_decoded), PlainSerializer(_encoded, return_type=str, when_used="json")
]
