"""Mode «База»: what becomes a document, and what is asked back."""

from pathlib import Path

import pytest

from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import AnswerRequest, BatchReport, ItemReport
from tests.support.bot.bot_harness import House, Person, person_in, running_bot
from tests.support.bot.bot_in_memory import MemoryStore

MEGABYTE = 1024 * 1024


async def test_a_file_becomes_a_document_and_one_message_tells(base: Person, house: House) -> None:
    sent = await base.send_file("report.md", b"# Title\n\nText")
    summary = await base.reads(
        "Done, “report.\u2060md” is in the base", "3 pages · English · 1.2 s"
    )
    assert len(await base.messages()) == 1
    assert summary["edited"]
    assert house.runs.contents["report.md"] == b"# Title\n\nText"
    assert any(f"-{base.user_id}-{sent}-" in run for run in house.runs.batches)


async def test_the_summary_leads_back_to_chat(base: Person, house: House) -> None:
    await base.send_file("report.md", b"text")
    summary = await base.reads("Done")
    await base.tap(summary, "Ask in chat")
    await base.reads("You are in Chat")
    assert house.store.modes[str(base.user_id)] == "chat"
    shown = await base.messages()
    assert len(shown) == 2
    assert "Done" in shown[0]["text"]
    assert [[key["text"] for key in row] for row in shown[0]["buttons"]] == [["⋯"]], "of it"


async def test_a_question_that_comes_with_a_file_is_answered_under_its_receipt(
    base: Person, house: House
) -> None:
    asked = await base.say("Who keeps the key?")
    await base.send_file("key.txt", b"The porter keeps it.")
    answer = await base.reads("Who keeps the key? is the question")
    assert answer["reply_to"] == asked
    (batch,) = house.batches_of(base)
    assert [file.file_name for file in batch.message.files] == ["key.txt"]


async def test_links_in_text_captions_and_behind_words_are_sources(
    base: Person, house: House
) -> None:
    hidden = {"type": "text_link", "offset": 3, "length": 4, "url": "https://example.org/hidden"}
    await base.say("😀 here and https://example.org/a, then example.com/b", entities=[hidden])
    await base.reads("example.\u2060com/b")
    links = house.batches_of(base)[0].message.links
    assert set(links) == {
        "https://example.org/a",
        "https://example.org/hidden",
        "https://example.com/b",
    }
    await base.send_file("a.txt", b"x", caption="see https://example.org/c")
    await base.reads("a.txt")
    message = house.batches_of(base)[1].message
    assert message.links == ("https://example.org/c",)
    assert [file.place for file in message.files] == ["post", "telegram"]
    assert message.files[1].file_name == "a.txt"


async def test_what_a_caption_asks_is_answered_below_the_receipt(
    base: Person, house: House
) -> None:
    sent = await base.send_file("lease.txt", b"x", caption="how long does it last?")
    answer = await base.reads("how long does it last? is the question")
    receipt = next(each for each in await base.messages() if "lease.txt" in each["text"])
    assert receipt["message_id"] < answer["message_id"]
    assert answer["reply_to"] == sent
    (batch,) = house.batches_of(base)
    assert [file.place for file in batch.message.files] == ["telegram"], "no document of its own"
    (asked,) = [each for each in house.runs.questions.values() if each.asker == base.user_id]
    assert not asked.is_asked_again, "it has an answer, be it that there is none"
    assert not house.store.pending.get(str(base.user_id))


async def test_what_is_asked_of_a_link_is_answered_below_its_receipt(
    base: Person, house: House
) -> None:
    sent = await base.say("https://example.org/lease how long does it last?")
    answer = await base.reads("how long does it last? is the question")
    assert answer["reply_to"] == sent
    (batch,) = house.batches_of(base)
    assert batch.message.links == ("https://example.org/lease",)
    assert not batch.message.files, "no document of its own"


async def test_in_chat_what_is_asked_of_a_link_offers_to_add_it_and_answers_then(
    bob: Person, house: House
) -> None:
    house.store.modes[str(bob.user_id)] = "chat"
    await bob.say("https://example.org/lease how long does it last?")
    hint = await bob.reads("This looks like a link")
    assert [key["text"] for row in hint["buttons"] for key in row] == [
        *("Add to the base", "Ask in chat", "Do not add")
    ]
    await bob.press(hint, "Add to the base")
    await bob.reads("how long does it last? is the question")
    (batch,) = house.batches_of(bob)
    assert batch.message.links == ("https://example.org/lease",)


async def test_in_chat_a_site_may_be_asked_about(bob: Person, house: House) -> None:
    house.store.modes[str(bob.user_id)] = "chat"
    await bob.say("what is sold at example.org?")
    await bob.reads("what is sold at example.org? is the question")
    assert not house.batches_of(bob)


async def test_a_question_of_another_message_waits_as_before(base: Person, house: House) -> None:
    """Kept in the place of a caption's while its file was read."""
    sent = await base.send_file("lease.txt", b"x", caption="how long does it last?")
    await base.reads("how long does it last? is the question")
    (batch,) = house.batches_of(base)
    memory = str(base.user_id)
    await house.store.keep_question(
        memory, "and the rent?", asker=base.user_id, message_id=sent + 100, is_promised=True
    )
    report = BatchReport("again", (ItemReport(0, "l", "known", "file", document_id="d"),), 1.0)
    await house.notifier.ingested(batch.origin, report)
    await base.reads("and the rent? is the question")
    asked = list(house.runs.questions.values())[-1]
    assert (asked.question, asked.is_asked_again) == ("and the rent?", True)


async def test_a_file_over_the_limit_is_refused_before_download(base: Person, house: House) -> None:
    await base.send_file("film.txt", b"x" * (20 * MEGABYTE + 1))
    await base.reads("over 20 MB", "Split the file")
    assert not house.batches_of(base)


async def test_an_album_is_one_batch(base: Person, house: House) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        await base.send_file(name, b"x", media_group_id="album")
    await base.reads("Added: 3", "✓ a.txt", "✓ c.txt")
    assert len(house.batches_of(base)) == 1
    assert len(await base.messages()) == 1


@pytest.mark.parametrize(
    "question", ["Is it a paragraph?", "what is a paragraph", "whats a paragraph", "кто староста"]
)
async def test_a_question_is_answered_and_the_mode_stays(
    base: Person, house: House, question: str
) -> None:
    await base.say(question)
    await base.reads(f"{question} is the question")
    assert len(await base.messages()) == 1
    assert house.store.modes[str(base.user_id)] == "documents"


@pytest.mark.parametrize("said", ["thanks", "ok", "delete the lease"])
async def test_small_talk_and_commands_are_answered_and_the_mode_stays(
    base: Person, house: House, said: str
) -> None:
    await base.say(said)
    await base.reads(f"{said} is the question")
    assert house.store.modes[str(base.user_id)] == "documents"


async def test_what_rather_tells_is_asked_back_and_answered_on_a_press(
    base: Person, house: House
) -> None:
    await base.say("The meaning of a paragraph: a part")
    hint = await base.reads("there is none in this message")
    await base.tap(hint, "Ask in chat")
    await base.reads("The meaning of a paragraph: a part is the question")
    assert house.store.modes[str(base.user_id)] == "chat"
    assert [each["text"][:14] for each in await base.messages()] == [
        "Switched to Ch",
        "The meaning of",
    ]


@pytest.mark.parametrize("said", ["телефон электрика", "а если б/у", "stans number pls"])
async def test_a_short_text_is_answered_and_can_be_kept_below(
    base: Person, house: House, said: str
) -> None:
    sent = await base.say(said)
    answer = await base.reads(f"{said} is the question")
    assert answer["reply_to"] == sent
    assert house.store.modes[str(base.user_id)] == "documents"
    assert not house.batches_of(base)
    await base.tap(answer, "Save as a note")
    await base.reads("Done, “Note of")
    (batch,) = house.batches_of(base)
    assert house.post_of(batch.message.files[0]).text == said
    stays = next(each for each in await base.messages() if "is the question" in each["text"])
    assert not stays["buttons"], "it is saved once"


async def test_what_was_answered_can_be_kept_after_a_restart(
    tmp_path: Path, database_url: str
) -> None:
    store = MemoryStore()
    store.modes["1001"] = "documents"
    async with (
        running_bot(tmp_path, database_url, store=store) as house,
        person_in(house, 1001, "ru") as anna,
    ):
        await anna.say("телефон электрика")
        await anna.reads("is the question")
    async with (
        running_bot(tmp_path, database_url, store=store) as house,
        person_in(house, 1001, "ru") as anna,
    ):
        (answer,) = await anna.messages()
        await anna.press(answer, "Сохранить как заметку")
        await anna.reads("Готово, «Заметка от")
        (batch,) = house.batches_of(anna)
        assert house.post_of(batch.message.files[0]).text == "телефон электрика"


async def test_under_what_clearly_asks_there_is_nothing_to_keep(base: Person) -> None:
    await base.say("а пеня какая")
    answer = await base.reads("а пеня какая is the question")
    assert not answer["buttons"]


async def test_a_note_that_had_no_answer_does_not_answer_itself(base: Person, house: House) -> None:
    async def abstain(request: AnswerRequest) -> Answer:
        return Answer("The base has no answer.", True, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, abstain
    try:
        await base.say("football on saturday")
        answer = await base.reads("has no answer")
        assert house.store.pending.get(str(base.user_id))
        await base.tap(answer, "Save as a note")
        await base.reads("Done, “Note of")
    finally:
        house.runs.answering = before
    assert not house.store.pending.get(str(base.user_id))
    mine = [one for one in house.runs.questions.values() if one.asker == base.user_id]
    assert len(mine) == 1


async def test_what_calls_itself_a_note_is_kept_without_asking(base: Person, house: House) -> None:
    await base.say("note: Julia's flat viewing on Saturday")
    await base.reads("Done, “Note of")
    (batch,) = house.batches_of(base)
    text = "Julia's flat viewing on Saturday"
    assert house.post_of(batch.message.files[0]).text == text, "the label is no part of it"
    assert len(await base.messages()) == 1


async def test_a_note_that_asks_is_asked_about(base: Person, house: House) -> None:
    await base.say("reminder: who has the key?")
    await base.reads("Save it as a note")
    assert not house.batches_of(base)


async def test_a_long_text_with_a_full_width_mark_is_no_note(base: Person, house: House) -> None:
    await base.say("The lift has stopped again and the porter is away, " * 10 + "谁有钥匙？")
    await base.reads("is the question")
    assert not house.batches_of(base)


async def test_a_text_is_kept_as_a_note_on_a_press(base: Person, house: House) -> None:
    await base.say("The code of the door is 4711.")
    hint = await base.reads("Save it as a note")
    await base.tap(hint, "Save as a note")
    await base.reads("Done, “Note of")
    (batch,) = house.batches_of(base)
    (file,) = batch.message.files
    assert house.post_of(file).text == "The code of the door is 4711."


async def test_what_is_announced_is_asked_about(base: Person, house: House) -> None:
    await base.say("Завтра с 10 до 14 отключат газ в первом подъезде")
    await base.reads("Save it as a note")
    assert not house.batches_of(base)


async def test_a_long_paste_is_joined_into_one_note(base: Person, house: House) -> None:
    await base.say("A long text. " * 1000)
    await base.reads("Done, “Note of")
    (batch,) = house.batches_of(base)
    stored = house.post_of(batch.message.files[0]).text
    assert stored.count("A long text.") == 1000
    noted = [run for (chat, _), run in house.store.gathered.items() if chat == base.user_id]
    assert len(noted) == 4  # every piece of it is in this one batch
    assert len(set(noted)) == 1
    assert len(await base.messages()) == 1


async def test_a_file_in_chat_mode_is_offered_and_not_uploaded_again(
    anna: Person, house: House
) -> None:
    await anna.send_file("отчёт.txt", b"text")
    hint = await anna.reads("Добавить «отчёт.txt» в базу?")
    assert not house.batches_of(anna)
    await anna.tap(hint, "Добавить в базу")
    await anna.reads("Готово, «отчёт.txt» в базе")
    assert len(house.batches_of(anna)) == 1
    assert house.runs.contents["отчёт.txt"] == b"text"
    assert len(await anna.messages()) == 1


async def test_a_bare_link_in_chat_mode_is_offered(anna: Person, house: House) -> None:
    await anna.say("https://example.org/page")
    hint = await anna.reads("Похоже, это ссылка")
    await anna.press(hint, "Добавить в базу")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    assert batch.message.links == ("https://example.org/page",)


async def test_what_two_captions_ask_is_asked_as_one(base: Person, house: House) -> None:
    await base.send_file("lease.txt", b"x", caption="how long does it last?")
    await base.send_file("rules.txt", b"y", caption="may I keep a dog?")
    await base.reads("how long does it last?", "may I keep a dog?", "is the question")
    (batch,) = house.batches_of(base)
    assert [file.place for file in batch.message.files] == ["telegram"] * 2
