"""What people have on their phones: posts, photos, recordings, many things at once, edits."""

import asyncio
import datetime as dt
from contextlib import suppress
from dataclasses import replace

import pytest
from telegram import Chat, Message, Update

from bot.messages.message import read_message
from pipelines.errors import DatabaseRefused
from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person
from tests.support.eventually import eventually

PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
NEWS = {
    "type": "channel",
    "date": 1793700000,
    "message_id": 17,
    "chat": {"title": "News", "username": "the_news"},
}


async def test_a_forwarded_post_becomes_a_document_at_once(base: Person, house: House) -> None:
    await base.say("A ferry was late.", forward_origin=NEWS)
    await base.reads("Done, “News, 3 Nov 2026” is in the base")
    (batch,) = house.batches_of(base)
    post = house.post_of(batch.message.files[0])
    assert (post.url, post.text) == ("https://t.me/the_news/17", "A ferry was late.")


async def test_a_comment_and_what_it_is_about_are_one_batch(base: Person, house: House) -> None:
    await base.say("about the harbour")
    await base.say("A ferry was late.", forward_origin=NEWS)
    await base.send_file("plan.txt", b"x")
    await base.reads("Added: 3")
    (batch,) = house.batches_of(base)
    note, news, plan = batch.message.files
    assert house.post_of(note).is_note
    assert house.post_of(news).url
    assert plan.file_name == "plan.txt"
    assert len(await base.messages()) == 1


async def test_a_photo_and_its_caption_are_both_kept(base: Person, house: House) -> None:
    await base.send_file("p.png", PICTURE, field="photo", caption="The door code is 4711")
    await base.reads("Added: 1", "Caption: Photo of")
    words, photo = house.batches_of(base)[0].message.files
    assert house.post_of(words).text == "The door code is 4711"
    assert photo.file_name.startswith("Photo of ")
    assert house.runs.contents[photo.file_name] == PICTURE


async def test_hostile_47_albums_sent_together_are_one_batch(base: Person, house: House) -> None:
    await asyncio.gather(
        *(base.send_file(f"{n}.txt", b"x", media_group_id=f"{n // 10}") for n in range(25))
    )
    await base.reads("Added: 25")
    (batch,) = house.batches_of(base)
    assert len(batch.message.files) == 25
    assert len(await base.messages()) == 1


async def test_hostile_27_a_file_too_large_is_named_and_holds_nothing_back(
    base: Person, house: House
) -> None:
    sent = await base.send_file("film.txt", b"x" * (20 * 1024 * 1024 + 1))
    refusal = await base.reads("film.txt", "over 20 MB", "send a link")
    assert refusal["reply_to"] == sent
    assert not house.batches_of(base)


@pytest.mark.parametrize("kind", ["voice", "audio", "video", "video_note"])
async def test_a_recording_is_refused_with_how_to_turn_speech_on(
    base: Person, house: House, kind: str
) -> None:
    await base.send_file("a", b"OggS", field=kind)
    await base.reads("speech recognition is off", "SPEECH_MODEL")
    assert not house.batches_of(base)


async def test_a_note_long_enough_is_kept_without_asking(base: Person, house: House) -> None:
    await base.say("We agreed to meet on Friday. " * 20)
    await base.reads("Done, “Note of")
    (batch,) = house.batches_of(base)
    assert house.post_of(batch.message.files[0]).author == f"User {base.user_id}"


async def test_a_sign_without_words_gets_an_answer_in_both_modes(
    base: Person, anna: Person
) -> None:
    await base.say("👍")
    await base.reads("nothing to add")
    await anna.say("👍")
    await anna.reads("👍")


async def test_the_mode_that_counts_is_that_of_the_moment_of_sending(
    base: Person, house: House
) -> None:
    await base.send_file("plan.txt", b"x")
    await base.say("/mode")
    question = (await base.reads_count(1))[0]
    await base.press(question, "Chat")
    await base.sees_toast("Switched to Chat")
    await base.reads("Done, “plan.txt”")


async def test_in_chat_a_forwarded_post_is_offered(anna: Person, house: House) -> None:
    await anna.say("Паром опоздал.", forward_origin=NEWS)
    hint = await anna.reads("пересланное сообщение: News, 3 нояб. 2026")
    await anna.tap(hint, "Добавить в базу")
    await anna.reads("Готово, «News, 3 нояб. 2026» в базе")
    (batch,) = house.batches_of(anna)
    assert house.post_of(batch.message.files[0]).url == "https://t.me/the_news/17"


async def test_in_chat_an_offer_says_who_will_read_it_and_can_be_declined(
    anna: Person, house: House
) -> None:
    await anna.send_file("plan.txt", b"x")
    hint = await anna.reads("Добавить «plan.txt» в базу?", "Могут читать: все")
    await anna.tap(hint, "Не добавлять")
    await anna.reads_in(hint, "не добавляю")
    await anna.send_file("a.txt", b"x")
    await anna.send_file("b.txt", b"x")
    several = await anna.reads("Добавить в базу эти 2 файла?", "Могут читать: все")
    await anna.tap(several, "Не добавлять")
    await anna.reads_in(several, "не добавляю")
    assert not house.batches_of(anna)


@pytest.mark.parametrize(
    ("name", "content", "why"), [("setup.exe", b"MZ", "EXE"), ("notes.txt", b"", "пуст")]
)
async def test_in_chat_what_cannot_be_read_is_refused_and_not_offered(
    anna: Person, house: House, name: str, content: bytes, why: str
) -> None:
    sent = await anna.send_file(name, content)
    refusal = await anna.reads(name.partition(".")[0], why)
    assert refusal["reply_to"] == sent
    assert not refusal["buttons"]
    assert not house.batches_of(anna)


async def test_in_chat_a_forwarded_question_can_be_asked(anna: Person) -> None:
    await anna.say("Когда паром?", forward_origin=NEWS)
    hint = await anna.reads("пересланное сообщение")
    await anna.press(hint, "Спросить в чате")
    await anna.reads("Когда паром? is the question")


RECIPE = """Огурцы Нины: на банку два килограмма огурцов, три ложки соли, зонтик укропа.
Огурцы замочить на четыре часа в холодной воде. Залить кипятком, слить, потом рассолом.
Хранить в погребе до двенадцати месяцев."""


async def test_in_chat_a_text_that_tells_can_be_kept(anna: Person, house: House) -> None:
    await anna.say(RECIPE)
    hint = await anna.reads("похоже на заметку, а не на вопрос")
    assert [row[0]["text"] for row in hint["buttons"]] == [
        *("Сохранить как заметку", "Спросить в чате")
    ]
    await anna.tap(hint, "Сохранить как заметку")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    assert house.post_of(batch.message.files[0]).text == RECIPE


async def test_in_chat_what_calls_itself_a_note_is_offered_to_be_kept(
    anna: Person, house: House
) -> None:
    await anna.say("Заметка: Соня ходит на балет по вторникам")
    hint = await anna.reads("Сохранить это в базу как заметку?")
    await anna.tap(hint, "Сохранить как заметку")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    post = house.post_of(batch.message.files[0])
    assert post.text == "Соня ходит на балет по вторникам"


async def test_in_chat_whoever_asks_for_a_note_is_asked_no_more_than_that(
    anna: Person, house: House
) -> None:
    await anna.say("Can you remember that the key is at Ann's?")
    await anna.tap(await anna.reads("Сохранить это в базу как заметку?"), "Сохранить как заметку")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    assert house.post_of(batch.message.files[0]).text == "the key is at Ann's"


@pytest.mark.parametrize(
    "said",
    [
        "Завтра с 10 до 14 отключат воду во втором подъезде",
        "The band rehearsal is moved to Thursday 7 pm in the old hall, please tell everyone",
    ],
)
async def test_in_chat_what_is_announced_can_be_kept(anna: Person, house: House, said: str) -> None:
    await anna.say(said)
    hint = await anna.reads("похоже на заметку, а не на вопрос")
    searched = [each for each in house.runs.questions.values() if each.asker == anna.user_id]
    assert not searched, "nothing is searched needlessly"
    await anna.tap(hint, "Сохранить как заметку")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    assert house.post_of(batch.message.files[0]).text == said


async def test_in_chat_what_may_be_told_is_answered_and_can_be_kept(
    anna: Person, house: House
) -> None:
    await anna.say("my heating is off since Monday")
    answer = await anna.reads("is the question")
    await anna.tap(answer, "Сохранить как заметку")
    await anna.reads("Готово")
    assert len(house.batches_of(anna)) == 1


async def test_in_chat_what_names_a_value_can_be_kept_only_without_an_answer(
    anna: Person, house: House
) -> None:
    await anna.say("код калитки 4411")
    assert not (await anna.reads("код калитки 4411 is the question"))["buttons"]

    async def abstain(request: AnswerRequest) -> Answer:
        return Answer("There is nothing.", True, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, abstain
    try:
        await anna.say("код двери 4712")
        await anna.tap(await anna.reads("There is nothing"), "Save as a note")
        await anna.reads("Готово")
    finally:
        house.runs.answering = before


async def test_who_may_add_nothing_is_offered_nothing(anna: Person, house: House) -> None:
    user = await house.store.ensure_user(anna.user_id, "Anna", "ru")
    house.store.users[anna.user_id] = replace(user, rights=frozenset())
    await anna.say("Завтра с 10 до 14 отключат воду во втором подъезде")
    assert not (await anna.reads("is the question"))["buttons"]
    await anna.say("запомни: код калитки 4411")
    await anna.reads("больше нельзя ничего добавлять")


async def test_in_chat_a_long_note_is_kept_whole_in_however_many_messages_it_came(
    anna: Person, house: House
) -> None:
    days = " ".join(f"На {day}-й день стояли на вёслах до вечера." for day in range(1, 140))
    cut = days.rindex(" ", 0, 4096)
    await anna.say(days[:cut])
    await anna.say(days[cut + 1 :])
    hint = await anna.reads("Сохранить её в базу целиком?")
    await anna.tap(hint, "Сохранить как заметку")
    await anna.reads("Готово")
    (batch,) = house.batches_of(anna)
    assert house.post_of(batch.message.files[0]).text == days


async def test_in_chat_an_album_is_one_offer_and_one_batch(anna: Person, house: House) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        await anna.send_file(name, b"x", media_group_id="album")
    hint = await anna.reads("Добавить в базу эти 3 файла?")
    assert len(await anna.messages()) == 1
    await anna.tap(hint, "Добавить в базу")
    await anna.reads("Добавлено: 3")
    (batch,) = house.batches_of(anna)
    assert [file.file_name for file in batch.message.files] == ["a.txt", "b.txt", "c.txt"]


async def test_each_offer_of_several_is_kept_until_it_is_pressed(
    anna: Person, house: House
) -> None:
    for album in ("first", "second"):
        for name in ("a.txt", "b.txt"):
            await anna.send_file(f"{album}-{name}", b"x", media_group_id=album)
        await anna.reads_count(1 if album == "first" else 2)
    for hint in reversed(await anna.messages()):
        await anna.press(hint, "Добавить в базу")

    async def both_are_added() -> bool:
        return len(house.batches_of(anna)) == 2

    await eventually(both_are_added)
    added = {file.file_name for batch in house.batches_of(anna) for file in batch.message.files}
    assert added == {"first-a.txt", "first-b.txt", "second-a.txt", "second-b.txt"}


async def test_an_offer_that_was_forgotten_is_said_to_be_too_old(
    anna: Person, house: House
) -> None:
    for name in ("a.txt", "b.txt"):
        await anna.send_file(name, b"x", media_group_id="album")
    hint = await anna.reads("Добавить в базу эти 2 файла?")
    place, artifacts = f"offer-{anna.user_id}", house.store.artifacts

    async def is_remembered() -> bool:
        with suppress(DatabaseRefused):
            return bool(await artifacts.get_artifact(place, str(hint["message_id"])))
        return False

    await eventually(is_remembered)
    await artifacts.delete_artifacts(place)
    await anna.press(hint, "Добавить в базу")
    await anna.reads("Это предложение слишком старое")
    assert not house.batches_of(anna)


async def test_unsupported_kinds_are_named(anna: Person, house: House) -> None:
    await edited(house, anna, "message", poll=None, dice={"emoji": "🎲", "value": 3})
    await anna.reads("Бросок засчитан")


async def test_hostile_48_an_edited_text_is_offered_as_a_note(base: Person, house: House) -> None:
    await edited(house, base, "edited_message", text="A new version of the note")
    hint = await base.reads("Add the new version to the base?")
    assert [row[0]["text"] for row in hint["buttons"]] == ["Save as a note", "Ask in chat"]


async def test_hostile_48_an_edited_caption_offers_its_file(base: Person, house: House) -> None:
    file = {"file_id": "F", "file_unique_id": "U", "file_name": "a.txt", "file_size": 1}
    await edited(house, base, "edited_message", document=file, caption="new words")
    hint = await base.reads("Add the new version to the base?")
    assert [row[0]["text"] for row in hint["buttons"]] == ["Add to the base"]


async def test_hostile_48_an_edit_while_an_album_is_gathered_takes_its_place(
    base: Person, house: House
) -> None:
    debouncer, key = house.application.bot_data.debouncer, ("base", base.user_id)
    chat = Chat(base.user_id, Chat.PRIVATE)
    sent = Message(1_000_000, dt.datetime(2026, 1, 2, tzinfo=dt.UTC), chat, text="old words")
    pile = debouncer.add(key, read_message(sent))
    assert pile is not None
    await edited(house, base, "edited_message", message_id=1_000_000, text="new words")
    (taken,) = await debouncer.collect(key, pile)
    assert taken.text == "new words"
    assert len(await base.messages()) == 1  # the answer to /help


async def edited(house: House, person: Person, kind: str, **content: object) -> None:
    """Let an update come that the sandbox's people cannot cause themselves."""
    await person.say("/help")
    (*_, last) = await person.reads_count(1)
    who = {"id": person.user_id, "is_bot": False, "first_name": "X"}
    language = "ru" if "Как это работает" in last["text"] else "en"
    message = {
        "message_id": last["message_id"],
        "date": 1793000000,
        "edit_date": 1793000001,
        "chat": {"id": person.user_id, "type": "private", "first_name": "X"},
        "from": who | {"language_code": language},
        **{name: value for name, value in content.items() if value is not None},
    }
    update = Update.de_json({"update_id": 1, kind: message}, house.application.bot)
    await house.application.process_update(update)


@pytest.mark.parametrize("beside", ["", "Have a look: ", "Сохрани, пожалуйста, эту статью "])
async def test_in_chat_an_address_is_offered_whatever_few_words_stand_beside_it(
    anna: Person, house: House, beside: str
) -> None:
    await anna.say(f"{beside}https://example.org/lease")
    hint = await anna.reads("в базу")
    assert hint["buttons"][0][0]["text"] == "Добавить в базу"
    assert not house.batches_of(anna)
