"""The addresses of clusters: what they look like, and whether a master answers."""

import os
import re
import socket
from urllib.parse import urlsplit

from serbench.errors import BadInput
from serbench.parallel import usable_cores

_LOCAL = re.compile(r"local(\[(\*|[1-9][0-9]{0,3})\])?")
_STANDALONE = re.compile(r"spark://([^:/,@\s]+:[1-9][0-9]{0,4})(,[^:/,@\s]+:[1-9][0-9]{0,4})*")
_YARN, _KUBERNETES = "yarn", "k8s://"
_ANSWER_S = 5.0
_HTTPS_PORT, _HTTP_PORT = 443, 80


def parse_master(text: str) -> str:
    """The address; BadInput for what is none."""
    if "@" in text:
        raise BadInput(
            "--master has a user or a password, and every run records its master: leave it out, Spark takes"
            " credentials from its own settings."
        )
    kubernetes = text.startswith(_KUBERNETES) and bool(_kubernetes_host(text)[0])
    if _LOCAL.fullmatch(text) or _STANDALONE.fullmatch(text) or text == _YARN or kubernetes:
        return text
    raise BadInput(
        f"--master is {text} where local[*], spark://HOST:PORT, yarn or k8s://https://HOST:PORT belongs."
    )


def require_master(run: str, recorded: str, named: str | None) -> None:
    """Raises BadInput where a run names a cluster that the user does not: what an application connects to may
    have it do anything, and a run folder may be someone else's."""
    if named is None and not is_local(parse_master(recorded)):
        raise BadInput(f"Run {run} was measured on {recorded}: to continue there, add --master {recorded}.")
    if named not in (None, recorded):
        raise BadInput(f"Run {run} was measured on {recorded}, not on {named}; start a new run.")


def is_local(master: str) -> bool:
    """Whether the application is the whole cluster."""
    return _LOCAL.fullmatch(master) is not None


def local_cores(master: str) -> int:
    """The cores that a local master uses."""
    found = _LOCAL.fullmatch(master)
    cores = found[2] if found else None
    if cores == "*":
        return len(usable_cores())
    return int(cores) if cores else 1


def unanswered(master: str) -> str:
    """Why nothing can be submitted to a master, in one sentence; empty where it answers."""
    if is_local(master):
        return ""
    if master == _YARN:
        if os.environ.get("HADOOP_CONF_DIR") or os.environ.get("YARN_CONF_DIR"):
            return ""
        return (
            "--master yarn needs the variable HADOOP_CONF_DIR or YARN_CONF_DIR, the folder that describes the"
            " cluster."
        )
    reasons = [_refusal(host, port) for host, port in _places(master)]
    if "" in reasons:
        return ""
    return f"The master {master} does not answer: {reasons[0]}."


def _places(master: str) -> list[tuple[str, int]]:
    if master.startswith(_KUBERNETES):
        return [_kubernetes_host(master)]
    addresses = master.partition("://")[2].split(",")
    parts = (address.rpartition(":") for address in addresses)
    return [(host, int(port)) for host, _, port in parts]


def _kubernetes_host(master: str) -> tuple[str, int]:
    """Host and port; no host where the address has none."""
    address = master.removeprefix(_KUBERNETES)
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        return parts.hostname or "", parts.port or (_HTTP_PORT if parts.scheme == "http" else _HTTPS_PORT)
    except ValueError:
        return "", 0


def _refusal(host: str, port: int) -> str:
    """Why nothing listens there; empty where something does."""
    try:
        with socket.create_connection((host, port), timeout=_ANSWER_S):
            return ""
    except TimeoutError:
        return f"nothing came back within {_ANSWER_S:g} seconds"
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
