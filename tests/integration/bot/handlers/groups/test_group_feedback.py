"""Under an answer in a group: everybody has one vote, and what is asked disturbs nobody else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access import Access
from bot.transport.reply_address import Origin
from pipelines.models.interactions import Feedback, Offer, Tally
from tests.support.bot.bot_harness import House, Person, Shown, running_bot
from tests.support.bot.recorded_answers import labels, named, rated, recorded_answers
from tests.support.bot.team_harness import Team, team_in
from tests.support.eventually import eventually

MEMBERS = [
    ["Wrong", "Off topic"],
    ["Outdated", "Hard to read"],
    ["Write my own", "Why this answer?"],
    ["Close"],
]


@pytest.fixture
async def team(house: House) -> AsyncIterator[Team]:
    async with team_in(house) as team:
        people = team.creator.user_id, team.member.user_id
        async with recorded_answers(house, *people):
            yield team


async def asked(team: Team, who: Person) -> Shown:
    await who.say("/ask Who keeps the key?")
    return await who.reads("The porter keeps it")


async def said(team: Team, person: Person, shown: Shown) -> Feedback | None:
    seen = await team.house.store.interactions.get_interaction(
        named(shown), asker=person.user_id, chat=str(team.id)
    )
    assert seen is not None
    return seen.feedback


async def test_everybody_has_one_vote(team: Team) -> None:
    shown = await asked(team, team.creator)
    assert labels(shown) == [["👍", "👎", "🔁"]]
    await team.creator.press(shown, "👍")
    shown = await team.creator.changed(shown, "👍 1")
    await team.member.press(shown, "👍 1")
    shown = await team.member.changed(shown, "👍 2")
    await team.member.press(shown, "👍 2")
    await team.member.press(shown, "👎")
    asking = await team.member.changed(shown, "Outdated")
    assert labels(asking) == [["👍 1", "👎 1", "🔁"], *MEMBERS]
    await team.creator.press(asking, "Outdated")
    await team.creator.sees_toast("not yours")
    await team.member.press(asking, "Outdated")
    await team.member.sees_toast("Thanks, noted")
    shown = (await team.member.messages())[-1]
    assert labels(shown)[1:] == [["Write my own"], ["The whole document", "Close"]]
    await team.member.press(shown, "Close")

    async def is_closed() -> bool:
        return labels((await team.member.messages())[-1]) == [["👍 1", "👎 1", "🔁"]]

    assert await eventually(is_closed)
    assert await said(team, team.member, shown) == Feedback("negative", "outdated")
    assert await said(team, team.creator, shown) == Feedback("positive")


async def test_another_vote_leaves_somebody_time_for_a_reason(team: Team) -> None:
    shown = await asked(team, team.creator)
    await team.member.press(shown, "👎")
    asking = await team.member.changed(shown, "Close")
    await team.creator.press(asking, "👍")
    asking = await team.creator.changed(asking, "👍 1")
    assert labels(asking)[1:] == MEMBERS
    await team.member.press(asking, "Close")
    await team.creator.sees_toasts(3)
    assert labels((await team.member.messages())[-1]) == [["👍 1", "👎 1", "🔁"]]


async def test_why_is_said_in_the_topic(house: House) -> None:
    async with team_in(house, topics=("Keys",)) as team, recorded_answers(house):
        member = await team.enter(team.member.user_id, thread_id=team.topics[0])
        await house.store.real.people.ensure_user(member.user_id, None, None)
        shown = await asked(team, member)
        await member.press(shown, "👎")
        await member.press(await member.changed(shown, "Why this answer?"), "Why this answer?")
        why = await member.reads("how this answer came about")
        assert why["message_thread_id"] == team.topics[0]


async def test_a_correction_replies_to_what_asks_for_it(team: Team) -> None:
    shown = await asked(team, team.creator)
    await team.member.press(shown, "👎")
    await team.member.press(await team.member.changed(shown, "Write my own"), "Write my own")
    prompt = await team.member.reads("reply to this message with the right answer")
    assert [entity["type"] for entity in prompt["entities"]] == ["text_mention"]
    before = len(await team.member.messages())
    await team.creator.say("And who keeps the lock?", reply_to=prompt["message_id"])
    await team.creator.reads("The porter keeps it")  # that was a question of somebody else
    await team.member.say("The janitor does.", reply_to=prompt["message_id"])
    await team.member.reads_in(prompt, "An admin will decide")
    assert len(await team.member.messages()) == before + 1, "the prompt has become the thanks"
    feedback = await said(team, team.member, shown)
    assert feedback == Feedback("negative", None, "The janitor does.")
    assert await said(team, team.creator, shown) is None


async def test_who_calls_a_correction_off_leaves_nothing_behind(team: Team) -> None:
    shown = await asked(team, team.creator)
    await team.member.press(shown, "👎")
    await team.member.press(await team.member.changed(shown, "Write my own"), "Write my own")
    prompt = await team.member.reads("reply to this message")
    await team.member.press(prompt, "Cancel")
    last = await team.member.reads("The porter keeps it")
    assert last["message_id"] == shown["message_id"]


async def test_who_may_not_ask_has_no_vote_and_leaves_no_trace(
    tmp_path: Path, database_url: str
) -> None:
    def owned(store, _bot) -> Access:
        return Access(store, owner_ids=frozenset({7}))

    async with (
        running_bot(tmp_path, database_url, access=owned) as house,
        team_in(house, owner=7) as team,
        recorded_answers(house, 7, team.member.user_id),
    ):
        # What is recorded has made the member somebody.
        await house.store.real.administration.remove_person(team.member.user_id, actor=-1)
        shown = await asked(team, team.creator)
        for number, button in enumerate(("🔁", "👎"), 1):
            await team.member.press(shown, button)
            await team.member.sees_toasts(number)
        assert all("I answer only those who may use me" in toast for toast in team.member.toasts)
        assert await house.store.real.people.get_user(team.member.user_id) is None


async def test_anybody_goes_on_with_what_everyone_may_read(house: House) -> None:
    async with team_in(house, topics=("Keys",)) as team, recorded_answers(house):
        thread = team.topics[0]
        creator = await team.enter(team.creator.user_id, thread_id=thread)
        member = await team.enter(team.member.user_id, thread_id=thread)
        for person in (creator, member):
            await house.store.real.people.ensure_user(person.user_id, None, None)
        shown = await asked(team, creator)
        await member.press(shown, "👍")
        shown = await member.changed(shown, "👍 1")
        to = Origin(team.id, creator.user_id, "en", thread_id=thread).encode()
        known, questions = named(shown), ("Who has the lock?",)
        await house.store.interactions.offer_questions(known, questions)
        offer = Offer(shown["message_id"], questions, None, Tally(1, 0))
        await house.notifier.offered(to, rated(known), offer)
        shown = await member.changed(shown, questions[0])
        assert labels(shown) == [["👍 1", "👎", "🔁"], [questions[0]]]
        await member.press(shown, questions[0])
        _, echo, answer = (await member.reads_count(4))[-3:]
        assert echo["text"].endswith(": Who has the lock?")
        assert answer["reply_to"] == echo["message_id"]
        await member.press(answer, "🔁")
        again = (await member.reads_count(5))[-1]
        assert {echo["message_thread_id"], answer["message_thread_id"]} == {thread}
        assert again["message_thread_id"] == thread
        ours = [
            each for each in house.runs.questions.values() if each.user_id == f"{team.id}/{thread}"
        ]
        assert [each.asker for each in ours] == [team.id] * 3
        assert [each.is_again for each in ours] == [False, False, True]
