"""Holds the tools that languages require, and the ways in which packages and sources are fetched."""
