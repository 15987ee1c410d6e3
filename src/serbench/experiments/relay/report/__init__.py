"""Holds how a relay is shown."""
