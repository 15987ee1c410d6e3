"""A runner of one version of a schema, whose messages are the objects' bytes behind the name of its workload.
It reads what the other version wrote as its corpus says it ought to be, unless it is started with a fault
before its name: ``FAULTS`` says how. With ``rewrites`` it has the verb of that name, which passes messages
on."""

import os
import signal

from fakes.honest import Honest, Refused, digest, hang, read_frames, start, write_bytes, write_frames

FAULTS = {
    "misread": "the last byte of a foreign message's value is another one",
    "refuse": "a foreign message is an error",
    "crash": "it dies at a foreign message that ends with eight zeros",
    "fragile": "it dies at its own message",
    "hang": "it does not end once it reads a foreign message",
    "mute": "it refuses to write",
}


ROTATIONS = 400


class Evolver(Honest):
    def __init__(self, words: list[str]) -> None:
        self.faults = {word for word in words[:-1] if word in (*FAULTS, "rewrites")}
        super().__init__([word for word in words if word not in self.faults])

    def run(self) -> int:
        if self.verb != "rewrite":
            return super().run()
        self.greet()
        if "rewrites" not in self.faults:
            self.say("error", detail="This codec has no messages that are both read and written.")
            return 2
        messages = [message or b"" for message in read_frames(self.arguments["encoded"])]
        write_frames(self.arguments["out"], messages)
        self.say("emitted", objects=len(messages), bytes=sum(map(len, messages)))
        self.say("end")
        return 0

    def message(self, index: int) -> bytes:
        return f"{self.workload}:".encode() + self.objects[index]

    def emit(self) -> None:
        if "mute" in self.faults:
            raise Refused("it writes nothing")
        super().emit()

    def check(self) -> None:
        own = [self.message(index) for index in range(len(self.objects))]
        messages = own
        if "encoded" in self.arguments:
            messages = [data or b"" for data in read_frames(self.arguments["encoded"])]
        values = [self.seen(index, message) for index, message in enumerate(messages)]
        write_values(self.arguments["values"], values)

    def measured_messages(self) -> list[bytes]:
        if "encoded" in self.arguments:
            return [data or b"" for data in read_frames(self.arguments["encoded"])]
        return [self.message(index) for index in range(len(self.objects))]

    def measure_operation(self, operation: str) -> None:
        foreign = not self.measured_messages()[0].startswith(f"{self.workload}:".encode())
        if foreign and "crash" in self.faults:
            os.kill(os.getpid(), signal.SIGSEGV)
        if foreign and "refuse" in self.faults:
            self.say("failed", operation=operation, outcome="error", index=0, detail="a stranger's bytes")
            return
        super().measure_operation(operation)

    def size_bytes(self) -> int:
        return sum(map(len, self.measured_messages()))

    def sample(self, operation: str, number: int) -> None:
        """A hundred nanoseconds for each object, and one for each byte of its message."""
        n = ROTATIONS * len(self.objects)
        ns = 100 * n + ROTATIONS * self.size_bytes()
        self.say("sample", operation=operation, n=n, cpu_ns=ns, wall_ns=ns)

    def seen(self, index: int, message: bytes) -> bytes | None:
        expected = self.objects[index]
        foreign = not message.startswith(f"{self.workload}:".encode())
        if foreign and "hang" in self.faults:
            hang()
        if not foreign and "fragile" in self.faults:
            os.kill(os.getpid(), signal.SIGSEGV)
        if foreign and "crash" in self.faults and message.endswith(bytes(8)):
            os.kill(os.getpid(), signal.SIGSEGV)
        if foreign and "refuse" in self.faults:
            self.say("object", index=index, outcome="error", operation="decode", detail="a stranger's bytes")
            return None
        value = (
            expected[:-1] + bytes([expected[-1] ^ 1]) if foreign and "misread" in self.faults else expected
        )
        outcome = {"outcome": "ok"} if value == expected else {"outcome": "wrong", "operation": "decode"}
        self.say("object", index=index, **outcome, digest=digest(value), bytes=len(message))
        return value


def write_values(path: str, values: list[bytes | None]) -> None:
    body = b"".join(
        (len(value).to_bytes(4, "little") + value) if value is not None else b"\xff" * 4 for value in values
    )
    write_bytes(path, b"SERBCRP1" + len(values).to_bytes(8, "little") + body)


if __name__ == "__main__":
    start(Evolver)
