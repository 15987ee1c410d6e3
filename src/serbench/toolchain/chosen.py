"""The compiler or runtime in the place of a language's usual one, within a block of code and its threads."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

_PROGRAMS: ContextVar[Mapping[str, str]] = ContextVar("programs", default=MappingProxyType({}))


@contextmanager
def using(language: str, program: str) -> Iterator[None]:
    """Has a language find this program, or its usual one where ``program`` is empty."""
    others = {name: path for name, path in _PROGRAMS.get().items() if name != language}
    token = _PROGRAMS.set({**others, language: program} if program else others)
    try:
        yield
    finally:
        _PROGRAMS.reset(token)


def program_of(language: str) -> str:
    """The program that a language finds here, empty for its usual one."""
    return _PROGRAMS.get().get(language, "")
