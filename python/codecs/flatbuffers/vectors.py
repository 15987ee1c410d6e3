"""Vectors of a builder that hold more than numbers, and numbers by way of NumPy."""

import numpy


def of_numbers(builder, values, dtype):
    return builder.CreateNumpyVector(numpy.array(values, dtype))


def of_offsets(builder, offsets):
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return builder.EndVector()


def sorted_by_key(entries):
    """The entries of a map in the order in which lookup by key wants them; texts by their bytes, which is the
    order of their code points."""
    return sorted(entries.items(), key=lambda entry: entry[0])
