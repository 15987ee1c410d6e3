"""Cases after failures that were published, each a file of the folder ``named``."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.errors import BadInput
from serbench.experiments.torture.cases.case import Case, CaseMaterial, whole

KIND = "named"
NAMED = Path(__file__).parents[1] / "named"
_KEYS = {"title", "reference", "formats", "parts", "hex"}


@dataclass(frozen=True, slots=True)
class Named:
    """``title`` says in a line what the bytes claim, ``reference`` where it was published; ``formats`` are
    those that it is meant for."""

    name: str
    title: str
    reference: str
    formats: tuple[str, ...]
    data: bytes


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    """All that are meant for the format, whatever the budget: there are few."""
    return [
        whole(KIND, one.data, one.title, one.name, one.reference)
        for one in all_named()
        if material.format in one.formats
    ]


@cache
def all_named(folder: Path = NAMED) -> Sequence[Named]:
    """In the order of their names. Raises BadInput for a file that is not valid."""
    return tuple(load_named(path) for path in sorted(folder.glob("*.toml")))


def load_named(path: Path) -> Named:
    """A case of a file: its bytes are those of ``hex``, or ``parts``, each hexadecimal digits and how many
    times they come."""
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
        if not {"title", "reference", "formats"} <= fields.keys() <= _KEYS or ("hex" in fields) == (
            "parts" in fields
        ):
            raise ValueError("it needs title, reference, formats, and one of hex and parts")
        parts = fields.get("parts", [[fields.get("hex", ""), 1]])
        data = b"".join(bytes.fromhex(digits) * times for digits, times in parts)
        return Named(path.stem, fields["title"], fields["reference"], tuple(fields["formats"]), data)
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"The named case {path} cannot be read: {error}.") from None
