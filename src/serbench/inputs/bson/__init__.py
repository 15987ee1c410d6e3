"""BSON: documents one after the other, as MongoDB's dumps have them."""

from serbench.inputs.bson.reader import begins_as_bson, read_bson
from serbench.inputs.source import Kind

BSON = Kind(
    name="bson",
    suffixes=(".bson",),
    begins=begins_as_bson,
    read=read_bson,
    unit=lambda start: "document",
)
