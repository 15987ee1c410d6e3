"""Holds the pictures of a run in memory."""
