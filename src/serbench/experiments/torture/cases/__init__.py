"""Malformed input by classes, each a module: a function that makes its cases of valid messages. Pure and
seeded."""
