"""10 000 lines of a web server's log in one message.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

LINES = 10_000
USERS = ("-", "alice", "bob", "carmen", "david", "erika", "frank", "grace", "hiroshi")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
METHODS = ("GET", "POST", "PUT", "UPDATE", "DELETE")
ROUTES = (
    "/favicon.ico",
    "/css/index.css",
    "/css/font-awesome.min.css",
    "/img/logo-full.svg",
    "/img/splash.jpg",
    "/api/login",
    "/api/logout",
)
PROTOCOLS = ("HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3")
CODES = (200, 304, 404)
LARGEST_BYTES = 100_000_000


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {"lines": [_line(draw) for _ in range(LINES)]}


def _line(draw: random.Random) -> dict[str, object]:
    return {
        "address": {part: _below(draw, 256) for part in ("x0", "x1", "x2", "x3")},
        "identity": "-",
        "userid": _one_of(draw, USERS),
        "date": _date(draw),
        "request": f"{_one_of(draw, METHODS)} {_one_of(draw, ROUTES)} {_one_of(draw, PROTOCOLS)}",
        "code": _one_of(draw, CODES),
        "size": _below(draw, LARGEST_BYTES),
    }


def _date(draw: random.Random) -> str:
    day = f"{1 + _below(draw, 28)}/{_one_of(draw, MONTHS)}/{1970 + _below(draw, 52)}"
    return f"{day}:{_below(draw, 24):02d}:{_below(draw, 60):02d}:{_below(draw, 60):02d} +0000"


def _below(draw: random.Random, limit: int) -> int:
    return int(draw.random() * limit)


def _one_of(draw: random.Random, choices: Sequence[T]) -> T:
    return choices[_below(draw, len(choices))]
