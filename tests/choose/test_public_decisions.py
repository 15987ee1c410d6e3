"""Nine decisions of public projects, over recorded facts and measurements.

Times are those of ``media`` in docs/results/fastest.md, or follow the orders of ``log`` in
docs/comparisons/rust_serialization_benchmark.md; only their order is used. The issues that the names
give tell the cases.
"""

from dataclasses import replace
from typing import Any

from choose.knowing import asking, codec, knowing, outcomes

from serbench.choose.checks import Check
from serbench.choose.decision import Decision, decide
from serbench.choose.request import BYTES, CPU, Request

EVOLVES, BREAKS = outcomes(), outcomes(add_in_middle_forward="misread")


def listed(decision: Decision) -> list[str]:
    return [one.option.id for one in decision.short.listed]


def left(decision: Decision) -> set[str]:
    return {option.id for option in decision.sorted.options}


def falls(decision: Decision) -> dict[str, tuple[str, ...]]:
    return {one.id: one.by for one in decision.sorted.excluded}


def decided(request: Request, *codecs: dict[str, Any], **known: Any) -> Decision:
    return decide(request, knowing(codecs, **known), "measured")


def rust(name: str, form: str, times_us: tuple[int, int], size: int, **facts: Any) -> dict[str, Any]:
    return codec(f"rust/{name}", form, sum(times_us) * 1000, size, **facts)


def test_ruff_22284_takes_a_small_and_fast_cache() -> None:
    """Own types, the same build, bytes twice as heavy as time: bitcode and wincode."""
    request = replace(asking("rust", "rust", types="mine", ended=True), weights={CPU: 1.0, BYTES: 2.0})
    decision = decided(
        request,
        rust("bitcode", "bitcode", (2096, 905), 703_710, types=["derive"], ended=""),
        rust("wincode", "bincode-legacy", (229, 133), 1_045_784, types=["derive"], ended=""),
        rust("rkyv", "rkyv", (318, 243), 1_011_488, types=["derive"], ended=""),
        rust("bincode", "bincode", (273, 496), 765_778, types=["derive"], ended="2025-12: it has ended"),
        rust("protobuf", "protobuf", (500, 900), 876_000, types=["idl"], ended=""),
        rust("capnproto", "capnproto", (400, 500), 1_443_216, types=["idl"], ended=""),
    )
    assert {"rust/bitcode", "rust/wincode"} <= set(listed(decision))
    assert falls(decision) == {
        "rust/bincode": ("ended",),
        "rust/protobuf": ("types",),
        "rust/capnproto": ("types",),
    }


def test_tsoracle_13_takes_a_specified_format_for_types_that_derive_serde() -> None:
    request = asking("rust", "rust", types="foreign-serde", keep_years=5)
    own = {"types": ["derive"], "specification": True}
    decision = decided(
        request,
        rust("postcard", "postcard", (273, 496), 300, types=["serde"], specification=True),
        rust("cbor", "cbor", (2100, 4300), 450, types=["serde"], specification=True),
        rust("messagepack", "msgpack", (500, 900), 310, types=["serde"], specification=True),
        rust("rkyv", "rkyv", (180, 240), 500, **own),
        rust("borsh", "borsh", (200, 300), 400, **own),
        rust("speedy", "speedy", (190, 250), 400, types=["derive"], specification=False),
        rust("bitcode-serde", "bitcode-serde", (300, 300), 250, types=["serde"], specification=False),
    )
    assert listed(decision) == ["rust/postcard"]
    assert [option.id for option in decision.short.beaten] == ["rust/messagepack", "rust/cbor"]
    assert falls(decision) == {
        "rust/rkyv": ("types",),
        "rust/borsh": ("types",),
        "rust/speedy": ("types", "keep-years"),
        "rust/bitcode-serde": ("keep-years",),
    }


def test_nearcore_1166_takes_the_format_of_canonical_bytes() -> None:
    """A consensus hashes bytes: borsh, of which JavaScript's library is not measured here."""
    request = asking("rust", "javascript", same_bytes="canonical")
    canonical = {"same_bytes": "canonical"}
    decision = decided(
        request,
        rust("borsh", "borsh", (200, 300), 400, **canonical),
        rust("minicbor", "cbor", (400, 700), 450, **canonical),
        codec("javascript/cborg", "cbor", 5000, 450, **canonical),
        rust("protobuf", "protobuf", (372, 565), 308, same_bytes="process"),
        codec("javascript/protobufjs", "protobuf", 2690, 308, same_bytes="process"),
        rust("rkyv", "rkyv", (180, 240), 500, **canonical),
        reach={("borsh", "javascript"): True},
    )
    assert left(decision) == {"borsh", "cbor"}
    borsh = next(option for option in decision.sorted.options if option.id == "borsh")
    assert (borsh.unmeasured, borsh.cost) == (("javascript",), None)
    assert falls(decision) == {"protobuf": ("same-bytes",), "rkyv": ("read",)}


def test_kep_4222_takes_cbor_in_its_deterministic_mode() -> None:
    """A mode that is measured is a variant of the library."""
    request = asking("go", "go", dynamic=True, trusted="anyone", same_bytes="processes", stream=True)
    schema: dict[str, Any] = {"dynamic": False, "malformed": "refuses"}
    cbor: dict[str, Any] = {"dynamic": True, "malformed": "refuses", "self_delimiting": True}
    decision = decided(
        request,
        codec("go/cbor", "cbor", 2000, 450, same_bytes="none", **cbor),
        codec("go/cbor-sorted", "cbor", 3000, 450, same_bytes="processes", **cbor),
        codec("go/protobuf", "protobuf", 2330, 308, **schema),
        codec("go/avro-twmb", "avro", 1500, 290, **schema),
        codec("go/thrift-binary", "thrift-binary", 2400, 420, **schema),
        codec("go/flatbuffers", "flatbuffers", 1242, 498, **schema),
        codec("go/gob", "gob", 3000, 330, dynamic=False, same_bytes="none"),
        codec("go/msgpack", "msgpack-named", 2600, 445, dynamic=True, malformed="dies"),
    )
    assert listed(decision) == ["go/cbor-sorted"]
    assert falls(decision) == {
        "go/cbor": ("same-bytes",),
        "go/protobuf": ("dynamic",),
        "go/avro-twmb": ("dynamic",),
        "go/thrift-binary": ("dynamic",),
        "go/flatbuffers": ("dynamic",),
        "go/gob": ("dynamic", "same-bytes"),
        "go/msgpack": ("trusted",),
    }


def test_cosmos_adr_019_takes_protobuf() -> None:
    request = asking("go", "javascript rust", evolves="years", trusted="anyone", keep_years=10)
    safe: dict[str, Any] = {"malformed": "refuses", "specification": True}
    decision = decided(
        request,
        *(codec(f"{one}/protobuf", "protobuf", 2000, 308, changes=EVOLVES, **safe) for one in _THREE),
        *(codec(f"{one}/avro", "avro", 2000, 290, changes=BREAKS, **safe) for one in _THREE),
        *(
            codec(f"{one}/flatbuffers", "flatbuffers", 1500, 498, changes=EVOLVES, **safe)
            for one in ("go", "rust")
        ),
        codec("javascript/flatbuffers", "flatbuffers", 4000, 498, changes=EVOLVES, malformed="reads-outside"),
    )
    assert listed(decision) == ["protobuf"]
    assert falls(decision) == {"avro": ("evolves",), "flatbuffers": ("trusted",)}
    (fallen,) = [one for one in decision.sorted.excluded if one.id == "flatbuffers"]
    assert _named(fallen.checks) == [("javascript/flatbuffers", ("reader",))]


_THREE = ("go", "javascript", "rust")


def _named(checks: tuple[Check, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(check.codec, check.sides) for check in checks]


def test_mattermost_14826_takes_messagepack_without_a_generator() -> None:
    request = asking("go", "go", types="foreign", no_build_tool=True, trusted="house")
    reflected: dict[str, Any] = {"types": ["reflection"], "build_needs": []}
    decision = decided(
        request,
        codec("go/msgpack", "msgpack-named", 2600, 445, malformed="dies", **reflected),
        codec("go/cbor", "cbor", 2000, 450, malformed="refuses", **reflected),
        codec("go/gob", "gob", 9000, 700, malformed="refuses", **reflected),
        codec("go/protobuf", "protobuf", 2330, 308, types=["idl"], build_needs=["protoc"]),
        codec("go/msgp", "msgpack-named", 946, 448, types=["generator"], build_needs=["msgp"]),
        codec("go/mus", "mus", 791, 292, types=["generator"], build_needs=["mus"]),
    )
    assert listed(decision) == ["go/cbor", "go/msgpack"]
    assert [option.id for option in decision.short.beaten] == ["go/gob"]
    assert falls(decision) == {
        "go/protobuf": ("types", "no-build-tool"),
        "go/msgp": ("no-build-tool",),
        "go/mus": ("no-build-tool",),
    }


def test_keycloak_29394_takes_what_survives_a_rolling_update() -> None:
    request = replace(
        asking("java", "java", evolves="rolling", trusted="house"),
        now=("jboss-marshalling",),
        rate_per_s=1000.0,
    )
    decision = decided(
        request,
        codec("java/protobuf", "protobuf", 1353, 308, changes=EVOLVES, malformed="refuses"),
        codec("java/protostuff-tagged", "protostuff-tagged", 1377, 310, changes=EVOLVES, malformed="refuses"),
        codec(
            "java/fory-compatible",
            "fory-java-compatible",
            900,
            360,
            changes=EVOLVES,
            malformed="over-allocates",
        ),
        codec("java/smile", "smile", 6000, 470, changes=EVOLVES, malformed="refuses"),
        codec("java/kryo", "kryo", 1385, 289, changes=outcomes("misread"), malformed="dies"),
        codec("java/sbe", "sbe", 700, 330, changes=BREAKS, malformed="over-allocates"),
        codec("java/fory", "fory-java", 642, 317, changes=BREAKS, malformed="over-allocates"),
        codec("java/java", "java-serialization", 30_000, 900, changes=EVOLVES, malformed="runs"),
    )
    assert listed(decision) == ["java/fory-compatible", "java/protobuf"]
    assert [option.id for option in decision.short.beaten] == ["java/protostuff-tagged", "java/smile"]
    assert falls(decision) == {
        "java/kryo": ("evolves",),
        "java/sbe": ("evolves",),
        "java/fory": ("evolves",),
        "java/java": ("trusted",),
    }
    assert decision.now is not None and decision.now.codecs == ("jboss-marshalling",)


def test_litestar_868_takes_msgspec_where_the_formats_are_given() -> None:
    request = asking("python", "python", format=("json", "msgpack-named"), trusted="anyone")
    decision = decided(
        request,
        codec("python/msgspec-json", "json", 3660, 531, format="json", malformed="refuses"),
        codec(
            "python/msgspec-msgpack", "msgpack-named", 3480, 445, format="msgpack-named", malformed="refuses"
        ),
        codec("python/orjson", "json", 5540, 531, format="json", malformed="refuses"),
        codec("python/pickle", "pickle", 3000, 400, format="pickle", malformed="runs"),
        codec("python/marshal", "marshal", 2500, 420, format="marshal", malformed="dies"),
    )
    assert listed(decision) == ["python/msgspec-msgpack"]
    assert [option.id for option in decision.short.beaten] == ["python/msgspec-json", "python/orjson"]
    assert falls(decision) == {
        "python/pickle": ("format", "trusted"),
        "python/marshal": ("format", "trusted"),
    }


def test_posthog_1664_stays_with_json_or_takes_what_clickhouse_reads() -> None:
    request = replace(
        asking("rust javascript", "python clickhouse", evolves="rolling"),
        now=("rust/json", "javascript/json", "python/json"),
        rate_per_s=40_000.0,
    )
    programs = ("rust", "javascript", "python")
    sizes = {"json": 531, "protobuf": 308, "avro": 290, "msgpack-named": 445, "cbor": 450, "flatbuffers": 498}
    times = {
        "json": 6000,
        "protobuf": 4000,
        "avro": 5000,
        "msgpack-named": 3500,
        "cbor": 5000,
        "flatbuffers": 6000,
    }
    decision = decided(
        request,
        *(
            codec(f"{one}/{form}", form, times[form], sizes[form], changes=EVOLVES)
            for form in sizes
            for one in programs
        ),
        reach={(form, "clickhouse"): form not in ("cbor", "flatbuffers") for form in sizes},
    )
    assert listed(decision) == ["protobuf", "avro", "msgpack-named"]
    assert left(decision) == {"json", "protobuf", "avro", "msgpack-named"}
    assert falls(decision) == {"cbor": ("read",), "flatbuffers": ("read",)}
    assert decision.now is not None and decision.now.cost is not None
    assert not [check for check in decision.now.checks if check.verdict == "no"]
    assert decision.matters is True


def test_turborepo_5470_keeps_a_format_whose_library_is_not_here() -> None:
    decision = decided(
        asking("rust", "go"),
        codec("rust/capnproto", "capnproto", 500, 498),
        codec("rust/json", "json", 900, 531),
        codec("go/json", "json", 7450, 531),
        reach={("capnproto", "go"): True},
    )
    assert left(decision) == {"capnproto", "json"}


def test_tempo_6007_stays_where_no_successor_is_left() -> None:
    request = replace(asking("go", "go", format=("avro",), ended=True), now=("go/avro",))
    decision = decided(request, codec("go/avro", "avro", 1500, 290, format="avro", ended="2026-01: archived"))
    assert not left(decision)
    assert decision.now is not None and decision.now.cost is not None
    assert [one.drop for one in decision.relax] == [("ended",)]
