"""A damaged or altered entry is refused with its reason, and the archive of this checkout is whole."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from archive.runs import GOLDEN, changed, published_run, rows_of, sealed_again, with_rows

from serbench.archive.documents import documents, stale_pages, write_documents
from serbench.archive.entry import ROWS, entries, entry_in, entry_paths
from serbench.archive.pages import Shown
from serbench.archive.publishing import damages
from serbench.archive.publishing_facts import damaged_facts
from serbench.cli.main import main
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput
from serbench.facts.published import facts_paths
from serbench.locations import ARCHIVE, CHECKOUT
from serbench.record.run_folder import RunFolder
from serbench.record.sealing import SEAL

Damage = Callable[[Path], object]


@pytest.fixture
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit of the golden runs is none of this repository."""
    monkeypatch.setattr("serbench.archive.publishing.has_commit", lambda checkout, commit: True)


def _with_a_byte_flipped(name: str) -> Damage:
    def damage(entry: Path) -> None:
        content = bytearray((entry / name).read_bytes())
        content[len(content) // 2] ^= 1
        (entry / name).write_bytes(content)

    return damage


def _cut_and_sealed(entry: Path) -> None:
    (entry / ROWS).write_bytes((entry / ROWS).read_bytes()[:-20])
    sealed_again(entry)


def _faster_and_sealed(entry: Path) -> None:
    """Rows of objects that are not those of the workload."""
    with_rows(entry, [{**row, "digest": "00000000000000ff"} for row in rows_of(entry)])
    sealed_again(entry)


def _lacking_and_sealed(entry: Path) -> None:
    """Without the forks of one codec, so that another one leads."""
    with_rows(entry, [row for row in rows_of(entry) if row["codec"] != "cpp/handcoded"])
    sealed_again(entry)


def _with_record(**fields: object) -> Damage:
    """A record with other fields, sealed again."""

    def damage(entry: Path) -> None:
        record = json.loads((entry / "run.json").read_text())
        (entry / "run.json").write_text(json.dumps({**record, **fields}))
        sealed_again(entry)

    return damage


def _with_corpus(**fields: object) -> Damage:
    corpus = json.loads((GOLDEN / "memory" / "run.json").read_text())["corpora"]["record"]
    return _with_record(corpora={"record": {**corpus, **fields}})


def _of_another_digest(entry: Path) -> None:
    """Rows and record agree, but not with the workload."""
    _faster_and_sealed(entry)
    _with_corpus(digest="00000000000000ff")(entry)


def _with_seal(**fields: object) -> Damage:
    def damage(entry: Path) -> None:
        seal = json.loads((entry / SEAL).read_text())
        (entry / SEAL).write_text(json.dumps({**seal, **fields}))

    return damage


DAMAGED = (
    (_with_a_byte_flipped(ROWS), "was damaged or altered after it was published"),
    (_with_a_byte_flipped("run.json"), "was damaged or altered after it was published"),
    (lambda entry: (entry / SEAL).write_text("{"), "cannot be read"),
    (lambda entry: (entry / SEAL).write_text('{"format": 1}'), "the field run is missing"),
    (lambda entry: (entry / SEAL).unlink(), "entry.json is missing"),
    (lambda entry: (entry / ROWS).unlink(), "rows.jsonl.xz is missing"),
    (_cut_and_sealed, "is not one whole stream"),
    (_faster_and_sealed, "the rows belong to other objects"),
    (_lacking_and_sealed, "forks are not measured, cpp/handcoded on record among them"),
    (
        _with_record(started_at="2026-11-27T08:42:42+00:00"),
        "belongs to amd-epyc/2026-11-27-memory-record, another place",
    ),
    (_with_record(corpora={}), "No digest of the corpus of record"),
    (
        _with_corpus(sha256="ab" * 32),
        "has the SHA-256 abababababab…, but the workload here has 054a52d7f616…",
    ),
    (_of_another_digest, "has the digest 00000000000000ff, but the workload here has 2d0267d5919c0e89"),
    (_with_corpus(objects=65), "The corpus of record has 65 objects, but neither corpus nor pool here has"),
    (_with_record(unavailable={"java/json": "no JDK"}), "java/json of the default set could not be measured"),
    (_with_seal(workloads=["media"]), "Its seal names another run or other workloads than its record"),
    (_with_seal(run="another"), "Its seal names another run or other workloads than its record"),
    (lambda entry: (entry / "adapters.json").write_text("{}"), "Its adapters.json is none of the files"),
    (lambda entry: (entry / "known-facts.json").write_text("{}"), "Its known-facts.json is none of the"),
    (lambda entry: (entry / "more").mkdir(), "Its more is none of the files of an entry"),
    (lambda entry: shutil.move(entry, entry.with_name("record")), "is not named as an entry is"),
    (lambda entry: shutil.move(entry, f"{entry}X"), "another place"),
    (lambda entry: shutil.move(entry, f"{entry}-2-3"), "another place"),
    (lambda entry: shutil.move(entry.parent, entry.parent.with_name("intel-xeon")), "another place"),
)


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize(("damage", "sentence"), DAMAGED)
def test_a_damaged_or_altered_entry_is_refused(
    damage: Damage, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    assert main(["archive", "check", "--of", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 of 1 entries are as they were published.\n"
    damage(entry)
    assert main(["archive", "check", "--of", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.out == "0 of 1 entries are as they were published.\n"


@pytest.mark.usefixtures("_known")
def test_the_second_entry_of_a_day_is_whole(tmp_path: Path) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    entry.rename(entry.with_name(f"{entry.name}-2"))
    assert list(damages(tmp_path)) == []


def test_a_commit_is_missed_only_where_all_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    monkeypatch.setattr("serbench.archive.publishing.has_commit", lambda checkout, commit: False)
    monkeypatch.setattr("serbench.archive.publishing.has_all_commits", lambda checkout: True)
    sentence = "Its commit dfa94224fec5 is not in this repository, so nobody can measure it again."
    assert list(damages(tmp_path)) == [(entry, sentence)]
    monkeypatch.setattr("serbench.archive.publishing.has_all_commits", lambda checkout: False)
    assert list(damages(tmp_path)) == []


@pytest.mark.usefixtures("_known")
def test_the_objects_of_a_store_are_compared_with_the_pool_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tweet,) = find_workloads(["tweet"])
    corpus = corpus_of(tweet)
    monkeypatch.setattr("serbench.archive.publishing.kept_pool", lambda workload, seed: None)
    published_run(GOLDEN / "sort", tmp_path)
    assert list(damages(tmp_path)) == []
    pool = replace(corpus, manifest=replace(corpus.manifest, objects=8192, sha256="ab" * 32))
    monkeypatch.setattr("serbench.archive.publishing.kept_pool", lambda workload, seed: pool)
    ((_, reason),) = damages(tmp_path)
    assert "The corpus of tweet has the SHA-256 289119493282…, but the workload here has abab" in reason


def test_an_altered_entry_is_not_read(tmp_path: Path) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    _with_a_byte_flipped(ROWS)(entry)
    with pytest.raises(BadInput, match="was damaged or altered"):
        entry_in(entry).folder()


def test_sql_asks_the_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    monkeypatch.setattr("serbench.cli.sql.ARCHIVE", tmp_path)
    question = "SELECT DISTINCT run, codec FROM samples WHERE codec LIKE '%json' AND operation = 'encode'"
    assert main(["sql", "--archive", "--json", question]) == 0
    assert json.loads(capsys.readouterr().out) == [{"run": entry.name, "codec": "python/json"}]
    assert main(["sql", "--archive", "--run", "x", question]) == 2


def test_the_archive_of_this_checkout_is_whole_and_small() -> None:
    assert [*damages(), *damaged_facts()] == []
    sizes = [path.stat().st_size for entry in [*entry_paths(), *facts_paths()] for path in entry.iterdir()]
    assert sum(sizes) <= 30_000_000
    assert ARCHIVE == CHECKOUT / "archive"


def test_the_documents_are_those_that_the_archive_makes() -> None:
    """`./serbench archive pages` writes them."""
    texts = documents(ARCHIVE, CHECKOUT)
    assert [path for path, text in texts.items() if (CHECKOUT / path).read_text("utf-8") != text] == []
    assert stale_pages(texts, CHECKOUT) == []


def test_documents_follow_the_archive(tmp_path: Path) -> None:
    (tmp_path / "docs" / "results").mkdir(parents=True)
    (tmp_path / "README.md").write_text("Above\n<!-- published -->\nOld\n<!-- /published -->\nBelow\n")
    archive = tmp_path / "archive"
    pages = tmp_path / "docs" / "results" / "published"
    write_documents(archive, tmp_path)
    assert "The archive is empty" in (pages / "README.md").read_text()
    for name in ("memory", "evolution"):
        published_run(GOLDEN / name, archive)
    written = {path.name for path in write_documents(archive, tmp_path)}
    assert written == {"README.md", "memory-record.md", "evolution-evolution.md"}
    page = (pages / "memory-record.md").read_text()
    assert page.count("\n# ") == 1 and "\n# run: record\n" in page and "\n## amd-epyc\n" in page
    assert "Measured on 2026-11-26 with commit `dfa94224fec5`: `./serbench run record" in page
    assert "| python/json |" in page and "json Python 3.11.7" in page
    assert write_documents(archive, tmp_path) == []
    # Only a run of media makes README's table.
    assert "Old" in (tmp_path / "README.md").read_text()
    shutil.rmtree(archive)
    write_documents(archive, tmp_path)
    assert [path.name for path in pages.iterdir()] == ["README.md"]


def test_readmes_table_is_of_media_with_ranks_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The run of record under another name has the objects of record.
    monkeypatch.setattr("serbench.archive.publishing._other_corpora", lambda record: ())

    def of_media(record: dict[str, Any]) -> None:
        text = json.dumps(record).replace('"record"', '"media"')
        record.clear()
        record.update(json.loads(text))

    media = changed(tmp_path, of_media, lambda rows: [row.update(workload="media") for row in rows])
    (tmp_path / "README.md").write_text("Above\n<!-- published -->\nOld\n<!-- /published -->\nBelow\n")
    for run in (media, GOLDEN / "memory"):
        published_run(run, tmp_path / "archive")
    text = documents(tmp_path / "archive", tmp_path)[Path("README.md")]
    above, _, told, header, _, *lines = [line for line in text.splitlines() if line]
    assert (above, lines[-2:]) == ("Above", ["<!-- /published -->", "Below"])
    assert "commit `dfa94224fec5`, on amd-epyc" in told
    assert "of `media`, with the rank on `record` (2026-11-26, `dfa94224fec5`)." in told
    assert header == "| codec | encode | decode | bytes | record | library |"
    # The floors are left out.
    assert [line.split(" | ")[0] for line in lines[:-2]] == [
        "| python/json",
        "| cpp/handcoded (hand-written)",
    ]
    assert lines[0].endswith("| json Python 3.11.7 |")


def test_ranks_are_places_among_the_codecs_that_are_shown(tmp_path: Path) -> None:
    published_run(GOLDEN / "memory", tmp_path / "archive")
    (entry,) = entries(tmp_path / "archive")
    whole = Shown.of(entry)
    assert {row.codec for row in whole.folder.rows} > {"python/json"}
    alone = whole.only({"python/json"})
    (line,) = alone.report.contents.sections[0].tables[0].lines
    assert line.texts[0] == "python/json"
    assert {row.codec for row in alone.folder.rows} == {"python/json"}


def test_a_page_keeps_an_older_run_with_codecs_that_the_newer_lacks(tmp_path: Path) -> None:
    def on(day: str, codecs: set[str] | None = None) -> Path:
        def record(of: dict[str, Any]) -> None:
            of["started_at"] = day + of["started_at"][10:]
            if codecs:
                of["plan"]["forks"] = [fork for fork in of["plan"]["forks"] if fork["codec"] in codecs]

        def rows(of: list[dict[str, Any]]) -> None:
            of[:] = [row for row in of if not codecs or row["codec"] in codecs]

        return published_run(changed(tmp_path / day, record, rows), tmp_path / "archive")

    def sections() -> list[str]:
        texts = documents(tmp_path / "archive", tmp_path)
        page = texts[Path("docs/results/published/memory-record.md")]
        return [line for line in page.splitlines() if line.startswith("## ")]

    on("2026-11-20")
    on("2026-11-21", {"python/json"})
    assert sections() == ["## amd-epyc, 2026-11-21", "## amd-epyc, 2026-11-20"]
    on("2026-11-22", {"python/json"})
    assert sections() == ["## amd-epyc, 2026-11-22", "## amd-epyc, 2026-11-20"]
    on("2026-11-23")
    assert sections() == ["## amd-epyc"]


def test_a_run_in_blocks_is_replaced_by_one_in_as_many(tmp_path: Path) -> None:
    published_run(GOLDEN / "memory", tmp_path / "archive")
    (entry,) = entries(tmp_path / "archive")
    plain = Shown.of(entry)
    rows = [replace(row, block=block) for block in range(2) for row in plain.folder.rows]
    blocks = replace(plain, folder=RunFolder(plain.folder.path, plain.folder.record, rows))
    assert (plain.replaces(blocks.folder), blocks.replaces(plain.folder), blocks.replaces(blocks.folder)) == (
        False,
        True,
        True,
    )
