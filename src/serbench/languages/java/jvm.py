"""The JVM that runs a codec: its flags, and whether it starts with those of a user."""

import re
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, table_of
from serbench.errors import BadInput, SerbenchError
from serbench.languages.java import LANGUAGE
from serbench.languages.tool import captured
from serbench.toolchain.support import Runtime, dated

# The same for all codecs. The heap is touched in advance, so that no sample pays for the growth of the
# process; it starts smaller than its limit, because touching half a gigabyte takes most of a JVM's start. The
# young generation is small, so that a sample of 50 ms spans collections, and each sample pays for its own
# garbage instead of one in several for all of it.
_TOUCH = "-XX:+AlwaysPreTouch"
_ONE_COMPILER = "-XX:TieredStopAtLevel=1"
_LARGEST = LANGUAGE.heap_flag.format(LANGUAGE.heap_bytes // 2**20)
_HEAP = ("-Xms192m", _LARGEST, "-Xmn64m", "-Xss8m", _TOUCH)
# ParallelGC works only while the program is stopped, so the cost of garbage falls into the sample that made
# it, and its sizes stay fixed; with one thread its CPU time is work and not waiting for others. G1, the
# default on larger machines, collects concurrently with the program and resizes itself as it learns.
_COLLECTOR = ("-XX:+UseParallelGC", "-XX:ParallelGCThreads=1", "-XX:-UseAdaptiveSizePolicy")
# When the JVM itself crashes its signal tells so: its message would come among the replies, and its report
# into the user's folder.
_CRASH = ("-XX:+SuppressFatalErrorMessage",)
JVM_FLAGS = (*_HEAP, *_COLLECTOR, "-XX:-UsePerfData", "-Xshare:auto", *_CRASH)

# What a JVM prints whatever the cause.
_EMPTY_WORDS = ("Error occurred during init", "Error: Could not create", "Error: A fatal exception")


def java_program() -> Path:
    """The program that runs classes; raises SerbenchError where there is no JDK."""
    compiler = LANGUAGE.tools().tool("compiler").path
    # Distributions link javac and java one by one, to JDKs that may differ.
    own = compiler.resolve().with_name("java")
    return own if own.is_file() else compiler.with_name("java")


def runtime() -> Runtime:
    """The JDK, with the day that its own file of facts names."""
    compiler = LANGUAGE.tools().tool("compiler")
    place = compiler.path.resolve().parents[1] / "release"
    return dated("JDK", compiler.version.removeprefix("javac "), place, r'^JAVA_VERSION_DATE="(\S+)"$')


def flags_of_jvm(users: str) -> tuple[str, ...]:
    """The usual flags and after them a user's, separated by spaces, which replace what they contradict:
    another collector ours, a largest heap the size that ours begins with."""
    own = users.split()
    dropped: set[str] = set()
    if any(re.fullmatch(r"-XX:\+Use\w+GC", flag) for flag in own):
        dropped |= set(_COLLECTOR)
    if any(flag.startswith("-Xmx") for flag in own):
        dropped |= {flag for flag in _HEAP if flag.startswith(("-Xms", "-Xmn"))}
    return (*(flag for flag in JVM_FLAGS if flag not in dropped), *own)


def untimed(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command of a JVM in which nothing is timed: touching its heap would be most of its start, and its
    second compiler half of what it computes in its few seconds."""
    java, *rest = (word for word in command if word not in (_TOUCH, _ONE_COMPILER))
    return (java, _ONE_COMPILER, *rest)


def with_heap(command: tuple[str, ...], heap_bytes: int) -> tuple[str, ...]:
    """The command of a JVM with a heap of this size from its start, half of it for what is young: large data
    that stay would otherwise be collected again and again."""
    java, *rest = (word for word in command if not word.startswith(("-Xms", "-Xmx", "-Xmn")))
    whole = -(-heap_bytes // 2**20)
    return (java, f"-Xms{whole}m", f"-Xmx{whole}m", f"-Xmn{whole // 2}m", *rest)


def flags_of_library(codec: CodecManifest) -> tuple[str, ...]:
    """The flags without which a codec's library does not run, from the table ``runtime`` of its manifest
    or of its base's: ``flags``, a list."""
    found = table_of(codec, "runtime")
    if found is None:
        return ()
    folder, table = found
    flags = table.get("flags")
    if table.keys() != {"flags"} or not isinstance(flags, list) or not all(isinstance(f, str) for f in flags):
        raise SerbenchError(f"{folder / 'codec.toml'} has a table [runtime] that is not a list called flags.")
    return tuple(flags)


def require_startable(flags: str) -> None:
    """Starts a JVM with a user's flags; BadInput with its own message where it does not start, or writes to
    standard output, which is for replies."""
    done = captured([str(java_program()), *flags_of_jvm(flags), "-version"])
    if done.returncode == 0 and done.stdout.strip():
        said = done.stdout.strip().splitlines()[0]
        raise BadInput(
            f'With --jvm-flags "{flags}" the JVM prints to standard output, which carries the replies; send'
            f" this to a file: {said}"
        )
    if done.returncode != 0:
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
        told = next(
            (line for line in lines if line and not line.startswith(_EMPTY_WORDS)), "it gave no reason"
        )
        raise BadInput(f'The JVM does not start with --jvm-flags "{flags}": {told}.')
