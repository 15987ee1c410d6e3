"""Serves one request with one codec for one workload (PROTOCOL.md)."""

import platform
import sys
from collections.abc import Sequence

from harness.adapter import NewAdapter
from harness.experiments import Bench, Verb
from harness.protocol.about import About
from harness.protocol.keys import KEYS
from harness.protocol.refusal import RequestError, refuse
from harness.protocol.replies import Replies
from harness.protocol.request import parse_request
from harness.runner.verbs import all_verbs, verb_named
from harness.timing.collector import RULES, fix_runtime
from harness.values.form import Form

_SERVED, _REFUSED = 0, 2


def main(about: About, plain: Form, new_adapter: NewAdapter) -> int:
    """Serves the request in this process's arguments and returns its exit status."""
    replies = Replies()
    try:
        _greet(about, replies)
        fix_runtime()
        _answer(about, replies, plain, new_adapter, sys.argv[1:])
        replies.send("end")
    except RequestError as fault:
        replies.send("error", detail=str(fault))
        return _REFUSED
    return _SERVED


def _greet(about: About, replies: Replies) -> None:
    replies.send(
        "runner",
        protocol=1,
        language="python",
        codec=about.codec,
        workload=about.workload,
        schema=about.schema,
    )


def _answer(
    about: About, replies: Replies, plain: Form, new_adapter: NewAdapter, arguments: Sequence[str]
) -> None:
    request = parse_request(arguments)
    adapter = new_adapter()
    form = adapter.form(plain) if hasattr(adapter, "form") else plain
    verb = _DESCRIBE if request.verb == _DESCRIBE.name else verb_named(request.verb)
    if verb is None:
        raise refuse(f'There is no verb "{request.verb}".')
    request.allow(KEYS[verb.name])
    verb.serve(Bench(about, replies, request, form, plain, new_adapter))


def _describe(bench: Bench) -> None:
    send = bench.replies.send
    for name, version in bench.about.libraries:
        send("library", name=name, version=version)
    for verb in (_DESCRIBE, *all_verbs()):
        send("verb", name=verb.name)
    send("unit", name="utf32")
    send("build", compiler=bench.about.compiler, flags=bench.about.flags)
    version = f"{platform.python_implementation()} {platform.python_version()}"
    send("pythonruntime", version=version, rules=RULES)
    for verb in all_verbs():
        if verb.describe is not None:
            verb.describe(bench)


_DESCRIBE = Verb("describe", _describe)
