"""The verbs of all experiments, in order."""

from harness.experiments import Verb
from harness.experiments.evolution.experiment import VERBS as EVOLUTION
from harness.experiments.memory.experiment import VERBS as MEMORY
from harness.experiments.relay.experiment import VERBS as RELAY
from harness.experiments.store.experiment import VERBS as STORE
from harness.experiments.torture.experiment import VERBS as TORTURE

VERBS: tuple[Verb, ...] = (*MEMORY, *STORE, *RELAY, *EVOLUTION, *TORTURE)
