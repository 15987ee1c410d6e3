"""Runners of one experiment for the tests, which time nothing."""

import os
from collections.abc import Iterable
from dataclasses import replace

from runners.conftest import CODECS, proving

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.setup.readiness import make_ready


def built_for(experiment: str, codecs: Iterable[str], workload: Workload) -> dict[str, Runner]:
    """The runners of codecs that are available, by name; built as quickly as those of a conformance
    workload."""
    wanted = [CODECS[codec] for codec in codecs]
    unavailable = make_ready(wanted, tell=print)
    ready = [codec for codec in wanted if codec.name not in unavailable]
    jobs, untimed = len(os.sched_getaffinity(0)), replace(workload, conformance=True)
    runners: dict[str, Runner] = {}
    for item in build_runners(ready, [untimed], jobs=jobs, variant=experiment):
        assert isinstance(item, Runner), item.detail
        runners[item.codec] = proving(item)
    return runners
