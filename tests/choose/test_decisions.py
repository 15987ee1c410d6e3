"""Decisions over synthetic facts and measurements: what is left, in which order, and what would change it."""

from dataclasses import replace
from typing import Any

import pytest
from choose.knowing import asking, codec, knowing, outcomes
from hypothesis import given, settings
from hypothesis import strategies as st

from serbench.choose.costs import is_better
from serbench.choose.decision import Decision, decide
from serbench.choose.options import Known, sorted_options
from serbench.choose.request import Constraint, Price, Request
from serbench.choose.table import figures, headings, rows_of
from serbench.choose.words import deciding, excluded_lines, sentences
from serbench.facts.fact import Fact


def listed(decision: Decision) -> list[tuple[str, int, int]]:
    return [(one.option.id, one.low, one.high) for one in decision.short.listed]


def left(request: Request, known: Known) -> list[str]:
    return [option.id for option in sorted_options(request, known).options]


def test_an_option_is_a_format_with_the_cheapest_library_of_each_program() -> None:
    known = knowing(
        [
            codec("go/slow", "json", 900),
            codec("go/fast", "json", 300),
            codec("python/only", "json", 500),
            codec("go/alone", "gob", 100),
        ]
    )
    decision = decide(asking("go", "python"), known, "measured")
    assert [dict(one.option.codecs) for one in decision.short.listed] == [
        {"go": "go/fast", "python": "python/only"}
    ]
    cost = decision.short.listed[0].option.cost
    assert cost is not None and (cost.write.median, cost.read.median) == (150, 250)
    assert [(one.id, one.by) for one in decision.sorted.excluded] == [("gob", ("read",))]


def test_a_reader_that_does_not_read_a_writer_is_not_its_pair() -> None:
    codecs = [
        codec("go/fast", "json", 1),
        codec("go/slow", "json", 2),
        codec("python/only", "json", 5),
    ]
    known = knowing(codecs, unread={"python/only": {"go/fast": "it refuses floats"}})
    assert sorted_options(asking("go", "python"), known).options[0].codecs["go"] == "go/slow"
    none = replace(known, failures=frozenset({("go/slow", "python/only")}))
    assert left(asking("go", "python"), none) == []


def test_a_constraint_holds_on_its_side_alone() -> None:
    codecs = [codec("go/a", "f", 1, malformed="dies"), codec("python/b", "f", 1, malformed="refuses")]
    known = knowing(codecs)
    assert left(asking("go", "python", trusted="anyone"), known) == ["f"]
    assert left(asking("python", "go", trusted="anyone"), known) == []


def test_unknown_stays_and_is_marked() -> None:
    known = knowing([codec("go/a", "f", 1)])
    (option,) = sorted_options(asking("go", "go", same_bytes="processes"), known).options
    assert [check.constraint for check in option.unknown] == ["same-bytes"]


def test_all_failed_constraints_are_kept_in_the_order_of_the_request() -> None:
    known = knowing([codec("go/a", "f", 1, malformed="runs", text=False)])
    (fallen,) = sorted_options(asking("go", "go", text=True, trusted="anyone"), known).excluded
    assert fallen.by == ("text", "trusted")


def test_a_library_that_exists_elsewhere_is_not_measured_and_stays() -> None:
    known = knowing([codec("rust/capnp", "capnproto", 1)], {("capnproto", "go"): True})
    (option,) = sorted_options(asking("rust", "go"), known).options
    assert (option.id, option.unmeasured, option.cost) == ("capnproto", ("go",), None)


def test_a_system_with_a_list_of_formats_excludes_others_and_another_is_unknown() -> None:
    known = knowing([codec("go/a", "cbor", 1), codec("go/b", "json", 2)], {("cbor", "clickhouse"): False})
    decided = sorted_options(asking("go", "clickhouse"), known)
    assert [one.id for one in decided.excluded] == ["cbor"]
    assert [check.constraint for check in decided.options[0].unknown] == ["read"]


def test_the_list_has_what_nothing_beats_and_five_at_most() -> None:
    codecs = [codec(f"go/c{number}", f"f{number}", 100 * 2**number, 1000 - number) for number in range(8)]
    codecs.append(codec("go/beaten", "f9", 1000, 1001))
    decision = decide(asking("go", "go"), knowing(codecs), "measured")
    assert listed(decision) == [(f"go/c{number}", number + 1, number + 1) for number in range(5)]
    assert decision.short.left_out == 3
    assert [option.id for option in decision.short.beaten] == ["go/beaten"]


def test_options_that_cannot_be_told_apart_are_tied() -> None:
    codecs = [codec("go/a", "f", 100), codec("go/b", "g", 101), codec("go/c", "h", 300, 90)]
    decision = decide(asking("go", "go"), knowing(codecs), "measured")
    assert listed(decision) == [("go/a", 1, 2), ("go/b", 1, 2), ("go/c", 3, 3)]
    assert decision.short.tied == (("go/a", "go/b"),)
    assert decision.short.first is None


def test_a_preferred_option_comes_first_among_equals() -> None:
    codecs = [codec("go/a", "f", 100, text=False), codec("go/b", "g", 100, text=True)]
    decision = decide(asking("go", "go", {"text": True}), knowing(codecs), "measured")
    assert [name for name, _, _ in listed(decision)] == ["go/b", "go/a"]


def test_a_variant_that_is_no_better_is_a_note() -> None:
    codecs = [codec("go/a", "f", 100), codec("go/a-fast", "f", 101)]
    known = knowing(codecs, bases={"go/a-fast": "go/a"})
    (one,) = decide(asking("go", "go"), known, "measured").short.listed
    assert (one.option.id, one.option.note) == ("go/a", "as well: go/a-fast")


def test_a_weight_doubled_and_a_constraint_dropped_may_change_the_first() -> None:
    codecs = [
        codec("go/fast", "f", 100, 300),
        codec("go/small", "g", 250, 130),
        codec("go/best", "h", 50, 50, text=False),
    ]
    decision = decide(asking("go", "go", text=True), knowing(codecs), "measured")
    changes = {tuple(one.change.values()): one.first for one in decision.sensitivity}
    assert decision.short.first == "go/fast"
    assert changes == {("cpu", 2): "go/fast", ("bytes", 2): "go/small", ("text",): "go/best"}


def test_a_price_orders_by_what_a_message_costs() -> None:
    codecs = [codec("go/fast", "f", 1000, 100), codec("go/small", "g", 4000, 50)]
    known = knowing(codecs)
    # By ratios the fast one is first: 4 times as fast, twice as large.
    assert decide(asking("go", "go"), known, "measured").short.first == "go/fast"
    priced = replace(asking("go", "go"), price=Price(0.036, 0.1), rate_per_s=1e6)
    decision = decide(priced, known, "measured")
    assert decision.short.first == "go/small"
    costs = {one.option.id: one.option.cost for one in decision.short.listed}
    # A nanosecond costs 1e-14 and a byte 1e-10.
    found = {name: cost.price(priced) for name, cost in costs.items() if cost}
    assert found == {"go/fast": pytest.approx(1.001e-8), "go/small": pytest.approx(5.04e-9)}
    # 3000 ns more cost as much as 50 bytes where an hour of a core costs 6.
    (turn,) = decision.sensitivity
    assert turn.first == "go/fast"
    assert turn.change == {
        "core_hour_above": pytest.approx(6.0),
        "gigabyte_below": pytest.approx(0.0006),
    }
    assert sentences(decision)[-1] == (
        "What would change it: with an hour of a core above 6 or a gigabyte below 0.0006, go/fast."
    )
    (place, option, cost), _ = rows_of(decision)
    assert (place, option.id) == ("1", "go/small")
    assert dict(zip(headings(decision), figures(cost, decision), strict=True))["price/month"] == "13254"


def test_storage_is_a_part_of_the_price_of_a_gigabyte() -> None:
    codecs = [codec("go/fast", "f", 1000, 100), codec("go/small", "g", 4000, 50)]
    few = replace(asking("go", "go"), price=Price(6.0, 0.05))
    assert decide(few, knowing(codecs, spread=0.001), "measured").short.first == "go/fast"
    kept = replace(few, price=Price(6.0, 0.05, month=0.02, kept=3.0))
    assert decide(kept, knowing(codecs, spread=0.001), "measured").short.first == "go/small"


def test_a_mode_is_named_with_whether_it_is_measured() -> None:
    known = knowing([codec("go/a", "f", 1, max_depth=32)])
    facts = dict(known.facts["go/a"])
    for source, date in (("go/codecs/a/README.md", ""), ("https://example.org", "2026-11-27")):
        facts["max_depth_mode"] = Fact(1000, "declared", source, date, mode="MaxLevels")
        decision = decide(
            asking("go", "go", max_depth=100), replace(known, facts={"go/a": facts}), "measured"
        )
        (placed,) = decision.short.listed
        assert placed.option.modes == ("MaxLevels",)
        assert deciding(placed.option, decision) == (
            "--max-depth by MaxLevels, not measured so"
            if date
            else "--max-depth by MaxLevels, as measured here"
        )
    shallow = decide(asking("go", "go", max_depth=32), replace(known, facts={"go/a": facts}), "measured")
    assert shallow.short.listed[0].option.modes == ()


def test_a_reader_that_over_allocates_is_said_so() -> None:
    known = knowing([codec("go/a", "f", 1, malformed="over-allocates")])
    decision = decide(asking("go", "go", trusted="anyone"), known, "measured")
    (placed,) = decision.short.listed
    assert deciding(placed.option, decision) == "malformed input makes it ask for much memory"
    assert left(asking("go", "go", trusted="limited"), known) == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("reads-outside", "malformed input makes it read outside of the message"),
        ("dies", "malformed input ends the process"),
        ("over-allocates", "malformed input makes it ask for much memory"),
        ("refuses", ""),
    ],
)
def test_harm_that_is_accepted_from_the_own_house_is_named(harm: str, words: str) -> None:
    decision = decide(
        asking("go", "go", trusted="house"), knowing([codec("go/a", "f", malformed=harm)]), "facts"
    )
    (option,) = decision.sorted.options
    assert deciding(option, decision) == words


def test_what_falls_by_other_evidence_than_the_first_is_told_so() -> None:
    codecs = [codec(f"go/{name}", name, 1, malformed="dies", ended="2025-12: over") for name in "ab"]
    request = asking("go", "go", trusted="anyone", ended=True)
    fallen = excluded_lines(decide(request, knowing(codecs), "measured"))
    assert fallen == [
        "malformed input harms it (--trusted, go/a: measured, ./serbench facts go/a): go/a (and 1 more"
        " reason), go/b (and 1 more reason)"
    ]
    (alone,) = excluded_lines(decide(request, knowing(codecs[:1]), "measured"))
    assert "(--trusted, measured, ./serbench facts go/a)" in alone


def test_where_nothing_is_left_the_smallest_sets_to_drop_are_told() -> None:
    codecs = [
        codec("go/a", "f", 1, text=False, dynamic=False),
        codec("go/b", "g", 1, text=False, dynamic=True),
    ]
    decision = decide(asking("go", "go", text=True, dynamic=True), knowing(codecs), "measured")
    assert [(one.drop, one.options) for one in decision.relax] == [(("text",), ("go/b",))]


def test_a_saving_that_is_small_does_not_matter() -> None:
    codecs = [codec("go/a", "f", 1000, 110), codec("go/b", "g", 2000, 100)]
    known = knowing(codecs)
    few = replace(asking("go", "go"), rate_per_s=100)
    assert decide(few, known, "measured").matters is False
    assert decide(replace(few, rate_per_s=1e6), known, "measured").matters is True
    assert decide(asking("go", "go"), known, "measured").matters is None


def test_where_costs_do_not_matter_all_are_tied_in_the_order_of_upkeep() -> None:
    codecs = [
        codec("go/small", "f", 1000, 90, dependencies=9, released="2026-01-01"),
        codec("go/older", "g", 900, 100, dependencies=0, released="2025-01-01"),
        codec("go/newer", "h", 800, 110, dependencies=0, released="2026-01-01"),
        codec("go/now", "i", 700, 120),
    ]
    request = replace(asking("go", "go"), rate_per_s=10, now=("go/now",))
    decision = decide(request, knowing(codecs), "measured")
    assert listed(decision) == [
        ("go/now", 1, 4),
        ("go/newer", 1, 4),
        ("go/older", 1, 4),
        ("go/small", 1, 4),
    ]
    assert len(decision.short.tied) == 6 and decision.short.first is None and decision.is_certain
    assert sentences(decision)[0].startswith("At this rate the choice saves less")
    assert decide(replace(request, rate_per_s=1e9), knowing(codecs), "measured").matters is not False


def test_places_are_certain_where_none_is_shared() -> None:
    codecs = [codec("go/a", "f", 100, 110), codec("go/b", "g", 140, 92)]
    request = asking("go", "go")
    assert decide(request, knowing(codecs, spread=0.001), "measured").is_certain
    assert not decide(request, knowing(codecs, spread=0.1), "measured").is_certain


def test_what_runs_now_is_a_row_that_nothing_excludes() -> None:
    known = knowing([codec("go/a", "f", 100), codec("go/now", "g", 200, text=False)])
    now = decide(replace(asking("go", "go", text=True), now=("go/now",)), known, "measured").now
    assert now is not None and now.cost is not None
    assert (now.cost.total.median, [check.verdict for check in now.checks]) == (200, ["no"])
    lacking = decide(replace(asking("go", "go"), now=("jboss",)), known, "measured").now
    assert lacking is not None and (lacking.codecs, lacking.cost) == (("jboss",), None)


def test_further_constraints_are_those_that_split_what_is_left() -> None:
    codecs = [codec("go/a", "f", 1, text=True), codec("go/b", "g", 1, text=False)]
    decision = decide(asking("go", "go"), knowing(codecs), "measured")
    assert [(one.id, count) for one, count in decision.further] == [("text", 1)]


_FACTS: dict[str, Any] = {
    "text": st.booleans(),
    "malformed": st.sampled_from(["runs", "dies", "refuses"]),
    "changes": st.sampled_from([outcomes(), outcomes("misread"), outcomes("refused")]),
}
_CODECS = st.lists(
    st.tuples(
        st.sampled_from(["go", "python"]),
        st.sampled_from(["f", "g", "h", "i"]),
        st.integers(1, 10_000),
        st.integers(1, 500),
        st.fixed_dictionaries({}, optional=_FACTS),
    ),
    min_size=1,
    max_size=12,
)
_CONSTRAINTS = st.fixed_dictionaries(
    {}, optional={"text": st.just(True), "trusted": st.just("anyone"), "evolves": st.just("rolling")}
)


def _known(found: list[Any]) -> Known:
    return knowing(
        [
            codec(f"{language}/c{number}", form, ns, size, **facts)
            for number, (language, form, ns, size, facts) in enumerate(found)
        ]
    )


@settings(deadline=None)
@given(_CODECS, _CONSTRAINTS, st.sampled_from([("go", "go"), ("go", "python"), ("python go", "go")]))
def test_dropping_a_constraint_never_shortens_what_is_left(
    found: list[Any], constraints: dict[str, Any], ends: tuple[str, str]
) -> None:
    known, request = _known(found), asking(*ends, **constraints)
    for name in constraints:
        name = name.replace("_", "-")
        assert set(left(request, known)) <= set(left(request.without(name), known))


@settings(deadline=None)
@given(_CODECS, _CONSTRAINTS)
def test_what_is_better_in_every_respect_is_never_behind(
    found: list[Any], constraints: dict[str, Any]
) -> None:
    decision = decide(asking("go", "go", **constraints), _known(found), "measured")
    places = [one.option for one in decision.short.listed]
    assert len(places) <= 5 and bool(places) == bool(decision.sorted.options)
    for at, option in enumerate(places):
        for later in places[at:]:
            assert option.cost and later.cost and not is_better(later.cost, option.cost)


@settings(deadline=None)
@given(_CODECS, _CONSTRAINTS)
def test_every_option_is_left_or_falls_with_a_reason(found: list[Any], constraints: dict[str, Any]) -> None:
    known = _known(found)
    decided = sorted_options(asking("go", "python", **constraints), known)
    names = [*(one.id for one in decided.options), *(one.id for one in decided.excluded)]
    assert sorted(names) == sorted({one.format for one in known.candidates})
    assert all(one.checks for one in decided.excluded)


def test_a_constraint_that_is_only_preferred_excludes_nothing() -> None:
    known = knowing([codec("go/a", "f", 1, text=False)])
    request = replace(asking("go", "go"), constraints=(Constraint("text", True, "option", "prefer"),))
    assert left(request, known) == ["go/a"]


def test_one_option_that_is_left_is_one() -> None:
    def last(*names: str) -> str:
        return sentences(
            decide(asking("go", "go"), knowing([codec(f"go/{one}", one) for one in names]), "facts")
        )[-1]

    assert last("a") == "1 option is left: go/a."
    assert last("a", "b").startswith("2 options are left: ")
    assert last(*"abcdefghi").endswith(" and 5 more.")
