"""`python -m benchmarks` as a stranger calls it, over the real product."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main
from tests.support import ROOT
from tests.support.benchmarks.small_corpus import write

KEYS = {
    *("mrr", "recall@1", "recall@5", "recall@10", "answer_in_best", "answer_in_best_3"),
    *("p50_ms", "p95_ms", "stages_ms", "ingest_s", "ingest_tokens_per_s"),
}


async def benchmark(*arguments: str) -> Any:
    """Run a benchmark in a process of its own; return the one value it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks", *arguments, "--json"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, complaints = await process.communicate()
    assert process.returncode == 0, complaints.decode()
    return json.loads(out)


@pytest.mark.nightly
async def test_questions_of_another_language_find_their_paragraphs(
    tmp_path: Path, models_dir: Path
) -> None:
    found = await benchmark(
        *("retrieval", "--models-dir", str(models_dir)),
        *("--documents", str(write(tmp_path)), "--questions", str(write(tmp_path, "ru"))),
    )
    assert found["peers"] == {}
    figures = found["paragraf"]
    assert figures.keys() == KEYS
    assert figures["recall@10"] == 1.0
    assert figures["mrr"] > 0.5
    assert figures["answer_in_best_3"] >= figures["answer_in_best"] > 0
    assert {"parse_question", "search", "rerank", "select", "quote"} <= set(figures["stages_ms"])
    assert figures["p95_ms"] >= figures["p50_ms"] > 0
    assert figures["ingest_tokens_per_s"] > 0


@pytest.mark.nightly
async def test_what_was_left_out_is_declined_more_often(tmp_path: Path, models_dir: Path) -> None:
    found = await benchmark(
        *("abstain", "--models-dir", str(models_dir), "--documents", str(write(tmp_path)))
    )
    assert found.keys() == {"abstained_unanswerable", "abstained_answerable", "curve"}
    assert found["abstained_unanswerable"] > found["abstained_answerable"]
    assert found["curve"][0] == {
        "threshold": 0.0,
        "abstained_unanswerable": 0.0,
        "abstained_answerable": 0.0,
    }


def test_a_file_that_cannot_be_read_is_complained_of_in_one_line(
    tmp_path: Path, capfd: Any
) -> None:
    assert main(["retrieval", "--documents", str(tmp_path / "missing.json"), "--json"]) == 2
    out, complaint = capfd.readouterr()
    assert out == ""
    assert complaint.strip().endswith("missing.json: No such file or directory")


async def test_planted_conflicts_are_found_and_little_else_is_shown() -> None:
    figures = await benchmark("conflicts")
    for found in (figures, figures["dev"]):
        assert found["pairs"] == 200
        assert found["found"] >= 0.85
        assert found["wrong_cards"] <= 0.05


@pytest.mark.nightly
async def test_mistakes_are_held_back_and_sentences_of_the_passages_are_not(
    models_dir: Path,
) -> None:
    rows = await benchmark("claims", "--models-dir", str(models_dir))
    sets = "dev", "held", "reworded-dev", "reworded-held"
    assert [(row["set"], row["claims"]) for row in rows] == [
        (each, how) for each in sets for how in ("written", "made")
    ]
    for row in rows:
        assert row["wrong_shown"] + row["right_held_back"] < 0.65
        if row["claims"] == "made":
            assert row["right_held_back"] <= 0.01
            assert row["wrong_shown"] < 0.05


@pytest.mark.nightly
async def test_whole_answers_are_timed_in_a_large_base(models_dir: Path) -> None:
    where = ("--models-dir", str(models_dir))
    figures = await benchmark("latency", "--chunks", "1000", "--questions", "3", *where)
    assert (figures["chunks"], figures["questions"]) == (1000, 6)
    for name in "answer", "follow_up":
        assert 0 < figures[f"{name}_p50_s"] <= figures[f"{name}_p95_s"]


def test_a_base_of_few_chunks_is_refused(capfd: Any) -> None:
    assert main(["latency", "--chunks", "200", "--json"]) == 2
    out, complaint = capfd.readouterr()
    assert out == ""
    assert "--chunks" in complaint
