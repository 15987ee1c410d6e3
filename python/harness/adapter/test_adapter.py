import unittest

from harness.adapter import (
    Failure,
    access_of,
    bytes_read_of,
    failure_of,
    has_access,
    has_messages,
    judge_digest,
    unsupported,
)
from harness.protocol.refusal import RequestError
from harness.values.form import PLANS


class Toy:
    def build(self, object: str) -> str:
        return object

    def deserialize(self, message: bytes) -> str:
        return message.decode()

    def touch(self, opened: str, plan: str) -> int:
        return ord(opened[PLANS.index(plan)])


class Reader(Toy):
    def access(self, message: bytes, plan: str) -> int:
        return message[PLANS.index(plan)]


class Pages(unittest.TestCase):
    def test_what_an_adapter_can_do_is_found_by_its_methods(self) -> None:
        self.assertEqual((has_messages(Toy()), has_access(Toy())), (True, True))
        self.assertEqual((has_messages(object()), has_access(object())), (False, False))

    def test_access_is_the_adapters_own_or_deserializes_and_touches(self) -> None:
        self.assertEqual([access_of(Toy())("aä".encode(), plan) for plan in PLANS[:2]], [97, 228])
        self.assertEqual([access_of(Reader())(b"abc", plan) for plan in PLANS], [97, 98, 99])

    def test_bytes_read_are_counted_or_those_of_a_whole_message(self) -> None:
        opener, counter = Toy(), Reader()
        opener.builds_in_place = True  # type: ignore[attr-defined]
        counter.bytes_read = lambda message, plan: 2  # type: ignore[attr-defined]
        codecs = (Toy(), opener, Reader(), counter)
        self.assertEqual([bytes_read_of(one)(b"abc", "one") for one in codecs], [3, None, None, 2])


class Failures(unittest.TestCase):
    def test_an_exception_of_a_library_is_an_error(self) -> None:
        for fault, detail in ((ValueError("no"), "ValueError: no"), (EOFError(), "EOFError")):
            found = failure_of(fault)
            self.assertEqual((found.outcome, found.detail), ("error", detail))

    def test_a_failure_stays_what_it_is(self) -> None:
        fault = unsupported("There are no maps.")
        self.assertIs(failure_of(fault), fault)
        self.assertEqual(fault.outcome, "unsupported")

    def test_what_is_no_failure_of_a_codec_is_raised(self) -> None:
        for fault in (RequestError("The file is none."), KeyboardInterrupt()):
            with self.assertRaises(type(fault)):
                failure_of(fault)

    def test_another_digest_is_wrong(self) -> None:
        judge_digest(7, 7)
        with self.assertRaises(Failure) as caught:
            judge_digest(255, 7)
        expected = (
            "The value that came back has the digest 00000000000000ff, the object's is 0000000000000007."
        )
        self.assertEqual((caught.exception.outcome, caught.exception.detail), ("wrong", expected))


if __name__ == "__main__":
    unittest.main()
