"""Holds a schema as the rest of serbench knows it, read from .proto files, and what is derived from it
alone."""
