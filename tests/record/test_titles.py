"""The titles of own data: names of types, or of messages without the hash of the schema."""

from dataclasses import replace
from pathlib import Path

from fakes.samples import failed

from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.record.titles import MIX, Titles, title_of_type, titles_in

TICK, ORDER = "own-tick-0123456789", "own-order-57af0b1c2d"


def test_one_type_has_the_name_without_the_hash() -> None:
    names = (ORDER, TICK, "own-tick-abcdefabcd", f"{ORDER}:batch=4", "own-0123456789")
    titles = Titles.of({"message": "Order"}, names)
    assert [titles.in_text(name) for name in (*names, "media")] == [
        "own-order",
        TICK,
        "own-tick-abcdefabcd",
        "own-order:batch=4",
        "own-0123456789",
        "media",
    ]
    assert titles.name_of("own-order:batch=4") == f"{ORDER}:batch=4"
    assert Titles.of(None, [ORDER]).by_name == {}


def test_types_have_the_names_that_they_have_in_the_data() -> None:
    types = [{"title": "order", "message": "Order"}, {"message": "Tick"}]
    record = {"own": {"types": types}, "workloads": [ORDER, TICK]}
    assert titles_in(record).by_name == {ORDER: "order", TICK: "Tick"}
    assert titles_in(record).in_document({"of": [ORDER], TICK: 2}) == {"of": ["order"], "Tick": 2}
    # The workloads of some runs are others than those of the types.
    assert titles_in({**record, "workloads": [ORDER]}).by_name == {ORDER: "own-order"}
    assert title_of_type("push_event", "PushEvent") == "push_event"
    assert title_of_type("a/b <c>", "market.ABC") == "ABC"


def test_all_names_get_their_titles_at_once() -> None:
    titles = Titles({"a": "b", "b": "c", "ab": "long", "null": "x"})
    assert titles.in_text("a b ab") == "b c long"
    assert titles.in_document({"a": None, "null": ["b", {"ab": 1.5}]}) == {
        "b": None,
        "x": ["c", {"long": 1.5}],
    }


def test_a_type_whose_record_has_no_title_keeps_its_name() -> None:
    assert titles_in({"own": {"types": [{}]}, "workloads": [ORDER]}).by_name == {}


def test_a_type_that_is_called_as_the_mix_or_as_another_keeps_its_name() -> None:
    for first, second in ((MIX, "tick"), ("tick", "tick")):
        record = {"own": {"types": [{"title": first}, {"title": second}]}, "workloads": [ORDER, TICK]}
        assert ORDER not in titles_in(record).by_name


def failing() -> Row:
    return replace(failed("cpp/a", "encode", 1, "crash", f"no {ORDER}"), workload=ORDER)


def test_a_run_is_titled_once_for_its_rows() -> None:
    record = {"own": {"types": [{"title": "order"}]}, "workloads": [ORDER], "corpora": {ORDER: {}}}
    folder = RunFolder(Path("run"), record, [failing()])
    titled = folder.titled()
    assert titled.record["corpora"] == {"order": {}}
    assert (titled.rows[0].workload, titled.rows[0].detail) == ("order", "no order")
    assert folder.titled() is titled and titled.titled() is titled
    assert titles_in(titled.record).name_of("order") == ORDER
    folder.rows.append(failing())
    assert len(folder.titled().rows) == 2
    plain = RunFolder(Path("run"), {"workloads": ["media"]}, [])
    assert plain.titled() is plain
