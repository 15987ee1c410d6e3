"""Errors that reach the user as one clear sentence; everything else is a defect of serbench."""

from __future__ import annotations


class SerbenchError(Exception):
    """An error whose text is shown to the user as it stands.

    ``exit_status`` follows the design: 1 when some cells failed, 2 when nothing could be done.
    """

    exit_status = 1


class BadInput(SerbenchError):
    """Arguments or input with which nothing can be done."""

    exit_status = 2
