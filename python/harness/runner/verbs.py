"""The verbs of all experiments, in order."""

from harness.experiments import Verb
from harness.experiments.memory.experiment import VERBS as MEMORY


def all_verbs() -> tuple[Verb, ...]:
    """The verbs, with the modules of every experiment imported."""
    from harness.experiments.evolution.experiment import VERBS as EVOLUTION
    from harness.experiments.relay.experiment import VERBS as RELAY
    from harness.experiments.store.experiment import VERBS as STORE
    from harness.experiments.torture.experiment import VERBS as TORTURE

    return (*MEMORY, *STORE, *RELAY, *EVOLUTION, *TORTURE)


def verb_named(name: str) -> Verb | None:
    """The verb of this name, None where there is none. Processes in memory are many and brief: theirs do not
    wait for the modules of the others."""
    of_memory = next((verb for verb in MEMORY if verb.name == name), None)
    return of_memory or next((verb for verb in all_verbs() if verb.name == name), None)
