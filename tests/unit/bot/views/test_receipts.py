"""How a batch ended, in words."""

from dataclasses import replace

from telegram import MessageEntity

from bot.phrasebook import FluentPhrasebook
from bot.sandbox.bot_api.detection import detect_entities
from bot.transport.pieces import Piece, split
from bot.views.receipts import MOST_LISTED, progress_text, receipt
from pipelines.errors import Failure
from pipelines.models.requests import BatchReport, ItemProgress, ItemReport

PHRASES = FluentPhrasebook()
STORED = ItemReport(0, "r.pdf", "stored", "file", title="Report", language="en", pages=3, chunks=12)
KNOWN = ItemReport(1, "k.pdf", "known", "file", title="Known", document_id="k")
REFUSED = ItemReport(2, "e.txt", "refused", "file", failure=Failure("source-empty"))
FAILED = ItemReport(
    3, "f.txt", "failed", "file", failure=Failure("internal-error", error_id="ab12cd")
)


def written(*items: ItemReport, seconds: float = 4.26) -> Piece:
    return receipt(BatchReport("b", items, seconds), "en", PHRASES)


def test_one_stored_document() -> None:
    assert written(STORED).text == ("Done, “Report” is in the base.\n3 pages · English · 4.3 s")


def test_a_caption_is_listed_and_not_counted_beside_what_it_is_of() -> None:
    caption = replace(STORED, title="Caption: Report", is_caption=True)
    said = written(caption, STORED, REFUSED).text
    assert said.startswith("Done in 4.3 s. Added: 1, did not work: 1.")
    assert "Caption: Report" in said
    assert written(caption, REFUSED).text.startswith("Done in 4.3 s. Added: 1, did not work: 1.")


def test_who_can_read_what_was_stored_is_said() -> None:
    opened, closed = replace(STORED, readers=("everyone", "staff")), replace(STORED, readers=())
    assert written(opened).text.splitlines()[-1] == "Readable by: everyone"
    assert written(closed).text.splitlines()[-1] == "Readable by: only whoever added it"
    owners = replace(STORED, readers=("owner",))
    assert "Readable by: owner" in written(owners).text
    in_russian = receipt(BatchReport("b", (owners,), 4.26), "ru", PHRASES)
    assert "Могут читать: владелец" in in_russian.text
    named = replace(STORED, readers=("staff", "evil.dev"))
    assert written(named).text.splitlines()[-1] == "Readable by: staff, evil.\u2060dev"
    assert "Readable by: not the same for each document" in written(opened, closed).text
    assert written(opened, opened, KNOWN).text.count("Readable by: everyone") == 1


def test_nothing_can_be_tapped_in_what_a_batch_is_called() -> None:
    for item in (STORED, KNOWN, REFUSED):
        named = replace(item, title="At evil.dev/login @evil_bot", label="evil.dev/x")
        for piece in (written(named), written(named, named)):
            assert "evil.\u2060dev" in piece.text
            assert detect_entities(piece.text, ()) == []
    going_on = progress_text([ItemProgress(0, "evil.dev/x", "waiting")], "en", PHRASES)
    assert detect_entities(going_on, ()) == []


def test_how_a_document_was_read_is_said_when_it_is_worth_saying() -> None:
    scanned = replace(STORED, pages=8, pages_by_ocr=2, pages_without_text=1, secrets=3)
    assert written(scanned).text.splitlines()[2:] == [
        "The text of 2 pages was read from pictures (25% of the pages).",
        "1 page without text.",
        "What looks like passwords and keys, and was left out: 3.",
    ]


def test_a_document_that_the_search_did_not_find_comes_with_a_warning() -> None:
    text = written(replace(STORED, missed_questions=2)).text
    assert "⚠ I tested myself: for 2 questions about this document I did not find it." in text
    assert "⚠" not in written(STORED).text


def test_documents_that_were_not_tested_are_counted() -> None:
    hasty = replace(STORED, is_untested=True)
    said = "I had no time to test how well I find"
    assert written(hasty).text.splitlines()[-1] == f"{said} 1 document."
    assert written(STORED, hasty, replace(hasty, idx=2), KNOWN).text.splitlines()[1] == (
        f"{said} 2 documents."
    )
    assert said not in written(STORED, KNOWN).text


def test_one_known_or_refused_document() -> None:
    assert "already in the base" in written(KNOWN).text
    assert written(REFUSED).text.startswith("✗ e.txt\nThere is nothing in it")


def test_several_documents() -> None:
    shown = written(STORED, KNOWN, REFUSED, FAILED, seconds=61.4)
    lines = [line for line in shown.text.splitlines() if line]
    assert lines[0] == "Done in 61 s. Added: 1, already there: 1, did not work: 2."
    assert [line[0] for line in lines[1:4]] == ["✓", "✓", "✗"]
    assert "ab12cd" in lines[-1]
    assert shown.entities == ()


def test_many_documents_are_folded_and_what_failed_stands_open() -> None:
    items = [replace(STORED, idx=n, title=f"Document {n}") for n in range(100)]
    shown = written(*items, replace(REFUSED, idx=100))
    (quote,) = shown.entities
    assert quote.type == MessageEntity.EXPANDABLE_BLOCKQUOTE
    folded = shown.text[quote.offset : quote.offset + quote.length]
    assert folded.startswith("✓ Document 0")
    assert folded.endswith(f"…and {100 - MOST_LISTED} more documents")
    assert "✗ e.txt" not in folded
    assert "✗ e.txt" in shown.text
    assert len(split(shown)) == 1


def test_nothing_to_add() -> None:
    assert written().text.startswith("There is nothing to add here")
