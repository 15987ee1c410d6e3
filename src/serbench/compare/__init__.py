"""Holds the comparison of two sides, which are runs or parts of them."""
