"""Holds how torture is shown."""
