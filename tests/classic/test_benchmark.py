"""The program ``benchmark`` over runners that say what they are told to: cpp-serializers to the letter."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from serbench.languages.cpp.programs import Benchmark, benchmark

FAKE = Path(__file__).parent / "runner.sh"
NAMES = ("alpha", "beta-plain", "gamma")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Benchmark]:
    with benchmark() as found:
        (tmp_path / "corpus.bin").touch()
        found.put_in(dict.fromkeys(NAMES, FAKE), tmp_path / "corpus.bin")
        yield found


def run(program: Benchmark, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(program.folder / "benchmark"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def requests(program: Benchmark) -> list[str]:
    return (program.folder / "requests").read_text().splitlines()


def test_the_blocks_are_those_of_cpp_serializers(program: Benchmark) -> None:
    done = run(program, "-i", "7", "-s", "gamma,alpha")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Serializer: alpha\nVersion   : 1.2 beta\nIterations: 7\nSize      : 17416 bytes\n"
        "Time      : 1 milliseconds\n\n"
        "Serializer: gamma\nVersion   : 1.2 beta\nIterations: 7\nSize      : 17416 bytes\n"
        "Time      : 2 milliseconds\n\n"
    )
    corpus = program.folder / "corpus.bin"
    assert requests(program) == [f"classic corpus={corpus} object=0 iterations=7"] * 2


def test_csv_is_that_of_cpp_serializers(program: Benchmark) -> None:
    assert run(program, "--csv", "--iterations=7").stdout == (
        "serializer,version,iterations,size,time\n"
        "alpha,1.2 beta,7,17416,1\nbeta-plain,,7,17416,2\ngamma,1.2 beta,7,17416,3\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("7", "gamma", "alpha", "-c"),
        ("-c", "7", "alpha", "gamma", "gamma"),
        ("-ci7", "-salpha,gamma"),
        ("-i", "7", "-c", "alpha", "gamma"),
        ("--serializers", "alpha,gamma", "7", "--csv"),
    ],
)
def test_the_older_form_and_all_spellings_mean_the_same(
    program: Benchmark, arguments: tuple[str, ...]
) -> None:
    assert run(program, *arguments).stdout == (
        "serializer,version,iterations,size,time\nalpha,1.2 beta,7,17416,1\ngamma,1.2 beta,7,17416,2\n"
    )


def test_the_scripts_that_people_have_written_run_unchanged(program: Benchmark) -> None:
    script = "./benchmark -i 1 -s alpha | grep Size | awk '{print $3}'"
    done = subprocess.run(script, shell=True, cwd=program.folder, capture_output=True, text=True, check=False)
    assert done.stdout == "17416\n"


def test_the_list_has_its_heading_on_standard_error(program: Benchmark) -> None:
    done = run(program, "-l")
    assert (done.returncode, done.stdout) == (0, "  * alpha\n  * beta-plain\n  * gamma\n\n")
    assert done.stderr == "\nSupported serializers are:\n"


def test_help_begins_like_the_original_and_names_the_one_record(program: Benchmark) -> None:
    done = run(program, "-h")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "Benchmark various C++ serializers\nUsage:\n  benchmark [OPTION...]\n\n"
        "  -h, --help             show this help and exit\n"
        "  -l, --list             show list of supported serializers\n"
        "  -c, --csv              output in CSV format\n"
        "  -i, --iterations arg   number of serialize/deserialize iterations\n"
        "  -s, --serializers arg  comma separated list of serializers to benchmark\n"
    )
    assert "One record is measured again and again" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 84


def test_unknown_names_are_refused_with_the_list(program: Benchmark) -> None:
    for arguments in (("-i", "1", "-s", "alpha,delta"), ("1", "delta")):
        done = run(program, *arguments)
        assert done.returncode == 1
        assert done.stderr == (
            "Serializer 'delta' is not supported by this benchmark.\n\nSupported serializers are:\n"
        )
        assert done.stdout == "  * alpha\n  * beta-plain\n  * gamma\n\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Not all required option specified! Please run with -h for available options."),
        (("-c",), "Not all required option specified! Please run with -h for available options."),
        (("-x",), "Option ‘x’ does not exist"),
        (("-cx",), "Option ‘x’ does not exist"),
        (("--frobnicate=1",), "Option ‘frobnicate’ does not exist"),
        (("-i",), "Option ‘i’ is missing an argument"),
        (("--iterations",), "Option ‘iterations’ is missing an argument"),
        (("-i", "many"), "Argument ‘many’ failed to parse"),
        (("-i", "-5"), "Argument ‘-5’ failed to parse"),
        (("many",), "Error: Argument ‘many’ failed to parse\nFirst positional argument must be an integer."),
        (("-i", "1", "--repeat", "0"), "Nothing is measured with --repeat 0."),
    ],
)
def test_faults_are_one_sentence_and_status_one(
    program: Benchmark, arguments: tuple[str, ...], sentence: str
) -> None:
    done = run(program, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence + "\n")


def test_repetitions_give_mean_and_deviation(program: Benchmark) -> None:
    """The fake takes 2, 3 and 4 ms (less a nanosecond), a process each."""
    done = run(program, "-i", "7", "-s", "alpha", "--repeat", "3")
    assert done.stdout.splitlines()[-2:] == ["Time      : 3.000 milliseconds (mean of 3, SD 1.000)", ""]
    assert len(requests(program)) == 3


def test_repetitions_in_csv_have_columns_of_their_own(program: Benchmark) -> None:
    assert run(program, "-ci", "7", "-s", "alpha", "--repeat=3").stdout == (
        "serializer,version,iterations,size,time,time_sd,repeat\nalpha,1.2 beta,7,17416,3.000,1.000,3\n"
    )


def test_the_halves_are_shown_apart(program: Benchmark) -> None:
    done = run(program, "-i", "7", "-s", "alpha", "--split")
    assert done.stdout.splitlines()[4:] == [
        "Time      : 1 milliseconds",
        "Serialize : 1 milliseconds",
        "Deserialize: 3 milliseconds",
        "",
    ]
    assert requests(program)[0].endswith(" split=1")
    assert run(program, "-ci", "7", "-s", "alpha", "--split").stdout == (
        "serializer,version,iterations,size,time,serialize,deserialize\nalpha,1.2 beta,7,17416,2,1,3\n"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken", "The round trip failed."),
        ("killed", "Its runner was killed by signal 9."),
        ("silent", "Its runner gave no complete answer."),
        ("absent", "Its runner cannot be started: No such file or directory."),
    ],
)
def test_a_serializer_that_fails_keeps_no_other_from_being_measured(
    program: Benchmark, name: str, reason: str
) -> None:
    program.put_in({name: FAKE if name != "absent" else FAKE.with_name("not-there"), "zeta": FAKE}, FAKE)
    done = run(program, "-ci", "7")
    assert (done.returncode, done.stderr) == (1, f"Error: {name}: {reason}\n")
    assert done.stdout.splitlines()[-1].startswith("zeta,1.2 beta,7,17416,")


def test_names_are_written_instead_of_measured(program: Benchmark, tmp_path: Path) -> None:
    program.offer(["delta"])
    assert program.chosen(["5", "delta", "alpha"]) == ["alpha", "delta"]
    (program.folder / "names").unlink()
    assert program.chosen(["-i"]) == 1
    assert not (program.folder / "requests").exists()
