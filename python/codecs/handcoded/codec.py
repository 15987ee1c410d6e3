"""The adapter of the format that is hand-written with the module struct."""

from rendered.walks.reading import read
from rendered.walks.writing import write
from scanning import access, update_number


class Codec:
    def __init__(self) -> None:
        self.encode = write
        self.decode = read
        self.access = access
        self.update_number = update_number


def new_adapter() -> Codec:
    return Codec()
