"""Can only encode and decode."""

from __future__ import annotations

from fakes.honest import Honest, start


class Decoder(Honest):
    sides = {"encode": "application", "decode": "application"}  # noqa: RUF012


if __name__ == "__main__":
    start(Decoder)
