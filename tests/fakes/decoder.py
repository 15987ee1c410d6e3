"""Can only encode and decode."""

from fakes.honest import Honest, start


class Decoder(Honest):
    sides = {"encode": "application", "decode": "application"}  # noqa: RUF012


if __name__ == "__main__":
    start(Decoder)
