"""The adapter of the codecs of Thrift: classes of the IDL file, and the library's functions."""

from conversions import Root, build, extract
from harness.adapter.composed import Composed
from library import new_functions


def new_adapter():
    return Composed(build, *new_functions(Root), extract)
