"""An owner answers or declines; whoever asked is told once, and the answer may go into the base."""

from pathlib import Path

from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.posts import Post
from tests.integration.bot.handlers.owners.conftest import Desk, open_desk, unanswered
from tests.support.bot.bot_harness import Person, Shown, person_in
from tests.support.bot.over_database.library_harness import labels

KEY = "AKIAIOSFODNN7EXAMQLE"
ASK = {"Add a source": "Ask the owner", "Добавить источник": "Спросить владельца"}


async def asked(person: Person, owner: Person, question: str = "Who keeps the key?") -> Shown:
    """Pass a question on; return how the owner sees it."""
    abstained = await unanswered(person, question)
    await person.press(abstained, ASK[labels(abstained)[0]])
    await person.reads_count(2)
    return await owner.reads(question)


async def test_a_reply_to_the_question_is_the_answer(anna: Person, olga: Person) -> None:
    shown = await asked(anna, olga, "Кто хранит ключ?")
    reply = await olga.say("Вахтёр, в комнате 3.", reply_to=shown["message_id"])
    answer = await anna.reads("Отвечает владелец", "Вахтёр, в комнате 3.")
    question = next(each["reply_to"] for each in await anna.messages() if each["reply_to"])
    assert answer["reply_to"] == question
    offer = await olga.reads("Добавить этот ответ в базу?")
    assert offer["reply_to"] == reply
    assert labels(offer) == ["Добавить в базу", "Не добавлять"]
    settled = (await olga.messages())[-2]
    assert "Отвечено:" in settled["text"]
    assert labels(settled) == []
    await olga.press(offer, "Не добавлять")
    await olga.reads("в базу не добавлен")


async def test_the_text_after_pressing_answer_is_the_answer(bob: Person, oscar: Person) -> None:
    await oscar.press(await asked(bob, oscar), "Answer")
    prompt = await oscar.reads("Write the answer, or send a file")
    assert labels(prompt) == ["Cancel"]
    await oscar.say("The porter.")
    await bob.reads("The owner", "answers:", "The porter.")
    await oscar.reads("Add this answer to the base?")
    assert len(await bob.messages()) == 3
    await unanswered(oscar)  # what comes after is a question again
    prompts = [each for each in await oscar.messages() if "It goes to" in each["text"]]
    assert labels(prompts[0]) == []


async def test_the_answer_goes_into_the_base_with_the_question(
    desk: Desk, bob: Person, oscar: Person
) -> None:
    shown = await asked(bob, oscar)
    await oscar.say("The porter.", reply_to=shown["message_id"])
    offer = await oscar.reads("Add this answer to the base?")
    before = len(desk.house.batches_of(oscar))
    await oscar.tap(offer, "Add to the base", times=5)
    await oscar.reads("Who keeps the key?", "is in the base")
    batches = desk.house.batches_of(oscar)
    assert len(batches) == before + 1
    [file] = batches[-1].message.files
    run_id, _, name = file.key.partition("/")
    post = await desk.store.artifacts.get_artifact(run_id, name)
    said = Post.decode(post)
    assert said.title.startswith(f"Who keeps the key? (User {oscar.user_id}, ")
    assert said.text == ("Question: Who keeps the key?\n\nWho keeps the key: The porter."), (
        "of two words alone nothing would be quoted"
    )
    assert batches[-1].reader_role == "everyone"


async def test_a_file_is_added_and_the_question_asked_again(
    desk: Desk, bob: Person, oscar: Person
) -> None:
    shown = await asked(bob, oscar)
    await oscar.press(shown, "Answer")
    await oscar.reads("Write the answer, or send a file")
    asked_before = len(desk.house.runs.questions)
    await oscar.send_file("keys.txt", b"The porter keeps the key.")
    told = await bob.reads_count(4)  # of the last the base of this test knows nothing
    assert "answers with a file. It is in the base now: keys.txt" in told[2]["text"]
    await oscar.reads("Passed on to")
    assert desk.house.runs.contents["keys.txt"] == b"The porter keeps the key."
    requests = list(desk.house.runs.questions.values())[asked_before:]
    assert [(each.question, each.asker, each.is_asked_again) for each in requests] == [
        ("Who keeps the key?", bob.user_id, True)
    ]


async def test_whoever_asked_is_told_politely_of_a_decline(anna: Person, olga: Person) -> None:
    shown = await asked(anna, olga)
    await olga.tap(shown, "Отклонить", times=3)
    await anna.reads("не может ответить на этот вопрос")
    assert len(await anna.messages()) == 3
    await olga.reads("Отклонено:")


async def test_the_first_owner_answers_and_the_other_sees_it(
    bob: Person, olga: Person, oscar: Person
) -> None:
    shown = await asked(bob, oscar)
    theirs = await olga.reads("Who keeps the key?")
    await oscar.say("The porter.", reply_to=shown["message_id"])
    await bob.reads("The porter.")
    await oscar.reads("Add this answer")
    settled = (await olga.messages())[-1]
    assert settled["message_id"] == theirs["message_id"]
    assert "Отвечено:" in settled["text"]
    assert labels(settled) == []
    await olga.say("Нет, я.", reply_to=theirs["message_id"])
    await olga.reads("уже ответили")
    assert len(await bob.messages()) == 3


async def test_an_answer_that_cannot_be_passed_on_is_waited_for_again(
    bob: Person, oscar: Person
) -> None:
    await oscar.press(await asked(bob, oscar), "Answer")
    await oscar.reads("Write the answer")
    for written, why in (
        ("…", "not a word"),
        (f"The code is {KEY}", "AWS access key"),
        ("long " * 1000, ""),  # one of three pieces of a paste
        ("long " * 1000, ""),
        ("long " * 600, "at most"),
    ):
        await oscar.say(written[:4096])
        if why:
            await oscar.reads(why)
    assert len(await bob.messages()) == 2
    await oscar.say("The porter.")
    answer = await bob.reads("The porter.")
    assert KEY not in answer["text"]


async def test_a_long_answer_comes_whole(bob: Person, oscar: Person) -> None:
    shown = await asked(bob, oscar)
    words = [f"word{n}" for n in range(900)]
    text = " ".join(words)
    await oscar.say(text[:4096], reply_to=shown["message_id"])
    await oscar.say(text[4096:])
    await bob.reads_count(4)
    said = " ".join(each["text"] for each in (await bob.messages())[2:])
    assert [word for word in words if word not in said] == []


async def test_only_owners_answer(desk: Desk, anna: Person, bob: Person, oscar: Person) -> None:
    shown = await asked(bob, oscar)
    known = shown["buttons"][0][0]["data"].rpartition(":")[2]
    settle = desk.store.owner_questions.settle_owner_question
    assert await settle(known, actor=anna.user_id, state="answered", settled_as="m") == "gone"
    await desk.store.interactions.await_text(
        str(anna.user_id), anna.user_id, "owner_answer", known, 0
    )
    await anna.say("Я знаю: вахтёр.")
    await anna.reads("вы больше не владелец")
    assert len(await bob.messages()) == 2
    await desk.sql("delete from user_roles")
    await oscar.press(shown, "Answer")
    await oscar.sees_toast("you are no owner any more")


async def test_who_was_suspended_or_is_gone_gets_nothing(
    desk: Desk, bob: Person, oscar: Person
) -> None:
    shown = await asked(bob, oscar)
    await desk.sql("update users set is_active = false where telegram_id = %s", bob.user_id)
    await oscar.say("The porter.", reply_to=shown["message_id"])
    await oscar.reads("may no longer use the bot")
    assert len(await bob.messages()) == 2

    gone = Interaction(interaction_id_of("gone"), "Who has left?", "", "404", 404)
    await desk.store.interactions.log_interaction(gone)
    await desk.store.people.ensure_user(404, "Gone", "en")
    assert (
        await desk.store.owner_questions.pass_to_owners(
            gone.id,
            asker=404,
            chat_id=404,
            thread_id=None,
            message_id=None,
            language="en",
            passed_by="p",
            per_day=9,
        )
        == "passed"
    )
    assert await desk.house.application.bot_data.owners.ask(gone.id, 404)
    shown = await oscar.reads("Who has left?")
    await oscar.say("Somebody.", reply_to=shown["message_id"])
    await oscar.reads("was not delivered. Add it to the base?")


async def test_an_answer_after_a_restart_arrives_once(tmp_path: Path, database_url: str) -> None:
    places = tmp_path, database_url
    async for desk in open_desk(*places):
        async with person_in(desk.house, 1) as bob, person_in(desk.house, 2) as oscar:
            await desk.appoint(oscar)
            shown = await asked(bob, oscar)
            await oscar.press(shown, "Answer")
            await oscar.reads("Write the answer")
    async for desk in open_desk(*places):
        async with person_in(desk.house, 1) as bob, person_in(desk.house, 2) as oscar:
            await oscar.say("The porter.")
            await bob.reads("The porter.")
            await oscar.reads("Add this answer")
            assert len(await bob.messages()) == 3
            settled = [m for m in await oscar.messages() if "Answered by" in m["text"]]
            assert [each["message_id"] for each in settled] == [shown["message_id"]]
