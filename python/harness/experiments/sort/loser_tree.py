"""Tells the smallest of many heads, and the next one after about log2 comparisons."""

from collections.abc import Callable


class LoserTree:
    """Each inner node has the source that lost there; its parent's number is half its own, and the sources
    are the leaves, behind the inner nodes. ``winner`` is the source with the smallest head."""

    def __init__(self, sources: int, less: Callable[[int, int], bool]) -> None:
        """Lets sources, at least one, play; ``less`` tells whether the head of the first one comes first."""
        self._losers = [0] * sources
        self._less = less
        winners = [0] * sources + list(range(sources))
        for node in range(sources - 1, 0, -1):
            winner, loser = winners[2 * node], winners[2 * node + 1]
            if less(loser, winner):
                winner, loser = loser, winner
            winners[node], self._losers[node] = winner, loser
        self.winner = winners[1]

    def replay(self) -> None:
        """Lets the winner play again, as its head is another one."""
        losers, less, winner = self._losers, self._less, self.winner
        node = (winner + len(losers)) // 2
        while node > 0:
            if less(losers[node], winner):
                losers[node], winner = winner, losers[node]
            node //= 2
        self.winner = winner
