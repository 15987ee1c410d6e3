import os
import tempfile
import unittest
from pathlib import Path

from harness.protocol.container import CORPUS, MESSAGES, ContainerReader, ContainerWriter
from harness.protocol.refusal import RequestError, because
from harness.protocol.replies import Digest, line
from harness.protocol.request import parse_request


class Lines(unittest.TestCase):
    def test_a_line_escapes_all_but_printable_ascii(self) -> None:
        found = line("error", detail='50 % of "é"\n', n=3, digest=Digest(255), flag=True)
        expected = 'error detail=50%20%25%20of%20"%C3%A9"%0A n=3 digest=00000000000000ff flag=1'
        self.assertEqual(found, expected)


class Requests(unittest.TestCase):
    def refusal(self, *words: str) -> str:
        with self.assertRaises(RequestError) as caught:
            request = parse_request(words)
            request.allow(("n",))
            request.at_least_one("n", 5)
        return str(caught.exception)

    def test_what_is_wrong_is_said(self) -> None:
        for words, expected in (
            ((), "The request names no verb."),
            (("v", "n"), 'The argument "n" is not of the form key=value.'),
            (("v", "n=1", "n=2"), 'The key "n" appears twice.'),
            (("v", "m=1"), 'The verb v has no key "m".'),
            (("v",), 'The verb v lacks the key "n".'),
            (("v", "n=+1"), 'The value of n is "+1" where a number belongs.'),
            (("v", "n="), 'The value of n is "" where a number belongs.'),
            (("v", "n=٣"), 'The value of n is "٣" where a number belongs.'),
            (("v", f"n={2**63}"), f'The value of n is "{2**63}" where a number belongs.'),
            (("v", "n=6"), "The value of n is 6 where 1 to 5 belong."),
            (("v", "n=0"), "The value of n is 0 where 1 to 5 belong."),
        ):
            self.assertEqual(self.refusal(*words), expected)

    def test_values_are_read(self) -> None:
        request = parse_request(["v", f"n={2**63 - 1}", "l=a,b", "p=a=b"])
        self.assertEqual((request.verb, request.number("n")), ("v", 2**63 - 1))
        self.assertEqual((request.list("l"), request.path("p")), (["a", "b"], "a=b"))
        self.assertEqual((request.optional_path("q"), request.optional_number("q")), (None, None))


class Containers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "file")  # noqa: PTH118 (a request's text)

    def refusal_of(self, content: bytes) -> str:
        Path(self.path).write_bytes(content)
        with self.assertRaises(RequestError) as caught, ContainerReader(self.path, CORPUS) as reader:
            reader.next()
            reader.finish()
        return str(caught.exception)

    def test_a_container_comes_back_with_what_is_missing(self) -> None:
        with ContainerWriter(self.path, MESSAGES, 3) as writer:
            for entry in (b"ab", None, b""):
                writer.add(entry)
            writer.finish()
        with ContainerReader(self.path, MESSAGES) as reader:
            self.assertEqual([reader.next() for _ in range(reader.count)], [b"ab", None, b""])
            reader.finish()

    def test_what_is_no_container_is_refused(self) -> None:
        one = (1).to_bytes(8, "little")
        for content, why in (
            (MESSAGES + one, "does not begin with SERBCRP1"),
            (CORPUS[:5], "ends too early"),
            (CORPUS + one[:4], "ends too early"),
            (CORPUS + one + b"\xfe\xff\xff\xff", "ends too early"),
            (CORPUS + one + b"\x01\0\0\0ab", "has bytes after its last entry"),
        ):
            self.assertEqual(self.refusal_of(content), f"The file {self.path} {why}.")

    def test_a_file_that_is_not_there_is_refused(self) -> None:
        with self.assertRaises(RequestError) as caught:
            ContainerReader(self.path, CORPUS)
        expected = f"The file {self.path} cannot be opened: No such file or directory."
        self.assertEqual(str(caught.exception), expected)
        self.assertEqual(because(OSError("too long")), "too long")


if __name__ == "__main__":
    unittest.main()
