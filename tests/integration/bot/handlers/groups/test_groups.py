"""Groups: who is answered, from what, where, and who decides."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access import Access
from pipelines.models.answers import Answer, Choice, Citation, Timings
from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, running_bot
from tests.support.bot.team_harness import Team, team_in
from tests.support.loopback import loopback_client


async def let_all(house: House, team: Team, policy: GroupPolicy) -> None:
    preferences = house.application.bot_data.preferences
    assert await preferences.change_group(team.id, lambda _: policy, actor=MACHINE)


@pytest.fixture
async def team(house: House) -> AsyncIterator[Team]:
    async with team_in(house) as team:
        yield team


def questions_in(team: Team) -> list[AnswerRequest]:
    runs = team.house.runs.questions
    return [each for each in runs.values() if each.user_id.split("/")[0] == str(team.id)]


async def test_only_what_is_meant_for_the_bot_is_answered(team: Team, house: House) -> None:
    name = house.application.bot.username
    await team.member.say("How long is a pass?")
    asked = await team.member.say(f"@{name} how long is a pass?")
    answer = await team.member.reads("how long is a pass? is the question")
    assert answer["reply_to"] == asked
    await team.creator.say("/ask how wide?")
    await team.creator.reads("how wide? is the question")
    await team.creator.say("/docs")
    await team.creator.say("And in 2023?", reply_to=answer["message_id"])
    await team.creator.reads("And in 2023? is the question")
    assert len(await team.creator.messages()) == 4
    first, _, last = questions_in(team)
    assert (first.user_id, first.asker) == (str(team.id), team.id), "by the rights of the group"
    assert last.replied_to == answer["text"]


async def test_a_wish_with_a_question_mark_is_answered_and_not_added(
    team: Team, house: House
) -> None:
    await let_all(house, team, GroupPolicy(who_adds="members"))
    name = house.application.bot.username
    for wish in (
        "that the key is at Ann's？",
        "that meeting about the roof?",
        "this year's fees?!",
    ):
        await team.member.say(f"@{name} could you remember {wish}")
        await team.member.reads(f"{wish} is the question")
    assert not house.batches_of(team.member)
    await team.member.say(f"@{name} could you remember that the key is at Ann's")
    await team.member.reads("is in the base")


async def test_the_bot_may_be_called_under_somebodys_question(team: Team, house: House) -> None:
    name = house.application.bot.username
    asked = await team.creator.say("How long is a pass?")
    await team.member.say(f"@{name}", reply_to=asked)
    await team.member.reads("How long is a pass? is the question")
    await team.member.say(f"@{name}")
    await team.member.reads("send /ask and your question")
    await team.member.say(f"/docs@{name}")
    await team.member.reads("only in a private chat")


async def test_an_answer_shows_nothing_of_the_asker_alone(team: Team, house: House) -> None:
    async def sourced(request: AnswerRequest) -> Answer:
        cited = Citation(1, "d", "T", None, None, None, None, 0, "w", passage_id=5, quote_at=0)
        choices = (Choice("0f3c7c1e-0000-4000-8000-000000000000", "Mine"),)
        return Answer("It is. [1]", True, "en", (cited,), (), Timings(), choices=choices)

    before, house.runs.answering = house.runs.answering, sourced
    try:
        await team.member.say("/ask Is it?")
        answer = await team.member.reads("It is.")
    finally:
        house.runs.answering = before
    (key,) = [key for row in answer["buttons"] for key in row]
    assert key["text"] == "1"
    assert key["data"].split(":")[1] == "0", "everybody may open it"


async def test_a_topic_has_its_own_answers_and_memory(house: House) -> None:
    async with team_in(house, topics=("Food", "Sports")) as team:
        for thread in team.topics:
            member = await team.enter(team.member.user_id, thread_id=thread)
            await member.say(f"/ask of {thread}?")
            answer = await member.reads(f"of {thread}? is the question")
            assert answer["message_thread_id"] == thread
        memories = [each.user_id for each in questions_in(team)]
        assert memories == [f"{team.id}/{thread}" for thread in team.topics]


async def test_an_edited_question_is_offered_where_it_was_asked(house: House) -> None:
    async with team_in(house, topics=("Food",)) as team:
        member = await team.enter(team.member.user_id, thread_id=team.topics[0])
        sent = await member.say("/ask How long?")
        await member.reads("How long? is the question")
        await member.edit(sent, "/ask How wide?")
        offer = await member.reads("Answer it again?")
        assert offer["message_thread_id"] == team.topics[0]
        await member.press(offer, "Answer again")
        answer = await member.reads("How wide? is the question")
        assert answer["message_thread_id"] == team.topics[0]


async def test_admins_decide_and_nobody_else(team: Team, house: House) -> None:
    await team.member.say("/group")
    await team.member.reads("Only admins of the group can change that.")
    await team.creator.say("/settings")
    screen = await team.creator.reads("Settings of this group")
    await team.member.press(screen, "Answer: yes")
    await team.member.sees_toast("Only admins of the group")
    await team.creator.press(screen, "Answer: yes")
    screen = await team.creator.changed(screen, "✓ yes")
    await team.creator.press(screen, "no")
    screen = await team.creator.changed(screen, "✓ no")
    await team.creator.press(screen, "← Back")
    await team.creator.changed(screen, "Answer: no")
    before = len(await team.creator.messages())
    await team.member.say("/ask Is it?")
    await team.member.say("/group")
    await team.member.reads_count(before + 1)
    assert not questions_in(team)


async def test_files_are_added_for_those_whom_the_policy_names(team: Team, house: House) -> None:
    name = house.application.bot.username
    await team.member.send_file("key.txt", b"The porter keeps it.", caption=f"@{name}")
    await team.member.reads("are not added to the base")
    assert not house.batches_of(team.member)
    policy = GroupPolicy(who_adds="members")
    await let_all(house, team, policy)
    await team.member.send_file("key.txt", b"The porter keeps it.", caption=f"@{name}")
    receipt = await team.member.reads("is in the base")
    (batch,) = house.batches_of(team.member)
    assert batch.told_in == team.id
    labels = [key["text"] for row in receipt["buttons"] for key in row]
    assert labels == ["Who can read it", "Delete what was added"]
    await team.member.press(receipt, labels[1])
    question = await team.member.reads("Delete")
    await team.member.press(question, "Yes, delete")
    await team.member.reads("deleted")
    assert [actor for _, actor in house.store.deleted] == [team.member.user_id]


async def test_a_note_is_added_for_those_whom_the_policy_names(team: Team, house: House) -> None:
    name = house.application.bot.username
    await team.member.say(f"@{name} remember that the porter keeps the key")
    await team.member.reads("are not added to the base")
    await let_all(house, team, GroupPolicy(who_adds="members"))
    await team.member.say(f"@{name} remember that the porter keeps the key")
    await team.member.reads("is in the base")
    (batch,) = house.batches_of(team.member)
    assert house.post_of(batch.message.files[0]).text == "the porter keeps the key"


async def test_members_and_admins_have_menus_of_their_own(team: Team, house: House) -> None:
    wanted = {team.member: ["ask", "stop", "help"]}
    wanted[team.creator] = [*wanted[team.member], "clear", "group"]
    async with loopback_client(house.sandbox.page_url) as user:
        for person, names in wanted.items():
            query = f"chat_id={team.id}&user_id={person.user_id}&language_code=ru"
            commands = (await user.get(f"/sandbox/bot?{query}")).json()["commands"]
            assert [each["command"] for each in commands] == names
            assert commands[0]["description"] == "Спросить базу"


async def test_of_an_album_that_names_the_bot_every_file_is_added(team: Team, house: House) -> None:
    policy = GroupPolicy(who_adds="members")
    await let_all(house, team, policy)
    name = house.application.bot.username
    await team.creator.send_file("theirs.txt", b"A file.", media_group_id="8")
    for number in range(3):
        captioned = {"caption": f"@{name} the keys"} if number == 0 else {}
        await team.member.send_file(
            f"key-{number}.txt", b"The porter keeps it.", media_group_id="9", **captioned
        )
    receipt = await team.member.reads("Added: 3")
    (batch,) = house.batches_of(team.member)
    names = [file.file_name for file in batch.message.files]
    assert [name for name in names if name.startswith("key")] == [f"key-{n}.txt" for n in range(3)]
    assert any("key-0.txt" in name for name in names if not name.startswith("key")), "the caption"
    assert not house.batches_of(team.creator), "an album between people is none of the bot's"
    labels = [key["text"] for row in receipt["buttons"] for key in row]
    assert labels == ["Who can read it", "Delete what was added"]


async def test_of_an_album_that_may_not_be_added_it_is_said_once(team: Team, house: House) -> None:
    name = house.application.bot.username
    sent = await team.member.send_file(
        "key-0.txt", b"One.", media_group_id="10", caption=f"@{name}"
    )
    await team.member.send_file("key-1.txt", b"Two.", media_group_id="10")
    refusal = await team.member.reads("are not added to the base")
    assert refusal["reply_to"] == sent
    await team.member.say("/ask And now?")
    await team.member.reads("And now? is the question")
    assert len(await team.member.messages()) == 3


async def test_a_private_bot_answers_its_own_people_only(tmp_path: Path, database_url: str) -> None:
    def owned(store, _bot) -> Access:
        return Access(store, owner_ids=frozenset({7}))

    async with running_bot(tmp_path, database_url, access=owned) as house:
        async with team_in(house, owner=7) as team:
            await team.member.say("/ask Is it?")
            await team.member.reads("I answer only those who may use me")
            await team.creator.say("/ask Is it?")
            await team.creator.reads("Is it? is the question")
            policy = GroupPolicy(who_asks="members")
            await let_all(house, team, policy)
            await team.member.say("/ask Was it?")
            await team.member.reads("Was it? is the question")
            await let_all(house, team, GroupPolicy(who_asks="members", answers_to="asker"))
            before = len(await team.member.messages())
            await team.member.say("/ask Is it so?")
            last = (await team.member.reads_count(before + 1))[-1]
            assert "come in a private chat, which takes access to me" in last["text"], (
                "without rights of theirs"
            )
        async with team_in(house) as foreign:
            await foreign.creator.say("/group")
            await foreign.creator.reads("Only an admin who may use me")


async def test_a_group_that_moves_keeps_its_policy_and_one_left_is_forgotten(
    team: Team, house: House
) -> None:
    policy = GroupPolicy(who_adds="members")
    preferences = house.application.bot_data.preferences
    await preferences.change_group(team.id, lambda _: policy, actor=MACHINE)
    moved = (await team.change("supergroup"))["id"]
    member = await team.enter(team.member.user_id, chat_id=moved)
    await member.say("/ask Is it?")
    await member.reads("Is it? is the question")
    assert house.store.policies == {moved: policy} | {
        chat: kept for chat, kept in house.store.policies.items() if chat not in (team.id, moved)
    }
    assert (team.id, moved) in house.store.moved
    team.id = moved
    await team.change("members", user_id=house.application.bot.id, status="kicked")
    await team.change("members", user_id=house.application.bot.id, status="member")
    await member.reads("Hello! To ask me")
    assert moved not in house.store.policies
    assert str(moved) in house.store.cleared
