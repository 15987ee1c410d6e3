"""What the adapter calls of msgspec."""

from msgspec.json import Decoder, Encoder

__all__ = ["Decoder", "Encoder"]
