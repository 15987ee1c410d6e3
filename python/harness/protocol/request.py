"""A request: VERB key=value key=value …"""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.protocol.refusal import refuse

_LIMIT = 2**63


@dataclass(frozen=True, slots=True)
class Request:
    """A verb and its values, each of which is read by the one method that fits; a value that is missing or
    malformed is a RequestError."""

    verb: str
    pairs: dict[str, str]

    def allow(self, keys: Sequence[str]) -> None:
        """Refuses every key that is not named here."""
        for key in self.pairs:
            if key not in keys:
                raise refuse(f'The verb {self.verb} has no key "{key}".')

    def path(self, key: str) -> str:
        """The value of a key."""
        if key not in self.pairs:
            raise refuse(f'The verb {self.verb} lacks the key "{key}".')
        return self.pairs[key]

    def optional_path(self, key: str) -> str | None:
        """The value of a key, if the request has it."""
        return self.pairs.get(key)

    def number(self, key: str) -> int:
        """The decimal number below 2⁶³ that a key holds."""
        text = self.path(key)
        if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) >= _LIMIT:
            raise refuse(f'The value of {key} is "{text}" where a number belongs.')
        return int(text)

    def optional_number(self, key: str) -> int | None:
        """The same, if the request has the key."""
        return self.number(key) if key in self.pairs else None

    def at_least_one(self, key: str, most: int) -> int:
        """The number of a key, which is from 1 to ``most``."""
        number = self.number(key)
        if not 1 <= number <= most:
            raise refuse(f"The value of {key} is {number} where 1 to {most} belong.")
        return number

    def list(self, key: str) -> list[str]:
        """The words of a value, which commas separate."""
        return self.path(key).split(",")


def parse_request(arguments: Sequence[str]) -> Request:
    """Reads the arguments behind the program's name."""
    if not arguments:
        raise refuse("The request names no verb.")
    pairs: dict[str, str] = {}
    for argument in arguments[1:]:
        key, found, value = argument.partition("=")
        if not found:
            raise refuse(f'The argument "{argument}" is not of the form key=value.')
        if key in pairs:
            raise refuse(f'The key "{key}" appears twice.')
        pairs[key] = value
    return Request(arguments[0], pairs)
