"""A batch in words while it goes on, and why something failed."""

import logging

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.transport.pieces import units
from bot.views.receipts import MOST_LINES, elided, failure_text, progress_text
from pipelines.errors import Failure
from pipelines.models.requests import ItemProgress, ItemState

PHRASES = FluentPhrasebook()
STATES: tuple[ItemState, ...] = ("stored", "running", "refused", "waiting", "known")


def test_progress_has_a_line_for_each_item() -> None:
    items = [
        ItemProgress(0, "a.pdf", "running", "embed"),
        ItemProgress(1, "b.pdf", "waiting"),
        ItemProgress(2, "c.pdf", "stored"),
    ]
    lines = progress_text(items, "ru", PHRASES).splitlines()
    assert lines[0] == "Добавляю в базу: готово 1 из 3"
    assert lines[1] == "… a.pdf — готовлю к поиску"
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("seconds_left", "said"),
    [
        (None, "готовлю к поиску: 412 из 1\xa0295 отрывков"),
        (20.0, "готовлю к поиску: 412 из 1\xa0295 отрывков, осталось меньше минуты"),
        (170.0, "готовлю к поиску: 412 из 1\xa0295 отрывков, осталось около 3 мин"),
    ],
)
def test_a_long_document_says_how_much_of_it_is_done(seconds_left: float | None, said: str) -> None:
    line = ItemProgress(0, "a.pdf", "running", "embed", 412, 1295, seconds_left)
    assert progress_text([line], "ru", PHRASES).splitlines()[1] == f"… a.pdf — {said}"
    english = progress_text([line], "en", PHRASES)
    assert "making it searchable: 412 of 1,295 passages" in english


def test_what_is_read_and_not_in_the_base_yet_is_not_said_to_be_added() -> None:
    items = [ItemProgress(0, "a.txt", "stored"), ItemProgress(1, "b.txt", "refused")]
    assert progress_text(items, "ru", PHRASES).startswith("Почти готово: проверяю и сохраняю…\n")
    items.append(ItemProgress(2, "c.txt", "running", "embed"))
    assert progress_text(items, "ru", PHRASES).startswith("Добавляю в базу: готово 2 из 3")


def test_a_caption_is_not_counted_among_the_files_it_is_of() -> None:
    caption = ItemProgress(0, "Caption: a.txt", "stored", is_caption=True)
    items = [caption, ItemProgress(1, "a.txt", "stored"), ItemProgress(2, "b.txt", "waiting")]
    assert progress_text(items, "en", PHRASES).startswith("Adding to the base: 1 of 2 done")


def test_what_waits_in_the_queue_says_so() -> None:
    items = [ItemProgress(n, f"{n}.txt", "waiting") for n in range(2)]
    assert progress_text(items, "en", PHRASES).startswith("Got it, starting soon. In all: 2")


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("count", [MOST_LINES, MOST_LINES + 1, 100, 200])
def test_a_large_batch_stays_readable_on_a_phone(language: str, count: int) -> None:
    items = [
        ItemProgress(n, "long name " * 30 + f"{n}.txt", STATES[n % 5], "embed")
        for n in range(count)
    ]
    text = progress_text(items, language, PHRASES)
    assert units(text) < 4096
    assert len(text.splitlines()) <= MOST_LINES + 1
    assert all(len(line) < 90 for line in text.splitlines())
    if count > MOST_LINES:
        counts = text.splitlines()[1]
        assert counts.startswith(f"✓ {len(range(0, count, 5))}")
        assert sum(line.startswith("…") for line in text.splitlines()) == min(
            8, len(range(1, count, 5))
        )


def test_a_long_label_keeps_both_ends_on_one_line() -> None:
    assert elided("https://example.org/a") == "example.org/a"
    short = elided("report\nof " + "x" * 100 + " part 7.pdf")
    assert short.startswith("report of")
    assert short.endswith("part 7.pdf")
    assert len(short) == 48


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
