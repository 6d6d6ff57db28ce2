"""`paragraf ingest` over a real database and the packed model."""

import os
import uuid
from pathlib import Path

import psycopg
import pytest

from tests.support.bot.command_line import INGEST_KEYS, CommandLine, Outcome
from tests.support.fetchers.loopback_site import Site


async def test_ingest_prints_a_row_for_each_source(first: Outcome, site: Site) -> None:
    assert first.status == 0, first.err
    rows = first.json
    assert [row["source"] for row in rows] == [
        *("lighthouse.pdf", site.url("/mill"), "bees.txt", "./bees.txt", "lighthouse.pdf")
    ]
    assert all(set(row) == INGEST_KEYS for row in rows)
    pdf, page, text, same_text, same_pdf = rows
    assert uuid.UUID(pdf["document_id"])
    assert (pdf["status"], pdf["type"], pdf["language"], pdf["pages"]) == (
        "stored",
        "file",
        "en",
        3,
    )
    assert (page["status"], page["type"], page["pages"]) == ("stored", "web", None)
    assert page["title"] == "The water mill at Orrefors"
    assert (text["status"], text["language"]) == ("stored", "ru")
    assert same_text["document_id"] == text["document_id"]
    assert same_pdf["document_id"] == pdf["document_id"]
    assert {same_text["status"], same_pdf["status"]} <= {"stored", "known"}
    assert all(row["reason"] is None and row["batch_id"] and row["chunks"] > 0 for row in rows)


async def test_nothing_is_stored_twice(first: Outcome, shared_database_url: str) -> None:
    async with await psycopg.AsyncConnection.connect(shared_database_url) as connection:
        found = await connection.execute(
            "select count(*) from documents where id = any (%s)",
            ([row["document_id"] for row in first.json],),
        )
        assert await found.fetchone() == (3,)


async def test_a_second_time_it_is_known(first: Outcome, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ingest", "--json", "bees.txt")
    assert outcome.status == 0
    (row,) = outcome.json
    assert row["status"] == "known"
    assert row["document_id"] == first.json[2]["document_id"]
    assert row["title"] == first.json[2]["title"]
    assert row["chunks"] == first.json[2]["chunks"]


async def test_a_source_that_is_refused_makes_the_status_3(
    paragraf: CommandLine, site: Site
) -> None:
    (paragraf.folder / "big.txt").write_bytes(b"word " * 300_000)
    sources = ["bees.txt", "empty.txt", "no-such-file.txt", site.url("/mill"), "big.txt"]
    outcome = await paragraf.run("ingest", "--json", *sources, MAX_FILE_MB="1")
    assert outcome.status == 3, outcome.err
    rows = outcome.json
    assert [row["source"] for row in rows] == sources
    assert [row["status"] for row in rows] == ["known", *["refused"] * 4]
    for row in rows[1:]:
        assert row["reason"]
        assert row["document_id"] is None
    assert "no-such-file.txt" in rows[2]["reason"]
    assert "127.0.0.1" in rows[3]["reason"], "private addresses are closed unless they are opened"


@pytest.mark.parametrize("source", ["tg://resolve?domain=x", "mailto:a@b.c", "", "x://", "://"])
async def test_a_source_that_is_none_is_refused(
    paragraf: CommandLine, tmp_path: Path, source: str
) -> None:
    (tmp_path / "not-asked-for.txt").write_bytes(b"")
    outcome = await CommandLine(tmp_path, paragraf.settings).run("ingest", "--json", source)
    assert "Traceback" not in outcome.err
    (row,) = outcome.json
    assert (outcome.status, row["source"], row["status"]) == (3, source, "refused")
    assert row["reason"]


async def test_a_file_name_that_is_no_text(paragraf: CommandLine) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    (paragraf.folder / name).write_text("The inn is open from nine to five, except on Mondays.")
    outcome = await paragraf.run("ingest", "--json", name)
    assert "Traceback" not in outcome.err
    (row,) = outcome.json
    assert (outcome.status, row["status"]) in {(0, "stored"), (3, "refused")}


async def test_a_folder_is_its_files(paragraf: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for folder in (".hidden", "without"):
        (tmp_path / folder).mkdir()
    for name in ("b.md", "deep/er/a.txt", ".hidden/no.txt", "deep/.no.txt"):
        (tmp_path / name).write_bytes(b"")
    outcome = await paragraf.run("ingest", "--json", str(tmp_path / "without"), str(tmp_path))
    assert [Path(row["source"]) for row in outcome.json] == [
        *(tmp_path / "b.md", tmp_path / "deep" / "er" / "a.txt")
    ]
    assert outcome.status == 3


async def test_many_sources_keep_their_order(paragraf: CommandLine, tmp_path: Path) -> None:
    names = [f"{n:02}.txt" for n in range(70)]
    for name in names:
        (tmp_path / name).write_bytes(b"")
    outcome = await paragraf.run("ingest", "--json", str(tmp_path))
    assert [Path(row["source"]).name for row in outcome.json] == names


async def test_ingest_in_words(first: Outcome, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ingest", "bees.txt", "empty.txt")
    assert outcome.status == 3
    known, refused = outcome.out.splitlines()
    assert known.startswith("known")
    assert "Пасека" in known
    assert refused.startswith("refused")
    assert "empty.txt" in refused


@pytest.mark.parametrize(
    "arguments",
    [("--strategy", "haiku", "bees.txt"), (), ("--chunk-size", "many", "bees.txt")],
    ids=str,
)
async def test_what_cannot_be_meant_is_not_begun(
    paragraf: CommandLine, arguments: tuple[str, ...]
) -> None:
    outcome = await paragraf.run("ingest", "--json", *arguments)
    assert outcome.status == 2
    assert outcome.err


async def test_strategy_sizes_and_owner_are_used(
    paragraf: CommandLine, shared_database_url: str
) -> None:
    words = " ".join(f"word{n} of the long list of words" for n in range(40)) + "."
    (paragraf.folder / "words.txt").write_text(words)
    options = ("--strategy", "fixed", "--chunk-size", "50", "--overlap", "5", "--owner", "77")
    outcome = await paragraf.run("ingest", "--json", *options, "words.txt")
    (row,) = outcome.json
    assert row["chunks"] > 3
    async with await psycopg.AsyncConnection.connect(shared_database_url) as connection:
        found = await connection.execute(
            "select u.telegram_id from documents d join users u on u.id = d.owner where d.id = %s",
            (row["document_id"],),
        )
        assert await found.fetchone() == (77,)
