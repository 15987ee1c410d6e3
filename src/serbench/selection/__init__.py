"""Holds how codecs and workloads are found and chosen."""
