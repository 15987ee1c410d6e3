"""Holds how a store is shown."""
