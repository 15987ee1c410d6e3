"""The toys for all tests of rooms."""

from fakes.toy import ask

__all__ = ["ask"]
