"""Holds the command line, and the commands that are no experiments."""
