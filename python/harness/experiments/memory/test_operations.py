import unittest

from harness.experiments.memory.operation import entries_of
from harness.experiments.memory.subject import Subject


class Toy:
    """An adapter whose objects are lists of bytes; it counts those that it has made."""

    made = 0

    def encode(self, object: list[int]) -> bytes:
        return bytes(object)

    def decode(self, message: bytes) -> list[int]:
        if not message:
            raise ValueError("There is nothing.")
        Toy.made += 1
        return list(message)

    def decode_reuse(self, message: bytes, object: list[int]) -> None:
        object[:] = message


class MessageToy(Toy):
    """An adapter with messages of its own."""

    def build(self, object: list[int]) -> tuple[int, ...]:
        return tuple(object)

    def serialize(self, message: tuple[int, ...]) -> bytes:
        return bytes(message)

    def deserialize(self, message: bytes) -> tuple[int, ...]:
        return tuple(message)

    def extract(self, opened: tuple[int, ...]) -> list[int]:
        return list(opened)

    def touch(self, opened: tuple[int, ...], plan: str) -> int:
        return opened[0]


def subject(*messages: bytes, keep: int = 0) -> Subject:
    return Subject([list(message) for message in messages], messages, keep)


class Operations(unittest.TestCase):
    def setUp(self) -> None:
        Toy.made = 0

    def test_operations_follow_from_what_an_adapter_has(self) -> None:
        found = [entry.name for entry in entries_of(Toy())]
        self.assertEqual(found, ["encode", "decode", "decode-reuse", "roundtrip"])
        named = [entry.name for entry in entries_of(MessageToy())]
        access = ["access-one", "access-tenth", "access-all"]
        library = ["build", "serialize", "deserialize", "extract", "roundtrip"]
        self.assertEqual(named, ["encode", "decode", "decode-reuse", *access, *library])

    def test_each_operation_proves_what_it_rotates_over(self) -> None:
        on = subject(b"a", b"bc")
        for entry in entries_of(MessageToy()):
            operation = entry.make(MessageToy, on)
            operation.rotate(2)
            proof = operation.prove(1)
            self.assertEqual(proof.size, 2, entry.name)
            if entry.name.startswith("access"):
                self.assertEqual((proof.touch, proof.value), (98, None), entry.name)
            else:
                self.assertEqual(proof.value, [98, 99], entry.name)
            written = b"bc" if entry.name in ("encode", "build", "serialize") else None
            self.assertEqual(proof.written, written, entry.name)

    def test_decode_makes_an_object_for_each_message(self) -> None:
        (decode,) = [entry for entry in entries_of(Toy()) if entry.name == "decode"]
        decode.make(Toy, subject(b"a", b"b", b"c", keep=2)).rotate(3)
        self.assertEqual(Toy.made, 9)

    def test_a_roundtrip_ends_in_the_used_object(self) -> None:
        (roundtrip,) = [entry for entry in entries_of(Toy()) if entry.name == "roundtrip"]
        ready = roundtrip.make(Toy, subject(b"a", b"bc"))
        first = ready.prove(0).value
        ready.rotate(3)
        self.assertIs(ready.prove(1).value, first)
        self.assertEqual((first, Toy.made), ([98, 99], 1))

    def test_a_fault_ends_the_rotation(self) -> None:
        (decode,) = [entry for entry in entries_of(Toy()) if entry.name == "decode"]
        with self.assertRaises(ValueError):
            decode.make(Toy, subject(b"a", b"", b"b")).rotate(1)
        self.assertEqual(Toy.made, 1)


if __name__ == "__main__":
    unittest.main()
