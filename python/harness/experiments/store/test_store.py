import os
import struct
import tempfile
import unittest
from pathlib import Path

from harness.experiments.store.index import Identity
from harness.experiments.store.number_list import NumberList
from harness.experiments.store.page_buffer import PageBuffer, place_all, required
from harness.experiments.store.read_plan import Window, plan_of
from harness.experiments.store.reader import Reader, adjacent_runs
from harness.experiments.store.telling import NumberedError, guarded
from harness.experiments.store.writer import Writer
from harness.protocol.refusal import RequestError


class Plans(unittest.TestCase):
    def test_a_plan_reads_at_once_what_lies_side_by_side(self) -> None:
        plan = plan_of([(16, 10), (32, 16), (4096, 5), (0, 3)], 16)
        self.assertEqual(plan.windows, [Window(16, 32, 32, 0), Window(4096, 16, 5, 32), Window(0, 16, 3, 48)])
        self.assertEqual((plan.places, plan.buffer_bytes), ([0, 16, 32, 48], 64))

    def test_direct_reads_go_from_page_to_page(self) -> None:
        plan = plan_of([(16, 10), (5000, 20)], 4096)
        self.assertEqual(plan.windows, [Window(0, 8192, 5020, 0)])
        self.assertEqual(plan.places, [16, 5000])

    def test_adjacent_numbers_are_runs(self) -> None:
        self.assertEqual(adjacent_runs([3, 4, 5, 9, 0, 1]), [(3, 3), (9, 1), (0, 2)])
        self.assertEqual(adjacent_runs(range(7, 9)), [(7, 2)])
        self.assertEqual(adjacent_runs([]), [])


class Buffers(unittest.TestCase):
    def test_a_buffer_grows_where_it_must(self) -> None:
        buffer = PageBuffer(1)
        self.assertEqual(buffer.size_bytes, 4096)
        self.assertIs(required(buffer, 4096), buffer)
        self.assertEqual(required(buffer, 4097).size_bytes, 12288)

    def test_zeros_lie_between_messages(self) -> None:
        buffer = PageBuffer(64)
        buffer.memory[:64] = b"~" * 64
        place_all(buffer, [b"abc", b"", b"de"], [(0, 3), (16, 0), (16, 2)], 32)
        self.assertEqual(buffer.memory[:33], b"abc".ljust(16, b"\0") + b"de".ljust(16, b"\0") + b"~")


class Guards(unittest.TestCase):
    def test_a_failure_names_its_object(self) -> None:
        fault = ValueError("no")
        with self.assertRaises(NumberedError) as caught, guarded(8), guarded(lambda: 7):
            raise fault
        self.assertEqual((caught.exception.number, caught.exception.fault), (7, fault))

    def test_a_refusal_stays_one(self) -> None:
        with self.assertRaises(RequestError), guarded(8):
            raise RequestError("The file is none.")


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data, self.index = os.path.join(folder.name, "data"), os.path.join(folder.name, "index")  # noqa: PTH118
        self.identity = Identity("codec", "workload", 1 << 63, 3)

    def write(self) -> None:
        writer = Writer(self.data, self.index, self.identity, direct=False)
        block = memoryview(b"abc".ljust(16, b"~") + b"de".ljust(16, b"~"))
        begin = writer.write(block)
        writer.note([2, 0, 1], [(begin + 16, 2), (begin, 3), (begin + 18, 0)])
        self.assertEqual(writer.finish(), 32)

    def test_what_was_written_is_read(self) -> None:
        self.write()
        reader = Reader(self.data, self.index, direct=False)
        self.assertEqual(reader.identity, self.identity)
        extents = reader.locate([0, 1, 2])
        self.assertEqual(extents, [(0, 3), (18, 0), (16, 2)])
        plan, buffer = plan_of(extents, reader.granule), PageBuffer(64)
        reader.read(plan, buffer.view)
        found = [
            buffer.memory[place : place + size] for place, (_, size) in zip(plan.places, extents, strict=True)
        ]
        self.assertEqual(found, [b"abc", b"", b"de"])

    def test_a_store_that_is_cut_off_is_refused(self) -> None:
        self.write()
        os.truncate(self.data, 40)
        with self.assertRaises(RequestError) as caught:
            Reader(self.data, self.index, direct=False)
        expected = f"The file {self.data} does not have the size that its index tells."
        self.assertEqual(str(caught.exception), expected)

    def test_an_order_has_each_number_once(self) -> None:
        for numbers, is_order in (((2, 0, 1), True), ((0, 0, 1), False), ((0, 1), False), ((1, 2, 3), False)):
            Path(self.data).write_bytes(struct.pack(f"<{len(numbers)}Q", *numbers))
            listed = NumberList(self.data)
            if is_order:
                listed.require_order(3)
                self.assertEqual(listed.at(1, 2), (0, 1))
            else:
                with self.assertRaises(RequestError):
                    listed.require_order(3)


if __name__ == "__main__":
    unittest.main()
