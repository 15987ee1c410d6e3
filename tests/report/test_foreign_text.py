"""Text that a stranger chose is shown, and neither obeyed nor computed."""

import ast
import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import failed
from report.folders import folder_of, html, island, rows_of, unpacked

from serbench.cli.main import main
from serbench.experiments.reporting import report_of
from serbench.record.run_folder import RunFolder
from serbench.report.charts.picture import FILE, svg
from serbench.report.csv_text import csv_text
from serbench.report.report import all_pictures
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.visible import visible, visible_json

SOURCES = Path(__file__).parents[2] / "src" / "serbench"
# A title of the window, a colour in one character, the order of letters, a line that erases, bytes of a name.
OBEYED = "\x1b]0;x\x07\x9b31m\u202e\u2066\u200f\u2028\r\x7f\udcff"
SHOWN = r"\x1b]0;x\x07\x9b31m\u202e\u2066\u200f\u2028\x0d\x7f\xff"
NAME = f"cpp/a{OBEYED}"
FORMS = ["", "--markdown", "--latex", "--csv", "--samples", "--json", "--costs"]


def has_obeyed(text: str) -> bool:
    return any(character in OBEYED.replace("31m", "").replace("]0;x", "") for character in text)


def test_only_what_is_obeyed_is_escaped() -> None:
    assert visible(OBEYED) == SHOWN
    assert visible("a\tb\nµ ± – é 日本 👩‍👧 ~") == "a\tb\nµ ± – é 日本 👩‍👧 ~"
    assert json.loads(visible_json(json.dumps(OBEYED, ensure_ascii=False))) == OBEYED
    assert visible("\U000e0041") == r"\U000e0041"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    rows = [replace(row, codec=NAME) if row.codec == "cpp/a" else row for row in rows_of()]
    rows.append(failed(NAME, "access-one", 0, "crashed", OBEYED))
    made = folder_of(
        tmp_path,
        rows,
        runners=[],
        command=["./serbench", OBEYED],
        machine={"cpu_model": OBEYED},
        unavailable={"cpp/x": OBEYED},
    )
    folder = RunFolder.create(tmp_path, made.record)
    with folder.writing():
        for row in rows:
            folder.append_fork([row])
    return folder


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_a_report_obeys(
    run: RunFolder, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The reader of run folders refuses such names; what shows them does not rely on that.
    monkeypatch.setattr(RunFolder, "load", classmethod(lambda cls, path: run))
    assert main(["report", str(run.path), *filter(None, [form])]) == 0
    out = capsys.readouterr().out
    assert not has_obeyed(out)
    expected = SHOWN if form in ("--csv", "--samples") else r"u202e"
    assert expected in out


def test_neither_do_the_page_and_its_pictures(run: RunFolder) -> None:
    text = html(run)
    assert not has_obeyed(text)
    for name in ("data-cells", "data-samples"):
        data = json.dumps(unpacked(island(text, name)), ensure_ascii=False)
        assert not has_obeyed(data)
        assert json.dumps(SHOWN)[1:-1] in data
    pictures = all_pictures(report_of(run), FILE)
    assert pictures
    for picture in pictures:
        assert not has_obeyed(svg(picture, FILE))


@pytest.mark.parametrize(
    "say",
    [
        echo,
        lambda text: echo(text, err=True),
        lambda text: Voice(False).tell(text),
        lambda text: ResultConsole().print(text),
        print_json,
        lambda text: main([text]),
        lambda text: main(["report", text]),
        lambda text: main(["list", text]),
        lambda text: main(["describe", f"{text}/x"]),
    ],
)
def test_no_way_to_say_it_obeys(say: Callable[[str], object], capsys: pytest.CaptureFixture[str]) -> None:
    say(OBEYED)
    said = "".join(capsys.readouterr())
    assert not has_obeyed(said.replace("\r\n", "\n"))
    assert "u202e" in said


def test_there_is_no_other_way_to_say_it() -> None:
    """All that is printed and all CSV go through the one place that escapes."""
    calls = {
        ("click", "echo"): {"terminal/console.py"},
        ("", "print"): set(),
        ("csv", "writer"): {"report/csv_text.py"},
        ("csv", "DictWriter"): set(),
        ("", "Console"): set(),
    }
    found: dict[tuple[str, str], set[str]] = {call: set() for call in calls}
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                call = node.func
                if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name):
                    key = (call.value.id, call.attr)
                else:
                    key = ("", call.id if isinstance(call, ast.Name) else "")
                if key in found:
                    found[key].add(str(path.relative_to(SOURCES)))
    assert found == calls


def test_csv_has_no_formulas() -> None:
    cells = ["=1+1", "+a", "-a", "@a", "\ta", "\ra", "＝1", "-1.5", "+3", "-", "a=b", "", -1.5, None, True]
    (read,) = csv.reader(csv_text([cells]).splitlines())
    assert read == [
        "'=1+1", "'+a", "'-a", "'@a", "'\ta", r"\x0da", "'＝1",
        "-1.5", "+3", "-", "a=b", "", "-1.5", "", "True",
    ]  # fmt: skip
