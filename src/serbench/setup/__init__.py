"""Holds what the set-up of a machine looks for and installs."""
