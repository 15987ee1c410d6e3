"""Clocks and counters, and the loop that is timed."""
