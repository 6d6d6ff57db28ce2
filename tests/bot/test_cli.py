"""The command line over a real database and the packed model."""

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from command_line import INGEST_KEYS, CommandLine, Outcome

from pipelines.gateways.migrations import local_versions
from pipelines.mermaid import to_mermaid
from pipelines.runs import PIPELINES
from tests.pipelines.fetchers.loopback_site import Site, respond, serve
from tests.pipelines.written_material import BEES, BEES_TEXT, CHEESE, LIGHTHOUSE, MILL_PAGE

CITATION_KEYS = {
    *("n", "document_id", "title", "url", "file_name", "page", "start_seconds"),
    *("paragraph_idx", "quote"),
}
PASSAGE_KEYS = {
    *("id", "document_id", "paragraph_idx", "text"),
    *("similarity", "rerank_score", "fused_score"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def site() -> AsyncIterator[Site]:
    async with serve() as running:
        running.pages["/mill"] = respond(MILL_PAGE.encode())
        yield running


@pytest.fixture(scope="module")
def paragraf(
    tmp_path_factory: pytest.TempPathFactory, models_dir: Path, shared_database_url: str
) -> CommandLine:
    """A command line whose folder holds a few documents."""
    folder = tmp_path_factory.mktemp("documents")
    for name, content in (LIGHTHOUSE, CHEESE, BEES, ("empty.txt", b"")):
        (folder / name).write_bytes(content)
    settings = {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "MODELS_DIR": str(models_dir),
        "DATABASE_URL": shared_database_url,
    }
    return CommandLine(folder, settings)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def first(paragraf: CommandLine, site: Site) -> Outcome:
    """Two files and a page, one of the files twice."""
    return await paragraf.run(
        *("ingest", "--json", "lighthouse.pdf", site.url("/mill"), "bees.txt", "./bees.txt"),
        *("lighthouse.pdf",),
        ALLOW_PRIVATE_URLS="true",
    )


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


async def test_ask_prints_one_answer(first: Outcome, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ask", "--json", "Who built the lighthouse?")
    assert outcome.status == 0, outcome.err
    answer = outcome.json
    assert set(answer) == {
        *("answer", "abstained", "language", "citations", "passages", "timings_ms")
    }
    assert "Hedda Lindqvist" in answer["answer"]
    assert (answer["abstained"], answer["language"]) == (False, "en")
    assert all(set(citation) == CITATION_KEYS for citation in answer["citations"])
    citation = answer["citations"][0]
    assert citation["document_id"] == first.json[0]["document_id"]
    assert (citation["n"], citation["page"], citation["file_name"]) == (1, 1, "lighthouse.pdf")
    assert "Hedda Lindqvist" in citation["quote"]
    assert answer["passages"]
    assert all(set(passage) == PASSAGE_KEYS for passage in answer["passages"])
    assert set(answer["timings_ms"]) == {"embed", "search", "rerank", "generate"}
    assert all(isinstance(ms, float | int) and ms >= 0 for ms in answer["timings_ms"].values())


async def test_ask_what_is_not_there(first: Outcome, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ask", "--json", "Как зовут президента Франции?")
    assert outcome.status == 0
    answer = outcome.json
    assert (answer["abstained"], answer["citations"], answer["passages"]) == (True, [], [])
    assert answer["language"] == "ru"
    assert "В базе нет ответа" in answer["answer"]


async def test_ask_in_words(first: Outcome, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ask", "Who built the lighthouse?")
    assert outcome.status == 0
    assert "Hedda Lindqvist" in outcome.out
    assert "[1] The lighthouse of Vargholm" in outcome.out


async def test_ask_with_the_rights_of_somebody(paragraf: CommandLine) -> None:
    (paragraf.folder / "safe.txt").write_text(
        "The code of the safe in the office of the harbour master is 7391."
    )
    private = {"READABLE_BY_EVERYONE": "false"}
    nobody = await paragraf.run("ingest", "--json", "safe.txt", **private)
    assert nobody.status == 2, "nobody could ever read it"
    assert set(nobody.json) == {"error"}
    hers = await paragraf.run("ingest", "--json", "--owner", "901", "safe.txt", **private)
    assert hers.status == 0
    question = ("ask", "--json", "What is the code of the safe of the harbour master?")
    assert "7391" in (await paragraf.run(*question, "--as", "901")).json["answer"]
    outcome = await paragraf.run(*question)
    assert outcome.json["abstained"]
    assert "7391" not in outcome.out


@pytest.mark.parametrize("question", ["🙂🙂", "a" * 20_000])
async def test_ask_what_is_no_question(paragraf: CommandLine, question: str) -> None:
    outcome = await paragraf.run("ask", "--json", question)
    assert outcome.status not in (0, 3)
    assert set(outcome.json) == {"error"}
    assert outcome.err.strip()
    assert "Traceback" not in outcome.err


async def test_migrate(models_dir: Path, empty_database_url: str, tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": empty_database_url}
    paragraf = CommandLine(tmp_path, settings)
    missing = await paragraf.run("migrate", "--check")
    assert missing.status == 1
    assert all(version in missing.err for version in local_versions())
    assert (await paragraf.run("migrate", "--check")).status == 1, "a check changes nothing"
    applied = await paragraf.run("migrate")
    assert applied.status == 0
    assert all(version in applied.err for version in local_versions())
    for arguments in (("migrate", "--check"), ("migrate",)):
        assert (await paragraf.run(*arguments)).status == 0


@pytest.mark.parametrize("name", list(PIPELINES))
async def test_pipelines_draws_one(tmp_path: Path, name: str) -> None:
    outcome = await CommandLine(tmp_path).run("pipelines", name)
    assert outcome.status == 0
    assert outcome.out.strip() == to_mermaid(PIPELINES[name]).strip()


async def test_pipelines_draws_all(tmp_path: Path) -> None:
    outcome = await CommandLine(tmp_path).run("pipelines")
    assert outcome.status == 0
    for pipeline in PIPELINES.values():
        assert to_mermaid(pipeline).strip() in outcome.out


async def test_a_pipeline_that_is_none(tmp_path: Path) -> None:
    outcome = await CommandLine(tmp_path).run("pipelines", "digest")
    assert outcome.status == 1
    assert outcome.out == ""
    assert "digest" in outcome.err
    assert "ingest" in outcome.err


async def test_runs_are_listed_and_shown(first: Outcome, paragraf: CommandLine) -> None:
    batch_id = first.json[0]["batch_id"]
    listed = await paragraf.run("runs", "--json", "--limit", "500")
    assert listed.status == 0
    assert (batch_id, "ingest", "success") in {
        (run["run_id"], run["pipeline"], run["status"]) for run in listed.json
    }
    shown = await paragraf.run("runs", "show", batch_id, "--json")
    assert shown.status == 0
    record = shown.json
    assert record["summary"]["run_id"] == batch_id
    assert {node["node"] for node in record["nodes"]} >= {"classify", "embed", "publish", "report"}
    for node in record["nodes"]:
        assert set(node) >= {
            *("node", "outcome", "attempts", "items_in", "items_out", "started_at", "ended_at")
        }


async def test_runs_in_words(first: Outcome, paragraf: CommandLine) -> None:
    batch_id = first.json[0]["batch_id"]
    assert batch_id in (await paragraf.run("runs", "--limit", "500")).out
    shown = (await paragraf.run("runs", "show", batch_id)).out
    for text in (batch_id, "fetch_file", "sources.0", "embed", "call_off", "attempts"):
        assert text in shown


async def test_a_run_that_is_none(paragraf: CommandLine) -> None:
    outcome = await paragraf.run("runs", "show", "no-such-run")
    assert outcome.status == 1
    assert outcome.out == ""
    assert "no-such-run" in outcome.err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SANDBOX_PORT", "abc"),
        ("SANDBOX_PORT", "70000"),
        ("OWNER_IDS", "anna"),
        ("SEARCH_TOP_K", "0"),
        ("ALLOW_PRIVATE_URLS", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("LLM_MODEL", "gpt"),
        ("EMBEDDING_MODEL", "/no/such/folder"),
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none"),
        ("DATABASE_URL", "not an address"),
        ("DATA_DIR", "/dev/null/data"),
    ],
)
async def test_a_wrong_setting_is_one_sentence_and_status_2(
    paragraf: CommandLine, name: str, value: str
) -> None:
    outcome = await paragraf.run("ask", "--json", "Who?", **{name: value})
    assert set(outcome.json) == {"error"}
    assert "Traceback" not in outcome.err
    assert outcome.status == 2, outcome.err
    assert 1 <= len(outcome.err.strip().splitlines()) <= 2
    if "DATABASE" not in name:
        assert name in outcome.err or value in outcome.err


async def test_two_copies_side_by_side_print_nothing_but_their_result(
    tmp_path: Path, models_dir: Path
) -> None:
    (tmp_path / "bees.txt").write_text(BEES_TEXT)
    paragraf = CommandLine(tmp_path, {"MODELS_DIR": str(models_dir)})
    started = [
        await paragraf.start("ingest", "--json", "bees.txt", DATA_DIR=str(tmp_path / name))
        for name in ("one", "other")
    ]
    ended = await asyncio.gather(*(process.communicate() for process in started))
    outcomes = [
        Outcome(process.returncode or 0, out.decode(), err.decode())
        for process, (out, err) in zip(started, ended, strict=True)
    ]
    for outcome in outcomes:
        assert outcome.status == 0, outcome.err
        (row,) = outcome.json
        assert row["status"] == "stored", "neither knows the other's documents"
        assert outcome.out.endswith("]\n")
        assert "Traceback" not in outcome.err
        assert "Warning" not in outcome.err
    for name in ("one", "other"):
        assert not (tmp_path / name / "postgres" / "data" / "postmaster.pid").exists()
