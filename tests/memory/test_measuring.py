"""The share of samples in the time of measuring."""

from dataclasses import replace

from fakes.samples import measured

from serbench.experiments.memory.report.measuring import measuring_json

S = 1_000_000_000


def test_samples_are_a_share_of_their_processes() -> None:
    times = [("cpp/a", "encode", 0.3, 1), ("cpp/a", "decode", 0.5, 1), ("go/a", "encode", 1.0, 2)]
    rows = [
        replace(
            measured(codec, operation, 0, 10),
            n=(1,),
            cpu_ns=(1,),
            wall_ns=(round(samples_s * S),),
            process_ns=process_s * S,
        )
        for codec, operation, samples_s, process_s in times
    ]
    unknown = replace(measured("go/a", "decode", 0, 10), process_ns=None)
    assert measuring_json([*rows, unknown]) == {
        "all": {"processes_s": 4.0, "samples_s": 1.8, "samples_share": 0.45},
        "cpp": {"processes_s": 2.0, "samples_s": 0.8, "samples_share": 0.4},
        "go": {"processes_s": 2.0, "samples_s": 1.0, "samples_share": 0.5},
    }
    assert measuring_json([unknown]) == {}


def test_a_stretch_over_collections_is_no_overhead() -> None:
    stretch = {"n": 9, "cpu_ns": S, "wall_ns": S, "gc_ns": 1, "collections": 2}
    row = measured("go/a", "decode", 0, 10)
    row = replace(row, n=(1,), cpu_ns=(1,), wall_ns=(S,), process_ns=4 * S, collected=stretch)
    assert measuring_json([row])["go"] == {"processes_s": 4.0, "samples_s": 2.0, "samples_share": 0.5}
