"""Holds the page of a report in a browser."""
