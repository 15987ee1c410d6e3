"""The experiment ``relay``: a process that reads messages, decides where each goes and sends it on."""

from serbench.experiments import Experiment, FurtherCommand, loaded

EXPERIMENT = Experiment(
    name="relay",
    verb="relay",
    summary="Route messages through a process and measure the cost of codecs there.",
    order=3,
    further={
        "relay-floor": FurtherCommand(
            "Compare relays that pass bytes on with a bare copy loop.", loaded(f"{__name__}.floor", "command")
        )
    },
)
