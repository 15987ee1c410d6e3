"""Holds how a run in memory is shown."""
