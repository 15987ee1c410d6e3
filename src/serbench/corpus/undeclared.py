"""Numbers of open enums that data hold and the enums do not declare."""

from __future__ import annotations

from collections.abc import Iterator

from serbench.errors import BadInput
from serbench.schema.open_enums import MOST_UNDECLARED, number_name

_SHOWN = 5


class Undeclared:
    """Collects the numbers, by the full names of the enums; ``open_enums`` are those that may have such."""

    def __init__(self, open_enums: frozenset[str] = frozenset()) -> None:
        self.open_enums = open_enums
        self.numbers: dict[str, set[int]] = {}

    def add(self, enum: str, number: int) -> None:
        """Notes a number. Raises BadInput where there are too many."""
        known = self.numbers.setdefault(enum, set())
        known.add(number)
        if len(known) > MOST_UNDECLARED:
            raise BadInput(
                f"expected names or numbers of {enum}, found {MOST_UNDECLARED} that it does not declare"
            )


class UndeclaredNumbers(BadInput):
    """Raised where data hold numbers of open enums that these do not declare: the schema must, for them to be
    measured."""

    def __init__(self, name: str, numbers: dict[str, set[int]]) -> None:
        self.numbers = numbers
        shown = "; ".join(f"{enum} {_listed(found)}" for enum, found in numbers.items())
        super().__init__(f"{name} holds numbers that its enums do not declare: {shown}.")

    def sentences(self) -> Iterator[str]:
        """Sentences on what is made of them."""
        for enum, numbers in self.numbers.items():
            named = number_name(enum.rpartition(".")[2], min(numbers))
            end = (
                f"it is measured as {named}"
                if len(numbers) == 1
                else f"they are measured as {named} and so on"
            )
            yield f"{enum} does not declare {_listed(numbers)}, which the data hold; {end}."


def _listed(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)[:_SHOWN])) + (" …" if len(numbers) > _SHOWN else "")
