"""The verb of a relay."""

from harness.experiments import Bench, Verb
from harness.experiments.relay.connection import TOWARDS_SINK, TOWARDS_SOURCE, address_of
from harness.experiments.relay.handling import Handling
from harness.experiments.relay.modes import Route, mode_named, modes_of
from harness.experiments.relay.relaying import Relaying
from harness.experiments.relay.report import Report
from harness.experiments.relay.sinks import Sinks
from harness.experiments.relay.source import Source
from harness.timing.collector import Collecting, freeze
from harness.timing.resident_memory import peak_resident_bytes

_MOST = 65535


def _describe(bench: Bench) -> None:
    """Says which modes the codec has, and which of them cannot route by fields."""
    for mode in modes_of(bench):
        bench.replies.send("mode", name=mode.name, **({} if mode.reads_keys else {"fields": 0}))


def _serve(bench: Bench) -> None:
    with Collecting() as collected:
        _relaying_of(bench, collected).run()
    bench.replies.send("memory", peak_bytes=peak_resident_bytes())


def _relaying_of(bench: Bench, collected: Collecting) -> Relaying:
    """What was asked for, with all its connections."""
    request = bench.request
    at, name, route = request.path("at"), request.path("mode"), request.path("route")
    largest, block = request.number("largest_frame_bytes"), request.at_least_one("block", _MOST)
    sources, sinks = request.at_least_one("sources", _MOST), request.at_least_one("sinks", _MOST)
    driver = address_of(at)
    mode = mode_named(modes_of(bench), name, route)
    from_sources = driver.connect(TOWARDS_SOURCE, sources)
    to_sinks = driver.connect(TOWARDS_SINK, sinks)
    by_fields = route == "fields"
    steps = mode.make(bench, Route(sinks, by_fields))
    handling = Handling(steps, Sinks(to_sinks), by_fields, block)
    freeze()
    report = Report(bench.replies, collected)
    return Relaying(handling, [Source(connection, largest) for connection in from_sources], report)


VERBS = (Verb("relay", _serve, _describe),)
