"""The other commands over a real database and the packed model."""

import asyncio
from pathlib import Path

import pytest

from pipelines.engine.mermaid import to_mermaid
from pipelines.gateways.migrations import local_versions
from pipelines.runs import PIPELINES
from tests.support.bot.command_line import CommandLine, Outcome
from tests.support.pipelines.written_material import BEES_TEXT

CITATION_KEYS = {
    *("n", "document_id", "title", "url", "file_name", "page", "start_seconds"),
    *("paragraph_idx", "quote", "heading", "row", "passage_id", "quote_at"),
}
PASSAGE_KEYS = {
    *("id", "document_id", "paragraph_idx", "text"),
    *("similarity", "rerank_score", "fused_score"),
}


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
        "The code of the safe in the office of the harbour master is AF-7391."
    )
    private = {"READABLE_BY_EVERYONE": "false"}
    nobody = await paragraf.run("ingest", "--json", "safe.txt", **private)
    assert nobody.status == 2, "nobody could ever read it"
    assert set(nobody.json) == {"error"}
    hers = await paragraf.run("ingest", "--json", "--owner", "901", "safe.txt", **private)
    assert hers.status == 0
    question = ("ask", "--json", "What is the code of the safe of the harbour master?")
    assert "AF-7391" in (await paragraf.run(*question, "--as", "901")).json["answer"]
    outcome = await paragraf.run(*question)
    assert outcome.json["abstained"]
    assert "AF-7391" not in outcome.out


@pytest.mark.parametrize("question", [" \n", "a" * 20_000])
async def test_ask_what_is_no_question(paragraf: CommandLine, question: str) -> None:
    outcome = await paragraf.run("ask", "--json", question)
    assert outcome.status not in (0, 3)
    assert set(outcome.json) == {"error"}
    assert outcome.err.strip()
    assert "Traceback" not in outcome.err


async def test_ask_with_a_sign_in_passing(paragraf: CommandLine) -> None:
    outcome = await paragraf.run("ask", "--json", "🙂🙂")
    assert outcome.status == 0
    assert outcome.json["answer"]
    assert not outcome.json["abstained"]
    assert outcome.json["citations"] == outcome.json["passages"] == []


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
    for text in (batch_id, "fetch_file", "sources.0", "embed", "abort", "attempts"):
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


@pytest.mark.nightly
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


async def test_what_the_command_line_says_of_runs_that_are_over(
    first: Outcome, paragraf: CommandLine
) -> None:
    batch_id = first.json[0]["batch_id"]
    for command in ("retry", "cancel"):
        unknown = await paragraf.run("runs", command, "no-such-run")
        assert unknown.status == 1
        assert "no-such-run" in unknown.err
    over = await paragraf.run("runs", "cancel", batch_id, "--json")
    assert (over.status, over.json) == (1, {"run_id": batch_id, "cancelled": False})
    own = await paragraf.run("runs", "retry", batch_id)
    assert own.status == 1
    assert "Repeat the command" in own.err or "Повторите саму команду" in own.err


async def test_runs_that_failed_in_part_are_listed_as_failed(paragraf: CommandLine) -> None:
    added = await paragraf.run("ingest", "--json", "cheese.md", "empty.txt")
    assert added.status == 3
    failed = await paragraf.run("runs", "--failed", "--json")
    assert (added.json[0]["batch_id"], "1 of 2: source-empty") in {
        (run["run_id"], run["problem"]) for run in failed.json
    }
    assert "source-empty" in (await paragraf.run("runs", "--failed")).out
