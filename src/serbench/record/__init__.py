"""Holds what a run writes and reads again: its folder and its rows."""
