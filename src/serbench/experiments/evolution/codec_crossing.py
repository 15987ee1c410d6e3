"""One codec: its old and its new version write and read each other's messages, over all changes at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from serbench.codecs.runner import Runner
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.engine.isolation import Ended, Written
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import (
    BACKWARD,
    FORWARD,
    OLD,
    REWRITE,
    Case,
    Change,
    Version,
    reader_of,
    writer_of,
)
from serbench.experiments.evolution.crossing import Asking
from serbench.experiments.evolution.judging import Answer, Folded, Judge, Judged, folded
from serbench.experiments.evolution.merged import held
from serbench.schema.model import Schema

# How a version rewrites: a message of the library that it keeps, or the object that it has made of it.
MESSAGE, OBJECT = "message", "object"


@dataclass(frozen=True, slots=True)
class Crossed:
    """One object of a change in one direction: the case, the message that was read last, None where there was
    none, what the reader made of it, and the outcome."""

    change: Change
    case: Case
    message: bytes | None
    answer: Answer
    judged: Judged


@dataclass(frozen=True, slots=True)
class Crossing:
    """A change in one direction with all its objects. ``way`` tells of a rewrite whether it was one of the
    library's messages or of objects; it is empty elsewhere."""

    change: Change
    direction: str
    objects: tuple[Crossed, ...]
    folded: Folded
    way: str = ""


@dataclass(slots=True)
class CodecCrossing:
    """One codec; ``runners`` and ``merged`` schemas are by version."""

    runners: Mapping[Version, Runner]
    merged: Mapping[Version, Schema]
    changes: Sequence[Change]
    asking: Asking
    tell: Callable[[str], object] = lambda step: None
    _own: dict[Version, dict[bytes, Answer]] = field(default_factory=dict)

    def crossings(self) -> list[Crossing]:
        """Every change in every direction."""
        back, forth = self._written(BACKWARD), self._written(FORWARD)
        found = self._judged(BACKWARD, back, self._read(BACKWARD, back))
        came = self._read(FORWARD, forth)
        found += self._judged(FORWARD, forth, came)
        way = MESSAGE if self.asking.can_rewrite(self.runners[OLD]) else OBJECT
        again, answers = self._rewritten(forth, came, way)
        return found + self._judged(REWRITE, again, answers, way)

    def _cases(self, direction: str) -> list[tuple[Change, Case]]:
        return [(change, case) for change in self.changes for case in change.cases(direction)]

    def _objects(self, version: Version, direction: str) -> list[bytes]:
        """The encoded objects that a version writes in a direction, or ought to read."""
        encode = Encoder(self.merged[version]).encode
        writes = writer_of(direction) == version
        return [
            encode(held(change, case.written if writes else case.expected))
            for change, case in self._cases(direction)
        ]

    def _own_answers(self, version: Version) -> dict[bytes, Answer]:
        """The answers of a version to the objects that it writes and reads itself, by object."""
        if version not in self._own:
            self.tell(f"{version} reads what it writes")
            objects = [obj for direction in (BACKWARD, FORWARD) for obj in self._objects(version, direction)]
            different = list(dict.fromkeys(objects))
            answers = self.asking.read(self.runners[version], different, None)
            self._own[version] = dict(zip(different, answers, strict=True))
        return self._own[version]

    def _written(self, direction: str) -> list[Written]:
        """The messages that the writer makes of the objects.
        An object that the writer does not keep itself has no message: no change is to blame for that."""
        writer = writer_of(direction)
        own = self._own_answers(writer)
        self.tell(f"{writer} writes")
        objects = self._objects(writer, direction)
        written = self.asking.write(self.runners[writer], objects)
        lost = f"The {writer} version does not keep it: "
        return [
            one if own[obj].value == obj else Written(None, lost + own[obj].detail, _ended(own[obj]))
            for one, obj in zip(written, objects, strict=True)
        ]

    def _read(self, direction: str, written: Sequence[Written]) -> list[Answer]:
        """The reader's answers to the messages."""
        reader = reader_of(direction)
        self.tell(f"{reader} reads, {direction}")
        expected = self._objects(reader, FORWARD if direction == REWRITE else direction)
        there = [(index, one.message) for index, one in enumerate(written) if one.message is not None]
        answers = self.asking.read(
            self.runners[reader], [expected[index] for index, _ in there], [message for _, message in there]
        )
        found = [Answer(one.ended or "unsupported", detail=one.detail) for one in written]
        for (index, _), answer in zip(there, answers, strict=True):
            found[index] = answer
        return found

    def _rewritten(
        self, messages: Sequence[Written], came: Sequence[Answer], way: str
    ) -> tuple[list[Written], list[Answer]]:
        """The messages that the old version has read and writes again, and the new version's answers to them.
        A message that the old version cannot read or write again has its answer from there."""
        self.tell(f"{OLD} rewrites")
        runner, is_valid = self.runners[OLD], self._is_valid
        there = [
            index
            for index, (one, answer) in enumerate(zip(messages, came, strict=True))
            if one.message is not None
            and answer.value is not None
            and (way == MESSAGE or is_valid(answer.value))
        ]
        if way == MESSAGE:
            written = self.asking.rewrite(runner, [messages[index].message or b"" for index in there])
        else:
            written = self.asking.write(runner, [came[index].value or b"" for index in there])
        again = [
            Written(None, one.detail or "What was read has no place in the old schema.") for one in messages
        ]
        for index, one in zip(there, written, strict=True):
            again[index] = one
        answers = self._read(REWRITE, again)
        for index, answer in enumerate(came):
            one = again[index]
            if answer.said in ("refused", "crashed", "hung") and index not in there:
                answers[index] = answer
            elif index in there and one.message is None:
                answers[index] = Answer(
                    one.ended or "refused", detail=f"It is not written again: {one.detail}"
                )
        return again, answers

    def _is_valid(self, value: bytes) -> bool:
        """Whether a value is one of the old schema, so that a runner takes it as an object."""
        try:
            Decoder(self.merged[OLD]).decode(value)
        except BadInput:
            return False
        return True

    def _judged(
        self, direction: str, written: Sequence[Written], answers: Sequence[Answer], way: str = ""
    ) -> list[Crossing]:
        reader = reader_of(direction)
        expected = self._objects(reader, FORWARD if direction == REWRITE else direction)
        own = self._own_answers(reader)
        judges = {change.name: Judge(change, direction, self.merged[reader]) for change in self.changes}
        crossed: dict[str, list[Crossed]] = {change.name: [] for change in self.changes}
        for (change, case), one, answer, wanted in zip(
            self._cases(direction), written, answers, expected, strict=True
        ):
            control = own[wanted]
            if control.said != "value":
                answer = replace(control, said=_ended(control) or "unsupported", value=None)
            judged = judges[change.name].judge(case, answer, control.value)
            crossed[change.name].append(Crossed(change, case, one.message, answer, judged))
        return [
            Crossing(
                change,
                direction,
                tuple(crossed[change.name]),
                folded([one.judged for one in crossed[change.name]], direction),
                way,
            )
            for change in self.changes
        ]


def _ended(answer: Answer) -> Ended | None:
    """How the process ended that was to answer; None where it did."""
    return answer.said if answer.said == "crashed" or answer.said == "hung" else None
