"""All statistics of the project, pure: numbers in, numbers out.

``bootstrap`` has the exact distribution of a resampled median, ``estimate`` a cell's time, the ratio of two
and their mean over workloads, ``comparison`` what differs significantly and the places that follow,
``outliers`` what is far from the rest. METHODOLOGY.md says which is used where.
"""
