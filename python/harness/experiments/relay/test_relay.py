import socket
import threading
import unittest

from harness.adapter import Failure
from harness.experiments.relay.barriers import Barriers
from harness.experiments.relay.connection import Connection
from harness.experiments.relay.frames import HEADER, Frames, what_was_written
from harness.experiments.relay.gathered import Gathered
from harness.experiments.relay.source import Source

_BARRIER = 1 << 63


def frame(sequence: int, message: bytes) -> bytes:
    return HEADER.pack(len(message), sequence) + message


def all_of(connected: socket.socket) -> bytes:
    with connected.makefile("rb") as file:
        return file.read()


class FramesInBytes(unittest.TestCase):
    def test_whole_frames_are_taken(self) -> None:
        come = Frames(frame(1 << 48 | 5, b"abc") + frame(_BARRIER | 7, b"") + frame(6, b"de")[:-1], 3)
        first, second = come.next(), come.next()
        assert first is not None
        assert second is not None
        self.assertEqual((first.number, first.message_bytes, first.is_barrier), (5, 3, False))
        self.assertEqual((second.sequence & 0xFF, second.is_barrier), (7, True))
        self.assertIsNone(come.next())
        self.assertEqual((come.taken, come.missing()), (27, 1))

    def test_what_was_not_agreed_is_a_failure(self) -> None:
        for content, said in (
            (frame(0, b"abcd"), "A frame of 4 bytes is longer than 3."),
            (frame(_BARRIER, b"a"), "A barrier has 1 bytes where none belong."),
        ):
            with self.assertRaises(Failure) as caught:
                Frames(content, 3).next()
            self.assertEqual(caught.exception.detail, said)

    def test_frames_that_were_written_in_part_are_lost(self) -> None:
        content = frame(0, b"abc") + frame(1, b"") + frame(2, b"de")
        self.assertEqual(what_was_written(content, len(content)), (5, 0))
        self.assertEqual(what_was_written(content, 27), (3, 1))
        self.assertEqual(what_was_written(content, 14), (0, 3))


class BarriersOfSources(unittest.TestCase):
    def test_a_barrier_is_due_when_all_have_sent_it_or_ended(self) -> None:
        barriers = Barriers(3)
        barriers.came(0, 9)
        barriers.end(1)
        self.assertIsNone(barriers.take_due())
        barriers.came(2, 9)
        self.assertEqual(barriers.take_due(), 9)
        self.assertEqual([barriers.is_sending(source) for source in range(3)], [True, False, True])
        self.assertIsNone(barriers.take_due())

    def test_barriers_out_of_step_are_a_failure(self) -> None:
        barriers = Barriers(2)
        barriers.came(0, 1)
        barriers.came(1, 2)
        with self.assertRaises(Failure):
            barriers.take_due()


class Connected(unittest.TestCase):
    def pair(self) -> tuple[Connection, socket.socket]:
        ours, theirs = socket.socketpair()
        self.addCleanup(ours.close)
        self.addCleanup(theirs.close)
        return Connection(ours), theirs


class Sources(Connected):
    def test_a_large_frame_is_put_together_once_it_is_whole(self) -> None:
        connection, theirs = self.pair()
        source, whole = Source(connection, 100), frame(0, b"x" * 50)
        for part, content in ((whole[:20], whole[:20]), (whole[20:40], b""), (whole[40:], whole)):
            theirs.sendall(part)
            source.read()
            come = source.frames()
            self.assertEqual(come.content, content)
            self.assertEqual(come.next() is not None, content == whole)
            source.keep_rest(come)
        theirs.sendall(b"abc")
        theirs.close()
        source.read()
        source.read()
        self.assertTrue(source.is_torn)


class FramesAsTheyCame(Connected):
    def test_large_places_are_written_from_where_they_lie(self) -> None:
        connection, theirs = self.pair()
        messages = [b"a", b"b" * 5000, b"c", b"d", b"e" * 3000]
        content = b"".join(frame(number, message) for number, message in enumerate(messages))
        come, gathered, expected = Frames(content, 5000), Gathered(), b""
        for number, message in enumerate(messages):
            found = come.next()
            assert found is not None
            if number != 2:
                gathered.add(found)
                expected += frame(number, message)
        received = bytearray()
        reading = threading.Thread(target=lambda: received.extend(all_of(theirs)))
        reading.start()
        written, lost, copied = gathered.write(content, connection)
        connection.close()
        reading.join()
        # The first two lie together, and so do the last two.
        self.assertEqual((written, lost, copied, bytes(received)), (8002, 0, 0, expected))
        theirs.close()

    def test_small_places_are_copied_together(self) -> None:
        connection, theirs = self.pair()
        content = b"".join(frame(number, b"m") for number in range(4))
        come, gathered = Frames(content, 9), Gathered()
        for number in range(4):
            found = come.next()
            assert found is not None
            if number % 2 == 0:
                gathered.add(found)
        self.assertEqual(gathered.write(content, connection), (2, 0, 26))
        self.assertEqual(theirs.recv(100), frame(0, b"m") + frame(2, b"m"))

    def test_frames_for_one_who_is_gone_are_lost(self) -> None:
        connection, theirs = self.pair()
        theirs.close()
        content, gathered = frame(0, b"abc"), Gathered()
        found = Frames(content, 9).next()
        assert found is not None
        gathered.add(found)
        self.assertEqual(gathered.write(content, connection), (0, 1, 0))
        self.assertFalse(connection.is_open)


if __name__ == "__main__":
    unittest.main()
