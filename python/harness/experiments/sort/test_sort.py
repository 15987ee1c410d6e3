import unittest

from harness.experiments.sort.budget import Budget, block_records
from harness.experiments.sort.entry import Entry, Record, comparisons_of, sort_lazily
from harness.experiments.sort.loser_tree import LoserTree
from harness.experiments.sort.memory import bytes_of_objects
from harness.experiments.sort.merge_plan import next_pass

_ENDED = 99


class Trees(unittest.TestCase):
    def test_a_loser_tree_merges(self) -> None:
        for sources in range(1, 10):
            heads = [source * 7 % 5 for source in range(sources)]
            expected = sorted(at for first in heads for at in range(first, 21, 3))
            comparisons = 0

            def less(a: int, b: int, heads: list[int] = heads) -> bool:
                nonlocal comparisons
                comparisons += 1
                return heads[a] < heads[b]

            tree = LoserTree(sources, less)
            self.assertEqual(comparisons, sources - 1)
            found = []
            while heads[tree.winner] != _ENDED:
                found.append(heads[tree.winner])
                heads[tree.winner] += 3
                if heads[tree.winner] > 20:
                    heads[tree.winner] = _ENDED
                tree.replay()
            self.assertEqual(found, expected)


class Passes(unittest.TestCase):
    def test_a_pass_merges_only_what_it_must(self) -> None:
        for runs, fan_in, merges in (
            (16, 16, []),
            (17, 16, [2]),
            (32, 16, [16, 2]),
            (5, 2, [2, 2]),
            (3, 2, [2]),
            (4, 2, [2, 2]),
            (1, 2, []),
        ):
            self.assertEqual(next_pass(runs, fan_in), merges, (runs, fan_in))


class Entries(unittest.TestCase):
    def test_comparisons_are_those_of_the_sort(self) -> None:
        class Key(int):
            compared = 0

            def __lt__(self, other: int) -> bool:
                Key.compared += 1
                return int(self) < int(other)

        keys = [number * 37 % 101 for number in range(100)]
        sorted(map(Key, keys))
        self.assertEqual(comparisons_of([(key, 0, None) for key in keys]), Key.compared)

    def test_lazy_keys_are_read_in_each_comparison(self) -> None:
        read: list[int] = []

        def read_key(record: Record) -> int:
            read.append(record[0])
            return record[1][0]

        entries: list[Entry] = [(0, 3, b"b"), (0, 1, b"b"), (0, 2, b"a")]
        comparisons = sort_lazily(entries, read_key)
        self.assertEqual([number for _, number, _ in entries], [2, 1, 3])
        self.assertEqual(len(read), 2 * comparisons)


class Budgets(unittest.TestCase):
    def test_a_block_has_at_least_one_record(self) -> None:
        sizes = [10, 4, 4, 4]
        for most, expected in ((5, 1), (13, 1), (14, 2), (18, 3), (100, 4)):
            self.assertEqual(block_records(sizes, most), expected, most)
        self.assertEqual(block_records(sizes, 8, begin=2), 2)
        self.assertEqual(block_records(sizes, 8, begin=4), 0)

    def test_blocks_of_all_runs_fit_the_memory(self) -> None:
        budget = Budget(1 << 20, 7, object_bytes=6.0)
        self.assertEqual(budget.memory_per_byte(100, 25600), 9.0)
        self.assertEqual(budget.merged_block_bytes(7, 8.0), 1 << 14)
        self.assertEqual(budget.held_bytes([100, 60]), 6 * 160 + 2 * 256)

    def test_what_is_shared_counts_once(self) -> None:
        text = "x" * 1000
        alone = bytes_of_objects([[text]])
        self.assertGreater(alone, 1000)
        self.assertLess(bytes_of_objects([[text], [text]]) - alone, 200)


if __name__ == "__main__":
    unittest.main()
