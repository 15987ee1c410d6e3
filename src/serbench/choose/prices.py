"""Prices at which another option costs least. Pure.

Example: a message takes 1 µs and 100 bytes by one option, 4 µs and 50 bytes by another. At 0.1 a gigabyte
they cost the same where an hour of a core costs 6: the faster one is the cheaper one above.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from serbench.choose.costs import NS_PER_H, Cost
from serbench.choose.options import Option
from serbench.choose.request import Price

Priced = tuple[Option, Cost]


@dataclass(frozen=True, slots=True)
class Turn:
    """The price of an hour of a core, and that of a gigabyte, beyond which the option ``first`` costs least,
    each where the other price stays. ``is_faster`` says that it does so above the price of a core and below
    that of a gigabyte; a slower one does so on the other sides."""

    core_hour: float
    gigabyte: float
    first: str
    is_faster: bool


def turns(first: Priced, others: Iterable[Priced], price: Price) -> tuple[Turn, ...]:
    """The nearest prices, of a faster and of a smaller option, at which ``first`` is no more the cheapest."""
    if not price.core_hour or not price.whole_gigabyte:
        # Without one of the prices no ratio of them is near.
        return ()
    found = [turn for other in others if (turn := _turn(first, other, price))]
    faster = min((one for one in found if one.is_faster), key=lambda one: one.core_hour, default=None)
    smaller = max((one for one in found if not one.is_faster), key=lambda one: one.core_hour, default=None)
    return tuple(one for one in (faster, smaller) if one)


def _turn(first: Priced, other: Priced, price: Price) -> Turn | None:
    """The prices at which two options cost the same; None where the first is the cheaper at every price, or
    is not the cheaper now."""
    slower_h = (first[1].total.median - other[1].total.median) / NS_PER_H
    smaller_gb = (other[1].bytes - first[1].bytes) / 1e9
    if slower_h == 0 or smaller_gb / slower_h <= 0:
        return None
    ratio = smaller_gb / slower_h
    turn = Turn(price.whole_gigabyte * ratio, price.core_hour / ratio, other[0].id, is_faster=slower_h > 0)
    return turn if turn.is_faster == (turn.core_hour > price.core_hour) else None
