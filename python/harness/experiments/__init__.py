"""What a request is served with; each experiment is a folder."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.adapter import NewAdapter
from harness.protocol.about import About
from harness.protocol.replies import Replies
from harness.protocol.request import Request
from harness.values.form import Form


@dataclass(frozen=True, slots=True)
class Bench:
    """``form`` handles the objects that the codec takes, ``plain`` those of the workload; ``new_adapter``
    makes the codec's adapter, one a thread."""

    about: About
    replies: Replies
    request: Request
    form: Form
    plain: Form
    new_adapter: NewAdapter


@dataclass(frozen=True, slots=True)
class Verb:
    """What a runner can be asked; keys that its requests do not have are refused before ``serve`` is called.
    ``describe`` adds lines to the runner's description, where the verb has any."""

    name: str
    serve: Callable[[Bench], None]
    describe: Callable[[Bench], None] | None = None
