"""The toys for all tests of packages."""

from fakes.toy import ask

__all__ = ["ask"]
