"""Whoever is asked for a text may call it off in words, and look something up while they write."""

import pytest

from tests.integration.bot.handlers.owners.conftest import Desk, unanswered
from tests.integration.bot.handlers.owners.test_gaps import KEY, opened, wondered
from tests.integration.bot.handlers.owners.test_replying import asked
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.over_database.library_harness import opened as opened_document


@pytest.mark.parametrize("words", ["Cancel", "never mind", "стоп!"])
async def test_an_owner_calls_an_answer_off(bob: Person, oscar: Person, words: str) -> None:
    await oscar.press(await asked(bob, oscar), "Answer")
    prompt = await oscar.reads("Write the answer, or send a file")
    await oscar.say(words)
    await oscar.reads("nothing changed")
    assert len(await bob.messages()) == 2, "nothing is passed on"
    assert labels(await oscar.reads_in(prompt, "Write the answer")) == []
    await unanswered(oscar)  # what comes after is a question again


async def test_an_owner_calls_a_reply_off(bob: Person, oscar: Person) -> None:
    shown = await asked(bob, oscar)
    await oscar.say("отбой", reply_to=shown["message_id"])
    await oscar.reads("nothing changed")
    assert len(await bob.messages()) == 2
    await oscar.say("The porter.", reply_to=shown["message_id"])
    await bob.reads("The porter.")


async def test_what_somebody_writes_at_waits_while_they_look_at_documents(
    bob: Person, oscar: Person
) -> None:
    await oscar.press(await asked(bob, oscar), "Answer")
    await oscar.reads("Write the answer")
    await oscar.say("/docs")
    await oscar.reads("document")
    await oscar.say("The porter.")
    await bob.reads("The porter.")


async def test_another_command_puts_a_visible_end_to_it(bob: Person, oscar: Person) -> None:
    await oscar.press(await asked(bob, oscar), "Answer")
    prompt = await oscar.reads("Write the answer")
    await oscar.say("/mode")
    assert labels(await oscar.reads_in(prompt, "nothing changed")) == []
    await unanswered(oscar)
    assert len(await bob.messages()) == 2


async def test_an_admin_calls_the_answer_of_a_gap_off(
    desk: Desk, bob: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    await wondered(desk, bob, KEY)
    before = len(desk.house.batches_of(olga))
    for button, prompt in (
        ("Ответить текстом или файлом", "Напишите ответ"),
        ("Ответ в базе: найти", "слова"),
    ):
        await olga.press(await opened(olga), button)
        await olga.reads(prompt)
        await olga.say("Не надо.")
        await olga.reads("оставил как есть")
    assert len(desk.house.batches_of(olga)) == before


@pytest.mark.parametrize("words", ["отмена", "/docs"])
async def test_a_document_keeps_its_name(desk: Desk, olga: Person, words: str) -> None:
    library = Library(desk.house, desk.store)
    document = await library.add("Долгое", owner=olga.user_id)
    await olga.press(await opened_document(olga, "Долгое"), "Переименовать")
    await olga.reads("новое название")
    seen = len(await olga.messages())
    await olga.say(words)
    assert "оставил как есть" in (await olga.reads_count(seen + 1))[seen]["text"]
    card = await desk.store.documents.get_document(document, asker=olga.user_id)
    assert card is not None
    assert card.title == "Долгое"
    await desk.store.documents.delete_document(document, actor=olga.user_id)
