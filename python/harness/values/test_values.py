import math
import os
import struct
import tempfile
import unittest
from typing import Any

from harness.protocol.container import CORPUS, ContainerWriter
from harness.protocol.refusal import RequestError
from harness.values.corpus import load_corpus, load_corpus_to_measure
from harness.values.digest import digest_of_digests, xxh64
from harness.values.form import Relayed
from harness.values.image import ImageForm
from harness.values.touch import MASK, touch_bytes, touch_double, touch_float, touch_string, touch_value


class ByteForm:
    """Objects that are one byte."""

    relayed: Relayed | None = None

    def read(self, data: bytes, strict: bool = True) -> int:
        if len(data) != 1:
            raise ValueError("an object is one byte")
        return data[0]

    def write(self, object: Any) -> bytes:
        return bytes([object])

    def touched(self, object: Any, plan: str) -> int:
        return int(object)


class Digests(unittest.TestCase):
    def test_xxh64_has_the_published_digests(self) -> None:
        self.assertEqual(xxh64(b""), 0xEF46DB3751D8E999)
        self.assertEqual(xxh64(b"abc"), 0x44BC2CF5AD770999)
        # Of the specification's test program: its first bytes, some of which fill no stripe.
        generator, data = 2654435761, bytearray()
        for _ in range(222):
            data.append(generator >> 56)
            generator = generator * 11400714785074694797 & MASK
        self.assertEqual(xxh64(bytes(data[:14])), 0x8282DCC4994E35C8)
        self.assertEqual(xxh64(bytes(data)), 0xB641AE8CB691C174)

    def test_the_digest_of_digests_takes_them_in_order(self) -> None:
        self.assertEqual(digest_of_digests([1, 2**64 - 1]), xxh64(struct.pack("<QQ", 1, 2**64 - 1)))
        self.assertNotEqual(digest_of_digests([1, 2]), digest_of_digests([2, 1]))


class Touches(unittest.TestCase):
    def test_bytes_are_their_length_and_sum(self) -> None:
        for length in (0, 1, 255, 256, 257, 511, 5000):
            data = bytes(255 - at % 3 for at in range(length))
            self.assertEqual(touch_bytes(data), length + sum(data))

    def test_texts_are_their_length_and_code_points(self) -> None:
        for text in ("", "abc", "né", "€" * 300, "😀a", "\ud800"):
            self.assertEqual(touch_string(text), len(text) + sum(map(ord, text)), ascii(text))

    def test_numbers_are_their_bits(self) -> None:
        self.assertEqual((touch_float(1.0), touch_double(-0.0)), (0x3F800000, 1 << 63))
        other = struct.unpack("<d", struct.pack("<Q", 0xFFF8000000000001))[0]
        self.assertEqual((touch_float(math.nan), touch_double(other)), (0x7FC00000, 0x7FF8000000000000))

    def test_values_of_maps_rotate(self) -> None:
        self.assertEqual(touch_value(1 << 63), 1 << 6)
        self.assertEqual(touch_value(MASK), MASK)


class Corpora(unittest.TestCase):
    def path_of(self, *objects: bytes | None) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "corpus")  # noqa: PTH118 (a request's text)
        with ContainerWriter(path, CORPUS, len(objects)) as writer:
            for one in objects:
                writer.add(one)
        return path

    def test_a_corpus_is_read_with_its_digests(self) -> None:
        corpus = load_corpus(self.path_of(b"a", b"b"), ByteForm())
        self.assertEqual((corpus.objects, corpus.bytes), ([97, 98], 2))
        self.assertEqual(corpus.digest, digest_of_digests([xxh64(b"a"), xxh64(b"b")]))

    def test_what_is_no_corpus_is_refused(self) -> None:
        for objects, why in (
            ((b"a", b"bc"), "is not of this runner's schema: object 1: an object is one byte."),
            ((None,), "lacks the object 0."),
        ):
            with self.assertRaises(RequestError) as caught:
                load_corpus(self.path_of(*objects), ByteForm())
            self.assertTrue(str(caught.exception).endswith(why), caught.exception)
        with self.assertRaises(RequestError):
            load_corpus_to_measure(self.path_of(), ByteForm())

    def test_an_image_holds_the_bytes_of_a_valid_object(self) -> None:
        form = ImageForm(ByteForm())
        image = form.read(b"a")
        self.assertEqual((form.write(image), form.touched(image, "one")), (b"a", 97))
        with self.assertRaises(ValueError):
            form.read(b"ab")


if __name__ == "__main__":
    unittest.main()
