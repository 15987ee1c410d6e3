"""The machine record, from recorded texts of an x86 server and of an ARM board."""

import json
import subprocess
from pathlib import Path, PurePath

import pytest

from serbench.machine import facts
from serbench.machine.record import (
    commit_of,
    has_all_commits,
    has_commit,
    machine_record,
    memory_left_bytes,
    source_state,
)

X86_CPUINFO = """processor\t: 0
vendor_id\t: AuthenticAMD
model\t\t: 2
model name\t: AMD EPYC 7R13 Processor
flags\t\t: fpu vme sse2 hypervisor lahf_lm

processor\t: 1
vendor_id\t: AuthenticAMD
model\t\t: 2
model name\t: AMD EPYC 7R13 Processor
flags\t\t: fpu vme sse2 hypervisor lahf_lm
"""

ARM_CPUINFO = """processor\t: 0
BogoMIPS\t: 48.00
Features\t: fp asimd evtstrm crc32 cpuid
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x0
CPU part\t: 0xd03
CPU revision\t: 4

processor\t: 1
CPU implementer\t: 0x41
CPU part\t: 0xd08

processor\t: 2
CPU implementer\t: 0x41
CPU part\t: 0xd08

Hardware\t: BCM2835
Revision\t: c03111
Model\t\t: Raspberry Pi 4 Model B Rev 1.1
"""

X86 = {
    "proc/cpuinfo": X86_CPUINFO,
    "proc/meminfo": "MemTotal: 16316412 kB\nMemAvailable: 200000 kB\nSwapTotal:           0 kB\n",
    "proc/self/mountinfo": (
        "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n"
        "23 22 0:20 / /mnt/my\\040disk rw,nosuid - overlay overlay rw\n"
        "24 22 254:17 / /mnt/my\\040disk rw,noatime shared:2 master:1 - xfs /dev/vdb1 rw,attr2\n"
    ),
    "sys/dev/block/254:17/queue/rotational": "1\n",
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    "proc/stat": "cpu  3626 0 818 170323 10 0 43 188 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n",
    "proc/self/limits": (
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        "Max cpu time              3600                 unlimited            seconds   \n"
    ),
    "proc/loadavg": "0.52 0.58 0.59 1/467 12345\n",
    "proc/self/cgroup": "0::/user.slice/run-1.scope\n",
    "proc/1/cgroup": "0::/\n",
    "proc/sys/kernel/osrelease": "6.1.0-18-amd64\n",
    "proc/sys/kernel/randomize_va_space": "2\n",
    "sys/fs/cgroup/user.slice/run-1.scope/cpu.max": "max 100000\n",
    "sys/fs/cgroup/user.slice/cpu.max": "150000 100000\n",
    "sys/fs/cgroup/user.slice/run-1.scope/memory.max": "4294967296\n",
    "sys/fs/cgroup/user.slice/memory.max": "max\n",
    "sys/bus/event_source/devices/cpu/type": "4\n",
    "proc/sys/kernel/perf_event_paranoid": "3\n",
    "sys/devices/system/cpu/online": "0-1\n",
    "sys/devices/system/cpu/cpu0/topology/thread_siblings_list": "0-1\n",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
    "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
    "sys/devices/system/cpu/intel_pstate/no_turbo": "0\n",
    "sys/devices/system/cpu/cpu0/cache/index0/level": "1\n",
    "sys/devices/system/cpu/cpu0/cache/index0/type": "Data\n",
    "sys/devices/system/cpu/cpu0/cache/index0/size": "48K\n",
    "sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list": "0-1\n",
    "etc/os-release": 'NAME="Debian GNU/Linux"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    "run/systemd/container": "lxc\n",
}

ARM = {
    "proc/cpuinfo": ARM_CPUINFO,
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.1\0",
    "proc/meminfo": "MemTotal:         948288 kB\n",
    "proc/self/cgroup": "4:memory:/box\n3:cpu,cpuacct:/box\n",
    "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us": "50000\n",
    "sys/fs/cgroup/cpu/box/cpu.cfs_period_us": "100000\n",
    "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
    "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "9223372036854771712\n",
    "sys/bus/event_source/devices/armv8_pmuv3_0/type": "8\n",
    "sys/bus/event_source/devices/software/type": "1\n",
    "sys/devices/system/cpu/cpufreq/boost": "0\n",
}


def recorded(folder: Path, texts: dict[str, str]) -> dict[str, object]:
    root = folder / "root"
    root.mkdir()
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    folders = {"results": Path("/mnt/my disk/results"), "cache": Path("/root/.cache")}
    return machine_record(root, checkout=folder, folders=folders)


def test_record_of_an_x86_server(tmp_path: Path) -> None:
    record = recorded(tmp_path, X86)
    expected: dict[str, object] = {
        "cpu_model": "AMD EPYC 7R13 Processor",
        "cpu_parts": None,
        "board_model": None,
        "hypervisor": True,
        "caches": [{"level": 1, "type": "Data", "size_bytes": 49152, "shared_by_cores": 2}],
        "counts_instructions": True,
        "perf_event_paranoid": 3,
        "logical_cores": 2,
        "cgroup_cores": 1.5,
        "smt": True,
        "threads_per_core": 2,
        "governors": ["performance", "powersave"],
        "turbo": True,
        "memory_bytes": 16316412 * 1024,
        "cgroup_memory_limit_bytes": 4 * 1024**3,
        "kernel": "6.1.0-18-amd64",
        "aslr": 2,
        "container": "lxc",
        "load_average": [0.52, 0.58, 0.59],
        "steal_ticks": 188,
        "memory_available_bytes": 200000 * 1024,
        "swap_bytes": 0,
        "huge_pages": "madvise",
        "clock_source": "tsc",
        "cpu_time_limit_s": 3600,
        "file_systems": {
            "results": {
                "type": "xfs",
                "source": "/dev/vdb1",
                "options": "rw,noatime",
                "rotational": True,
            },
            "cache": {
                "type": "ext4",
                "source": "/dev/vda1",
                "options": "rw,relatime",
                "rotational": None,
            },
        },
        "distribution": "Debian GNU/Linux 12 (bookworm)",
        "git_revision": None,
        "git_dirty": None,
    }
    assert {name: record[name] for name in expected} == expected


def test_record_of_an_arm_board(tmp_path: Path) -> None:
    record = recorded(tmp_path, ARM)
    expected: dict[str, object] = {
        "cpu_model": None,
        "cpu_parts": ["0x41/0xd03", "0x41/0xd08"],
        "board_model": "Raspberry Pi 4 Model B Rev 1.1",
        "hypervisor": None,
        "caches": None,
        "counts_instructions": True,
        "perf_event_paranoid": None,
        "logical_cores": 3,
        "cgroup_cores": 0.5,
        "smt": None,
        "governors": None,
        "turbo": False,
        "memory_bytes": 948288 * 1024,
        "cgroup_memory_limit_bytes": None,
        "container": None,
        "load_average": None,
        "steal_ticks": None,
        "clock_source": None,
        "file_systems": {"results": None, "cache": None},
        "distribution": None,
    }
    assert {name: record[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("sources", "counts"),
    [([], None), (["software", "msr"], False), (["software", "cpu_core", "cpu_atom"], True)],
)
def test_a_machine_counts_instructions_where_the_kernel_knows_counters_of_its_processor(
    sources: list[str], counts: bool | None, tmp_path: Path
) -> None:
    texts = {f"sys/bus/event_source/devices/{name}/type": "1\n" for name in sources}
    assert recorded(tmp_path, texts)["counts_instructions"] is counts


MIB = 2**20


@pytest.mark.parametrize(
    ("texts", "left_bytes"),
    [
        ({}, None),
        ({"proc/meminfo": "MemAvailable: 2048 kB\n"}, 2 * MIB),
        # A container of 512 MiB, of which 64 are files', 200 in all are used.
        (
            {
                "proc/meminfo": "MemAvailable: 4194304 kB\n",
                "proc/self/cgroup": "0::/\n",
                "sys/fs/cgroup/memory.max": f"{512 * MIB}\n",
                "sys/fs/cgroup/memory.current": f"{200 * MIB}\n",
                "sys/fs/cgroup/memory.stat": f"anon 1\ninactive_file {60 * MIB}\nactive_file {4 * MIB}\n",
            },
            (512 - 200 + 64) * MIB,
        ),
        # The group above has less left; its own has no limit.
        (
            {
                "proc/self/cgroup": "0::/a/b\n",
                "sys/fs/cgroup/a/memory.max": f"{10 * MIB}\n",
                "sys/fs/cgroup/a/memory.current": f"{12 * MIB}\n",
                "sys/fs/cgroup/a/b/memory.max": "max\n",
            },
            0,
        ),
        (
            {
                "proc/self/cgroup": "4:memory:/box\n",
                "sys/fs/cgroup/memory/box/memory.limit_in_bytes": f"{100 * MIB}\n",
                "sys/fs/cgroup/memory/box/memory.usage_in_bytes": f"{80 * MIB}\n",
                "sys/fs/cgroup/memory/box/memory.stat": f"inactive_file 1\ntotal_inactive_file {30 * MIB}\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            },
            50 * MIB,
        ),
    ],
)
def test_memory_is_what_the_machine_and_its_groups_have_left(
    texts: dict[str, str], left_bytes: int | None, tmp_path: Path
) -> None:
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert memory_left_bytes(tmp_path) == left_bytes


def test_this_machine_has_a_record_that_is_json() -> None:
    record = machine_record()
    assert json.loads(json.dumps(record)) == record
    assert record["python_version"]


def test_what_the_environment_has_every_runner_load_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    record = recorded(tmp_path, {})
    assert (record["ld_preload"], record["ld_library_path"]) == (None, None)
    monkeypatch.setenv("LD_PRELOAD", "libnone.so")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/a:/opt/b")
    record = machine_record(tmp_path, checkout=tmp_path, folders={})
    assert (record["ld_preload"], record["ld_library_path"]) == ("libnone.so", "/opt/a:/opt/b")


def test_the_board_is_known_without_a_device_tree() -> None:
    assert facts.parse_cpuinfo(ARM_CPUINFO).board == "Raspberry Pi 4 Model B Rev 1.1"


def test_a_container_with_the_path_of_its_host_is_limited_by_its_mount(tmp_path: Path) -> None:
    texts = {
        "proc/self/cgroup": "0::/system.slice/docker-4f.scope\n",
        "proc/1/cgroup": "0::/system.slice/docker-4f.scope\n",
        "sys/fs/cgroup/cpu.max": "200000 100000\n",
        "sys/fs/cgroup/memory.max": "1073741824\n",
    }
    record = recorded(tmp_path, texts)
    limits = ("cgroup_cores", "cgroup_memory_limit_bytes", "container")
    assert [record[name] for name in limits] == [2.0, 1024**3, "docker"]


@pytest.mark.parametrize(
    ("text", "cores"), [("0", (0,)), ("0-3,8\n", (0, 1, 2, 3, 8)), ("", None), ("0-", None)]
)
def test_core_lists(text: str, cores: tuple[int, ...] | None) -> None:
    assert facts.parse_core_list(text) == cores
    if cores is not None:
        assert facts.core_list_words(cores) == text.strip()


def test_malformed_texts_say_nothing() -> None:
    assert facts.parse_size_bytes("big") is None
    assert facts.parse_cpu_max("max 100000") is None
    assert facts.parse_cpu_quota("-1", "100000") is None
    assert facts.parse_processor_ticks("cpu  1 2 3\n") is None
    assert facts.parse_choice("always madvise never") is None
    assert facts.mount_of("nonsense\n", PurePath("/")) is None
    assert facts.parse_distribution('PRETTY_NAME=""\n') is None
    assert facts.cgroup_paths("nonsense") == {}


def test_git_state_is_that_of_the_checkout_itself(tmp_path: Path) -> None:
    checkout = tmp_path / "check out"
    checkout.mkdir()

    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        command = ("git", "-C", str(checkout), *identity, *words)
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "first")
    clean = machine_record(checkout=checkout)
    assert (clean["git_revision"], clean["git_dirty"]) == (git("rev-parse", "HEAD"), False)
    (checkout / "inner").mkdir()
    (checkout / "inner" / "new").touch()
    assert machine_record(checkout=checkout)["git_dirty"] is True
    assert machine_record(checkout=checkout / "inner")["git_revision"] is None

    # A library may be a part of its repository; what the repository does not have is not its commit's.
    inner = checkout / "inner"
    assert commit_of(inner) is None
    git("add", "inner")
    git("commit", "-q", "-m", "second")
    assert commit_of(inner) == commit_of(checkout) == git("rev-parse", "HEAD")
    (checkout / "other").touch()
    assert commit_of(inner) == git("rev-parse", "HEAD")
    (inner / "new").write_text("changed")
    assert commit_of(inner) == f"{git('rev-parse', 'HEAD')} with changes"
    assert commit_of(inner / "new") is commit_of(tmp_path) is commit_of(tmp_path / "none") is None

    # A shallow clone lacks commits, and so does what is no clone.
    first = str(clean["git_revision"])
    git("clone", "-q", "--depth", "1", checkout.as_uri(), str(tmp_path / "shallow"))
    assert (has_commit(checkout, first), has_all_commits(checkout)) == (True, True)
    assert (has_commit(tmp_path / "shallow", first), has_all_commits(tmp_path / "shallow")) == (False, False)
    assert (has_commit(tmp_path, first), has_all_commits(tmp_path)) == (False, False)


def test_an_installed_package_names_the_commit_it_was_made_from(tmp_path: Path) -> None:
    tree = tmp_path / "serbench" / "tree"
    tree.mkdir(parents=True)
    assert source_state(tree, installed=True) == (None, None)
    for said, state in (("abc\n", ("abc", False)), ("abc dirty\n", ("abc", True))):
        (tree.parent / "commit.txt").write_text(said)
        assert source_state(tree, installed=True) == state
        assert source_state(tree, installed=False) == (None, None)
