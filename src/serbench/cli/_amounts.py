"""Amounts in options of ``choose``: weights, prices and sizes."""

import re

from serbench.choose.request import BYTES, CPU, Axis, Price
from serbench.errors import BadInput
from serbench.terminal.values import split_list

# As a record of a request takes it.
_LARGEST_RATE = 1e12
_PRICE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
_SIZE = re.compile(r"([0-9]{1,9})(|k|M|G|Ki|Mi|Gi)B?")
_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def weights_of(text: str | None) -> dict[Axis, float]:
    """The weights of CPU time and bytes. Raises BadInput for a text that is none."""
    found: dict[Axis, float] = {CPU: 1.0, BYTES: 1.0}
    for part in split_list(text) or ():
        name, _, number = part.partition("=")
        if name not in found or not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", number):
            raise BadInput(f"--weights takes cpu=N and bytes=N, with N up to 999, not {part}.")
        found[name] = float(number)
    if not any(found.values()):
        raise BadInput("--weights: one of them must be above 0.")
    return found


def price_of(text: str | None, weights: str | None) -> Price | None:
    """The price that is given in place of weights. Raises BadInput for a text that is none."""
    if text is None:
        return None
    if weights is not None:
        raise BadInput("--price says what CPU time and bytes weigh: leave out --weights.")
    parts = [part.partition("=") for part in split_list(text) or ()]
    found = {name: number for name, _, number in parts}
    storage = {"month", "kept"} & set(found)
    if set(found) - storage != {"core", "gb"} or not all(map(_PRICE.fullmatch, found.values())):
        raise BadInput(f"--price takes core=N,gb=N, as core=0.04,gb=0.09, not {text}.")
    if len(storage) == 1:
        raise BadInput("--price: month=N, of a stored gigabyte, needs kept=N, the months, and kept it.")
    price = Price(*(float(found.get(name, 0)) for name in ("core", "gb", "month", "kept")))
    if not price.core_hour + price.whole_gigabyte:
        raise BadInput("--price: one of them must be above 0.")
    return price


def rate_of(rate: float) -> float:
    """A rate of messages a second. Raises BadInput for one that nothing has."""
    if not 0 <= rate <= _LARGEST_RATE:
        raise BadInput(f"--rate takes messages per second, from 0 to {_LARGEST_RATE:g}, not {rate:g}.")
    return rate


def size_of(text: str) -> int:
    """A size in bytes: ``300MB`` are 300 000 000."""
    found = _SIZE.fullmatch(text)
    if found is None or not int(found[1]):
        raise BadInput(f"--max-message takes a size such as 300MB or 3GiB, not {text}.")
    return int(found[1]) * _UNITS[found[2]]
