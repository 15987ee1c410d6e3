"""Holds what every experiment does: preparation, forks and attempts, isolation and disturbance, and a session
with its progress."""
