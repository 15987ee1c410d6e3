"""All statistics of the project, pure: numbers in, numbers out.

``estimate`` has the exact bootstrap distribution of a median, a cell's time, the ratio of two, their mean
over workloads and what is far from the rest, ``comparison`` what differs significantly and the places that
follow, ``shift`` what unchanged things did between two series. docs/method/statistics.md says which is used
where.
"""
