"""Holds the checks of the timing itself: against twins, other loops and other orders."""
