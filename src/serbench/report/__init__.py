"""Holds what reports of all experiments are made of: cells, tables, charts and documents, and the formats in
which they are written."""
