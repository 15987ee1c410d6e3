"""Holds what commands share on a terminal: options, and what is printed there."""
