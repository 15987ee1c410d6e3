"""The page of the format that is hand-written with the module struct."""

from rendered.walks.reading import read
from rendered.walks.writing import write
from scanning import access_all, access_one, access_tenth, update_number


class Codec:
    def __init__(self) -> None:
        self.encode = write
        self.decode = read
        self.access_one = access_one
        self.access_tenth = access_tenth
        self.access_all = access_all
        self.update_number = update_number


def new_page() -> Codec:
    return Codec()
