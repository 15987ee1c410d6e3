"""Where sorted stores stay: on a shelf (serbench.pools.shelf), one of each codec."""

import contextlib
import shutil
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from serbench.errors import SerbenchError
from serbench.pools.shelf import Shelf, ShelfKeeper, StorePlace

Keep = Callable[[str, StorePlace], object]


@dataclass(frozen=True, slots=True)
class Keeping:
    """``shelf`` has the stores of all codecs that are to be kept."""

    shelf: Shelf

    @contextlib.contextmanager
    def of(self, codecs: Collection[str]) -> Iterator[Keep]:
        """Takes the first sorted store of each of these codecs; those of others stay as they are. Raises
        BadInput where the folder is not free."""
        wanted = set(codecs) & set(self.shelf.formats)
        shelf = self.shelf.without(self.shelf.formats.keys() - wanted)
        with ShelfKeeper(shelf) as keeper:

            def keep(codec: str, place: StorePlace) -> None:
                if codec not in wanted:
                    return
                keeper.begin(codec)
                try:
                    _move(place, shelf.place(codec))
                    wanted.discard(codec)
                finally:
                    keeper.end(codec)

            yield keep


def _move(place: StorePlace, to: StorePlace) -> None:
    """Moves a store, whose index comes last: only with it there is one."""
    try:
        shutil.move(place.data, to.data)
        shutil.move(place.index, to.index)
    except BaseException as error:
        # An interrupt too leaves a half of a store, which would be taken for a whole one.
        to.remove()
        if not isinstance(error, OSError):
            raise
        raise SerbenchError(
            f"The sorted store cannot be kept in {to.data.parent}: {error.strerror}."
        ) from error
