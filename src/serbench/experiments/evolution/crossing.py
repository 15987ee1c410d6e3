"""Asks the runners of two versions to write and to read. What kills a runner at one object does not hide the
others."""

from collections.abc import Sequence

from serbench.codecs.runner import Runner
from serbench.corpus.container import CORPUS_MAGIC, MESSAGES_MAGIC, read_messages
from serbench.engine.isolation import Attempt, Writing, Written, ended, isolated, last_words, limited
from serbench.experiments.evolution.judging import Answer
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply


class Asking(Writing):
    """Asks runners, with files in ``folder`` that are numbered."""

    def can_rewrite(self, runner: Runner) -> bool:
        """Whether the codec's library writes messages that it has read; a runner refuses where it does
        not."""
        none_of_them = self.container(MESSAGES_MAGIC, ())
        arguments: dict[str, object] = {"encoded": none_of_them, "out": self.file()}
        return ask(limited(runner, self.folder), "rewrite", arguments, self.timeout_s).outcome == "ok"

    def rewrite(self, runner: Runner, messages: Sequence[bytes]) -> list[Written]:
        """The messages that a runner writes again from these, without an object between."""
        return self.written(runner, "rewrite", "encoded", MESSAGES_MAGIC, messages)

    def read(
        self, runner: Runner, expected: Sequence[bytes], messages: Sequence[bytes] | None
    ) -> list[Answer]:
        """The runner's answers to the messages, one for each expected object.
        Without messages, the runner reads what it writes of the expected objects itself."""

        def attempt(start: int, stop: int) -> Attempt[Answer]:
            values = self.file()
            arguments: dict[str, object] = {
                "corpus": self.container(CORPUS_MAGIC, expected[start:stop]),
                "values": values,
            }
            if messages is not None:
                arguments["encoded"] = self.container(MESSAGES_MAGIC, messages[start:stop])
            conversation = ask(limited(runner, self.folder), "check", arguments, self.timeout_s)
            lines = [reply for reply in conversation.replies if reply.tag == "object"]
            if conversation.outcome != "ok" or len(lines) != stop - start:
                return Attempt((), len(lines), conversation)
            found = list(read_messages(values, CORPUS_MAGIC))
            return Attempt(tuple(map(_answer, lines, found)), len(lines), conversation)

        def crashed(conversation: Conversation) -> Answer:
            return Answer(ended(conversation) or "unsupported", detail=last_words(conversation))

        return isolated(len(expected), attempt, crashed)


def _answer(reply: Reply, value: bytes | None) -> Answer:
    outcome, operation = reply.text("outcome"), reply.fields.get("operation", "")
    detail = reply.fields.get("detail", "")
    if outcome == "error" or value is None:
        return Answer("refused", value, f"{operation}: {detail}".removeprefix(": "))
    other = operation if outcome == "wrong" and operation.startswith("access") else ""
    return Answer("value", value, detail, other)
