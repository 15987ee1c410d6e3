"""Media with its images, about 350 bytes.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

HOSTS = ("media.example.com", "cdn.example.org", "video.example.net")
WORDS = (
    "keynote harbour interview engine garden summit lecture winter orchestra satellite market bridge".split()
)
FIRST_NAMES = "Ada Bashir Chiara Dmitri Elif Farid Greta Hiro Ines Jonas Kofi Lena".split()
LAST_NAMES = "Adeyemi Berg Castillo Dubois Eriksen Fontana Gupta Huang Ivanova Jensen".split()
FORMATS = ("video/mpg4", "video/webm", "video/ogg")
HOLDERS = ("None", "Example Pictures", "Open Archive")
SCREENS = ((640, 480), (1280, 720), (1920, 1080))
IMAGES = ((1024, 768, "LARGE"), (320, 240, "SMALL"))


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        folder = f"http://{_one_of(draw, HOSTS)}/{_one_of(draw, WORDS)}/{_below(draw, 1_000_000):06d}"
        yield {"media": _media(draw, folder), "images": [_image(draw, folder, *shape) for shape in IMAGES]}


def _media(draw: random.Random, folder: str) -> dict[str, object]:
    width, height = _one_of(draw, SCREENS)
    media: dict[str, object] = {
        "uri": f"{folder}/{_one_of(draw, WORDS)}.mpg",
        "width": width,
        "height": height,
        "format": _one_of(draw, FORMATS),
        "duration": 60_000 + _below(draw, 36_000_000),
        "size": 1_000_000 + _below(draw, 4_000_000_000),
        "persons": [
            f"{_one_of(draw, FIRST_NAMES)} {_one_of(draw, LAST_NAMES)}" for _ in range(1 + _below(draw, 3))
        ],
        "player": _one_of(draw, ("JAVA", "FLASH")),
    }
    if draw.random() < 0.75:
        media["title"] = _title(draw)
    if draw.random() < 0.5:
        media["bitrate"] = 64_000 + _below(draw, 8_000_000)
    if draw.random() < 0.25:
        media["copyright"] = _one_of(draw, HOLDERS)
    return media


def _image(draw: random.Random, folder: str, width: int, height: int, size: str) -> dict[str, object]:
    image: dict[str, object] = {
        "uri": f"{folder}/{_one_of(draw, WORDS)}_{size.lower()}.jpg",
        "width": width,
        "height": height,
        "size": size,
    }
    if draw.random() < 0.75:
        image["title"] = _title(draw)
    return image


def _title(draw: random.Random) -> str:
    return " ".join(_one_of(draw, WORDS) for _ in range(2 + _below(draw, 3))).capitalize()


def _below(draw: random.Random, limit: int) -> int:
    return int(draw.random() * limit)


def _one_of(draw: random.Random, choices: Sequence[T]) -> T:
    return choices[_below(draw, len(choices))]
