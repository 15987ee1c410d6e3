"""Holds the engine that renders templates, and what IDLs call the parts of a schema."""
