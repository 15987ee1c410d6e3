"""Starts a fake as a program: ``launch.py FAKE WORKLOAD SCHEMA WORD…``.

Tests start thousands, so it imports little, and so do the fakes: with ``pathlib`` and ``runpy`` a start takes
twice as long."""

import os
import sys
from importlib.machinery import SourceFileLoader

if __name__ == "__main__":
    folder = os.path.dirname(__file__)
    sys.path[0] = os.path.dirname(folder)
    fake = SourceFileLoader("__main__", os.path.join(folder, f"{sys.argv.pop(1)}.py"))
    exec(fake.get_code("__main__") or "", {"__name__": "__main__", "__file__": fake.path})
