"""Holds how a sort is shown."""
