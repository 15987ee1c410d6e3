"""Holds how a cluster is shown."""
