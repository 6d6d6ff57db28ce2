"""A batch in words."""

import logging

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.reports import batch_text, failure_text, progress_text
from pipelines.requests import BatchReport, Failure, ItemProgress, ItemReport

PHRASES = FluentPhrasebook()
STORED = ItemReport(0, "r.pdf", "stored", "file", title="Report", language="en", pages=3, chunks=12)
KNOWN = ItemReport(1, "k.pdf", "known", "file", title="Known")
REFUSED = ItemReport(2, "e.txt", "refused", "file", failure=Failure("source-empty"))
FAILED = ItemReport(
    3, "f.txt", "failed", "file", failure=Failure("internal-error", error_id="ab12cd")
)


def text_of(*items: ItemReport, seconds: float = 4.26) -> str:
    return batch_text(BatchReport("b", items, seconds), "en", PHRASES)


def test_one_stored_document() -> None:
    assert text_of(STORED) == (
        "Done, “Report” is in the base.\n3 pages · 12 chunks · English · 4.3 s"
    )


def test_one_known_or_refused_document() -> None:
    assert "already in the base" in text_of(KNOWN)
    assert text_of(REFUSED).startswith("✗ e.txt\nThere is nothing in it")


def test_several_documents() -> None:
    text = text_of(STORED, KNOWN, REFUSED, FAILED, seconds=61.4)
    lines = [line for line in text.splitlines() if line]
    assert lines[0] == "Done in 61 s. Added: 1, already there: 1, did not work: 2."
    assert [line[0] for line in lines[1:4]] == ["✓", "✓", "✗"]
    assert "ab12cd" in lines[-1]


def test_nothing_to_add() -> None:
    assert text_of().startswith("There is nothing to add here")


def test_progress_has_a_line_for_each_item() -> None:
    items = [
        ItemProgress(0, "a.pdf", "running", "embed"),
        ItemProgress(1, "b.pdf", "waiting"),
        ItemProgress(2, "c.pdf", "stored"),
    ]
    lines = progress_text(items, "ru", PHRASES).splitlines()
    assert lines[0] == "Добавляю в базу: готово 1 из 3"
    assert lines[1] == "… a.pdf — разбираю по смыслу"
    assert len(lines) == 4


def test_a_failure_with_an_id_shows_it() -> None:
    failure = Failure("database-unavailable", error_id="ab12cd")
    assert failure_text(failure, "en", PHRASES).endswith("Error number: ab12cd")


def test_a_failure_nobody_has_a_sentence_for_is_still_a_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.ERROR)
    shown = failure_text(Failure("no-such-code", error_id="ab12cd"), "en", PHRASES)
    assert "Something broke" in shown
    assert "ab12cd" in shown
    assert "no-such-code" in caplog.text
