"""Errors that reach the user as one clear sentence; everything else is a defect of serbench."""

from __future__ import annotations


class SerbenchError(Exception):
    """An error whose text is shown to the user verbatim.

    ``exit_status`` follows the design: 2 when nothing could be done, 1 when something was.
    """

    exit_status = 2


class BadInput(SerbenchError):
    """Arguments or input with which nothing can be done."""


class Incomplete(SerbenchError):
    """Work that ended early; what was done is kept."""

    exit_status = 1
