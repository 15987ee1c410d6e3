"""Holds the report of a report in a browser."""
