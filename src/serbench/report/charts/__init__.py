"""Holds pictures as data, and how they are drawn."""
