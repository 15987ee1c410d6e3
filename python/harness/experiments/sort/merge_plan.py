"""Which runs are merged. Pure."""


def next_pass(runs: int, fan_in: int) -> list[int]:
    """How many runs each merge of the next pass takes, where there are more than one merge can take. The
    other runs stay as they are. Only as many are merged as one pass less needs, because every merge reads and
    writes its records once more."""
    if runs > fan_in * fan_in:
        return [fan_in] * (runs // fan_in)
    merges: list[int] = []
    # A merge leaves one run, so it takes away one less than it reads.
    surplus = runs - fan_in
    while surplus > 0:
        fewer = min(surplus, fan_in - 1)
        merges.append(fewer + 1)
        surplus -= fewer
    return merges
