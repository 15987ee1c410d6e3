"""The group of commands: what it knows, and what it says of what it does not know."""

import pytest

from serbench.cli.main import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["runn"], "serbench: There is no command runn; did you mean run?"),
        (["zzz"], "serbench: There is no command zzz; `./serbench --help` lists them all."),
        (["--bogus"], "serbench: No such option '--bogus'."),
        (["run", "-j", "0"], "serbench: Invalid value for '-j' / '--jobs': 0 is not in the range x>=1."),
        (
            ["run", "--ops", ""],
            "serbench: --ops is empty: give it a value, or leave it out.",
        ),
        (
            ["run", "--ops", ","],
            "serbench: A list of names is empty; omit the option for the default.",
        ),
        (
            ["run", "tour-map"],
            "serbench: Conformance workloads are never ranked; use ./serbench verify tour-map.",
        ),
        (["store", "write"], "serbench: Missing option '--dir'."),
        (["run", "recrd"], "serbench: There is no workload recrd; did you mean record?"),
        (
            ["run", __file__],
            f"serbench: There is no workload {__file__}; is it a file of data? --data {__file__} measures its"
            " objects.",
        ),
        (
            ["run", "--data", "x.jsonl", "--data", "y.jsonl"],
            "serbench: --data takes one value; x.jsonl and y.jsonl are given.",
        ),
        (
            ["run", "--schema", "x.proto", "--data=x.jsonl", "--schema=y.proto"],
            "serbench: --schema takes one value; x.proto and y.proto are given.",
        ),
        (
            ["run", "--data", "x.jsonl"],
            "serbench: x.jsonl cannot be read: No such file or directory.",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_two(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.splitlines() == [said]


def test_internal_commands_are_found_and_not_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["_render", "--help"]) == 0
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out.split("Commands:")[1]
    assert "calibrate" in listed and "_render" not in listed


def test_a_bare_call_shows_the_help_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("Usage: ./serbench [OPTIONS] COMMAND [ARGS]...\n")


def test_help_groups_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["run"], ["store"], ["store", "write"]):
        assert main([*words, "--help"]) == 0
        headings = [line for line in capsys.readouterr().out.splitlines() if line.endswith(":")]
        assert [name for name in headings if name != "Builds:"] == [
            "What:",
            "How much:",
            "The run:",
            "Output:",
        ]
