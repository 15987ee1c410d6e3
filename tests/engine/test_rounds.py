"""The order of forks: rounds, each shuffled by the seed and its number."""

from serbench.engine.rounds import in_rounds, shuffled


def test_an_order_follows_from_all_words_of_the_seed() -> None:
    items = range(20)
    assert shuffled(items, 1, "reads") == shuffled(list(items), 1, "reads")
    assert sorted(shuffled(items, 1, "reads")) == list(items)
    orders = {shuffled(items, 1, "reads"), shuffled(items, 2, "reads"), shuffled(items, 1, "writes")}
    assert len(orders) == 3


def test_rounds_follow_each_other_and_each_has_an_order_of_its_own() -> None:
    forks = [(number, (number, codec)) for codec in "abcdefgh" for number in (0, 2, 1)]
    ordered = in_rounds(forks, order="a")
    assert [number for number, _ in ordered] == [0] * 8 + [1] * 8 + [2] * 8
    rounds = [tuple(codec for of, codec in ordered if of == number) for number in range(3)]
    assert len(set(rounds)) == 3
    assert {"".join(sorted(codecs)) for codecs in rounds} == {"abcdefgh"}
    assert in_rounds(forks, order="a") == ordered != in_rounds(forks, order="b")
