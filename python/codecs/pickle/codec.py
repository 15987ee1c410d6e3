"""The adapter of python/pickle: the standard library's pickle of the plain object itself."""

import pickle
from functools import partial


class Codec:
    def __init__(self):
        self.encode = partial(pickle.dumps, protocol=pickle.HIGHEST_PROTOCOL)
        self.decode = pickle.loads


def new_adapter():
    return Codec()
