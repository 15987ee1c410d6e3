"""Runners in a page of each browser that is here, against the same runners in Node."""

from dataclasses import replace
from pathlib import Path

import pytest

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import read_messages
from serbench.corpus.workload import Workload, find_workloads
from serbench.engine.describe import Description, describe
from serbench.languages import language_named
from serbench.runner.claims import judge
from serbench.runner.process import Conversation, ask
from serbench.selection.discovery import find_adapters
from serbench.setup.toolchains import toolchains_named

MS = 1_000_000
TOOLCHAINS = language_named("javascript").builder.toolchains
assert TOOLCHAINS is not None
PRODUCTS = {"chromium": "Chromium", "firefox": "Firefox"}
HERE = [name for name in PRODUCTS if name in TOOLCHAINS.here()]
each_browser = pytest.mark.parametrize("browser", HERE)


def codec(name: str, toolchain: str = "") -> CodecManifest:
    found = next(one for one in find_adapters(["javascript"]) if one.short_name == name)
    if not toolchain:
        return found
    (chosen,) = toolchains_named([f"javascript={toolchain}"])
    flags = replace(found.flags, toolchain=chosen.name, program=chosen.program)
    return replace(found, name=f"{found.name}:{flags.suffix}", flags=flags)


def record() -> Workload:
    (workload,) = find_workloads(["record"])
    return workload


def built(one: CodecManifest) -> Runner:
    (runner,) = build_runners([one], [record()], jobs=1)
    assert isinstance(runner, Runner), runner
    return runner


def measured(runner: Runner, operations: str) -> Conversation:
    words = {"sample_ns": MS, "samples": 3, "warmup_ns": 0, "budget_ns": 0}
    arguments = {"corpus": corpus_of(record()).path, "operations": operations, **words}
    return ask(runner, "measure", arguments, 60)


def profiles(place: Path) -> list[str]:
    return [path.name for path in place.iterdir() if path.name.startswith("serbench-browser-")]


def is_over(pid: int) -> bool:
    """Whether a process is gone, or is waited for by nobody."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


@each_browser
def test_a_page_answers_as_node_does(browser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    page, node = built(codec("json", browser)), built(codec("json"))
    described, usual = describe(page), describe(node)
    assert isinstance(described, Description) and isinstance(usual, Description), (described, usual)
    assert (described.sides, described.unit) == (usual.sides, usual.unit)
    assert described.build["browser_product"] == PRODUCTS[browser]
    assert described.build["browser_clock"] == "wall"
    assert described.build["compiler"] == f"{PRODUCTS[browser]} {described.build['browser_version']}"
    assert described.verbs == ("describe", "check", "emit", "measure")

    manifest, operations = corpus_of(record()).manifest, ("encode", "decode", "access-all", "roundtrip")
    conversation = measured(page, ",".join(operations))
    assert conversation.outcome == "ok", conversation.sentence
    limits = {"samples": 3, "sample_ns": MS, "duration_ns": conversation.duration_ns, "may_be_empty": False}
    claims = judge(conversation.replies, operations, manifest, "utf16", **limits)  # type: ignore[arg-type]
    assert claims.fault is None
    assert {name: finding.outcome for name, finding in claims.findings.items()} == dict.fromkeys(
        operations, "ok"
    )
    encoded = claims.findings["encode"]
    # Whatever is requested, a sample is calibrated to 50 ms; by one clock, read twice.
    assert min(encoded.wall_ns) > 10 * MS
    assert all(cpu <= wall for cpu, wall in zip(encoded.cpu_ns, encoded.wall_ns, strict=True))
    assert encoded.gc_ns is None
    assert profiles(tmp_path) == []


@pytest.mark.slow
@each_browser
def test_a_page_writes_the_bytes_that_node_writes(browser: str, tmp_path: Path) -> None:
    corpus, found = corpus_of(record()), []
    for toolchain in ("", browser):
        runner, out = built(codec("handcoded", toolchain)), tmp_path / f"messages{toolchain}"
        assert ask(runner, "emit", {"corpus": corpus.path, "out": out}, 60).outcome == "ok"
        found.append(list(read_messages(out)))
    assert found[0] == found[1]
    refused = ask(built(codec("handcoded", browser)), "check", {"corpus": tmp_path / "none"}, 60)
    assert (refused.outcome, refused.exit_status) == ("refused", 2)


@pytest.mark.skipif("chromium" not in HERE, reason="there is no Chromium")
def test_what_needs_node_is_unsupported_in_one_sentence() -> None:
    (failure,) = build_runners([codec("v8", "chromium")], [record()], jobs=1)
    assert isinstance(failure, BuildFailure)
    assert failure.outcome == "unsupported"
    sentence = 'javascript/v8 needs what no browser has: esbuild says: Could not resolve "node:v8"'
    assert failure.detail == sentence


@pytest.mark.parametrize(
    ("program", "timeout_s", "said"),
    [
        ("echo 'no display' >&2; exit 3", 60, "Chromium has ended before the page was done."),
        ("exec sleep 60", 5, "The runner did not end within 5 seconds and was stopped."),
    ],
)
def test_a_browser_that_does_not_serve_is_a_crash_and_leaves_nothing(
    program: str, timeout_s: float, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    script = tmp_path / "own-browser"
    script.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\n{program}\n", encoding="utf-8")
    script.chmod(0o755)
    javascript = language_named("javascript")
    driver = javascript.folder / "browser" / "driver.js"
    node = str(javascript.tools().tool("runtime").path)
    command = (node, str(driver), "Chromium", "1", str(script), "", "bundle.js")
    conversation = ask(Runner(command, "javascript/json", "record", "", ""), "describe", {}, timeout_s)
    assert said in conversation.sentence
    assert conversation.outcome == ("timeout" if "sleep" in program else "crashed")
    assert is_over(int((tmp_path / "pid").read_text()))
