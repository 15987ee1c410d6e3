"""Tables and legends of results follow from how their figures are declared."""

from dataclasses import dataclass

from serbench.report.cells import Result
from serbench.report.columns import column_of, columns_of, ranked_table, results_table, words_of
from serbench.report.figures import Shown, figure, median_column, parameter, shown
from serbench.report.standing import Standing
from serbench.report.table import Column
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(Result):
    level: str = parameter("level", shown=Shown("level", is_text=True))
    objects: int = parameter("objects")
    time: Estimate = figure(
        lambda rows: Estimate.of([row.cpu_ns[0] for row in rows]),
        shown=Shown("µs", 1000, each="objects", at_least="≥", link=True, words="µs: of one object."),
    )
    parts: dict[str, float] = figure(
        lambda rows: {}, shown=Shown("{} ns", 1, 1, short="{}", parts=("b-x", "a"), goes={"a": 4})
    )
    gc_ns: float | None = figure(median_column("gc_ns"), shown=Shown("GC", goes=3, words="GC: collections."))

    @property
    def way(self) -> str:
        return "way"

    @property
    def ranked_by(self) -> Estimate:
        return self.time

    @property
    def is_bound(self) -> bool:
        return self.codec == "cpp/bound"

    @property
    @shown(Shown("share", text="{:.0%}".format, words="share: of all."))
    def share(self) -> float:
        return 0.5


def made(codec: str, time_ns: float, rank: int = 0, gc_ns: float | None = None, **more: bool) -> Made:
    place = Place.certain(rank) if rank else None
    return Made(
        codec=codec, workload="w",
        floor=more.get("floor", False), hand_written=more.get("hand_written", False),
        standing=Standing(place, place), level="all", objects=2, measured=1, time=Estimate.of([time_ns]),
        parts={"a": 1.0, "b-x": 2.0} if codec == "cpp/a" else {"a": 3.0}, gc_ns=gc_ns,
    )  # fmt: skip


GROUP = (made("cpp/a", 4000, 2), made("cpp/bound", 2000, 1), made("cpp/own", 1000, hand_written=True))
NAMES = ("level", "time", "interval", "parts", "gc_ns", "share")


def test_a_figure_is_a_column_with_its_unit_and_digits() -> None:
    table = results_table("t", GROUP, columns_of(GROUP, *NAMES))
    assert table.columns == (
        Column("codec", is_text=True), Column("level", is_text=True), Column("µs"), Column("±"),
        Column("b-x ns", short="b-\nx"), Column("a ns", short="a", goes=4), Column("share"),
    )  # fmt: skip
    assert [line.texts for line in table.lines] == [
        ("cpp/a", "all", "2.00", "once", "2.0", "1.0", "50%"),
        ("cpp/bound", "all", "≥1.00", "once", "–", "3.0", "50%"),
        ("cpp/own (hand-written)", "all", "0.500", "once", "–", "3.0", "50%"),
    ]
    time = table.lines[0].cells[2]
    assert (time.value, time.link) == (2.0, "#cell/cpp%2Fa/w/way")


def test_what_no_result_has_takes_no_room_and_no_words() -> None:
    assert words_of(GROUP, *NAMES) == ["µs: of one object.", "share: of all."]
    collected = (*GROUP, made("cpp/c", 1, gc_ns=7))
    assert "GC" in results_table("t", collected, columns_of(collected, "gc_ns")).header
    assert words_of(collected, "gc_ns") == ["GC: collections."]


def test_ranks_lead_and_references_follow() -> None:
    table = ranked_table("t", GROUP, [column_of(Shown("n", 1, 0), lambda one: len(one.codec))], False)
    assert table.header == ("rank", "codec", "n")
    assert [line.texts for line in table.lines] == [
        ("2", "cpp/a", "5"), ("1", "cpp/bound", "9"), ("–", "cpp/own (hand-written)", "7"),
    ]  # fmt: skip
    assert [line.kind for line in table.lines] == ["", "", "reference"]
    alone = ranked_table("t", (made("cpp/a", 1, 1),), [], False, named="serializer")
    assert (alone.header, alone.lines[0].texts) == (("serializer",), ("cpp/a",))
    unranked = ranked_table("t", GROUP, [], False, is_ranked=lambda one: one.codec == "cpp/a")
    assert [line.texts[0] for line in unranked.lines] == ["2", "–", "–"]
