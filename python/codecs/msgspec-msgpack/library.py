"""What the adapter calls of msgspec."""

from msgspec.msgpack import Decoder, Encoder

__all__ = ["Decoder", "Encoder"]
