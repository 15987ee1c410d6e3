"""Compares what came back with the object that went in."""

from typing import Any

from harness.adapter.failure import wrong
from harness.values.digest import digest_of
from harness.values.form import Form


def judge_value(form: Form, value: Any, expected: int) -> int:
    """The digest of a value that came back; raises a Failure if it is not that of the object."""
    digest = digest_of(form, value)
    judge_digest(digest, expected)
    return digest


def judge_digest(digest: int, expected: int) -> None:
    """Raises a Failure if a digest is not that of the object."""
    if digest != expected:
        raise wrong(
            f"The value that came back has the digest {digest:016x}, the object's is {expected:016x}."
        )


def judge_touch(form: Form, touch: int, plan: str, object: Any) -> None:
    """Raises a Failure if a touch is not that of the object."""
    expected = form.touched(object, plan)
    if touch != expected:
        raise wrong(f"What was read has the touch {touch}, the object's is {expected}.")
