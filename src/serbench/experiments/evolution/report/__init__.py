"""Holds how an evolution is shown."""
