"""The close reader as it is shipped: what it is to tell apart, and what it does with odd input."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from pipelines.embedders.close.pairs import LONGEST, lay_out
from pipelines.embedders.close.reader import PackedCloseReader, load_close_reader
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder

NOTICE = (
    "The workshop on the ground floor is open on weekdays from 8:00 to 17:00.",
    "Keys are handed out by Marta Hell, and returned to the porter after 20:00.",
    "Whoever needs the kiln books it a week ahead with Ole Brandt.",
    "Firing costs 12 euros for members and 19 euros for guests.",
)
RUSSIAN = (
    "Бассейн работает с 7:00 до 22:00, в санитарный день он закрыт.",
    "Санитарный день — первый понедельник месяца.",
    "Абонемент на месяц стоит 3 400 ₽, пенсионерам — 2 100 ₽.",
)


@pytest.fixture(scope="module")
async def reader(packed: SentenceTransformerEmbedder, models_dir: Path) -> PackedCloseReader:
    return await load_close_reader(packed, models_dir)


@pytest.mark.parametrize(
    ("question", "sentences", "answers"),
    [
        ("Who do I see about the kiln?", NOTICE, 2),
        ("how much is firing if I am no member", NOTICE, 3),
        ("Кто выдаёт ключи?", NOTICE, 1),
        ("почём абонемент на месяц", RUSSIAN, 2),
        ("what does a month cost for pensioners?", RUSSIAN, 2),
    ],
)
async def test_the_sentence_that_answers_is_likeliest(
    reader: PackedCloseReader, question: str, sentences: tuple[str, ...], answers: int
) -> None:
    odds = await reader.answering(question, sentences)
    assert int(np.argmax(odds)) == answers


@pytest.mark.parametrize(
    ("right", "wrong", "text"),
    [
        ("Marta Hell gives out the keys.", "Ole Brandt gives out the keys.", NOTICE),
        ("The kiln has to be booked.", "The kiln need not be booked.", NOTICE),
        ("Бассейн открывают в семь утра.", "Бассейн открывают после обеда.", RUSSIAN),
    ],
)
async def test_a_claim_that_stands_is_likelier_than_one_that_does_not(
    reader: PackedCloseReader, right: str, wrong: str, text: tuple[str, ...]
) -> None:
    stands, falls = [await reader.standing(claim, " ".join(text)) for claim in (right, wrong)]
    assert stands > falls


async def test_an_answer_to_another_question_is_less_likely(reader: PackedCloseReader) -> None:
    text = " ".join(NOTICE)
    asked = "Who has the keys to the workshop?"
    right, other = [
        await reader.standing(answer, text, question=asked)
        for answer in ("Marta Hell", "12 euros for members")
    ]
    assert right > other


async def test_what_has_no_room_has_no_odds(reader: PackedCloseReader) -> None:
    odds = await reader.answering("Who?", [*NOTICE, "And so on. " * 400, "The last one."])
    assert np.isfinite(odds[:4]).all()
    assert np.isnan(odds[-1])


@pytest.mark.parametrize("text", ["", " \n", "🎉", "</s></s>", "\u202e", "x" * 5000])
async def test_any_text_can_be_read(reader: PackedCloseReader, text: str) -> None:
    assert np.isfinite(await reader.standing("The pool is open.", text))
    assert np.isfinite(await reader.standing(text or "?", "The pool is open.", question=text))


async def test_a_row_is_no_longer_than_it_was_taught_with(
    packed: SentenceTransformerEmbedder,
) -> None:
    pair = lay_out(packed.text, ["word " * 900], question="why " * 900, claim="so " * 900)
    assert len(pair.ids) == LONGEST
    assert pair.claim is not None
    assert pair.claim.end < LONGEST


async def test_the_event_loop_is_free_meanwhile(reader: PackedCloseReader) -> None:
    reading = asyncio.create_task(reader.answering("Who hands out keys?", [*NOTICE] * 3))
    turns = 0
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 3
    assert len(reading.result()) == 3 * len(NOTICE)


async def test_odds_have_an_end(reader: PackedCloseReader) -> None:
    odds = await reader.answering("Who hands out the keys to the workshop?", NOTICE)
    assert np.abs(odds).max() <= 8.0
