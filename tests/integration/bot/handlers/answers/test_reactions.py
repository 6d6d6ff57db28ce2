"""A reaction to an answer is a vote; what people make of each other's messages is not looked at."""

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace

import psycopg
import pytest

from pipelines.models.answers import Answer
from pipelines.models.interactions import Interaction, Tally, interaction_id_of
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person, Shown
from tests.support.bot.recorded_answers import named, rated, recorded_answers
from tests.support.bot.team_harness import Team, team_in


@pytest.fixture(autouse=True)
async def recorded(house: House, bob: Person) -> AsyncIterator[None]:
    async with recorded_answers(house, bob.user_id):
        yield


async def asked(person: Person) -> Shown:
    await person.say("/ask Who keeps the key?" if person.chat_id < 0 else "Who keeps the key?")
    return await person.reads("The porter keeps it")


async def after_all(person: Person) -> None:
    """Wait until what was done before is handled: updates of a chat come in their order."""
    before = len(await person.messages())
    await person.say("/help")
    await person.reads_count(before + 1)


async def said(house: House, person: Person, shown: Shown) -> str | None:
    seen = await house.store.interactions.get_interaction(
        named(shown), asker=person.user_id, chat=str(person.chat_id)
    )
    assert seen is not None
    return seen.feedback.rating if seen.feedback is not None else None


async def test_a_reaction_counts_changes_and_is_taken_back(bob: Person, house: House) -> None:
    shown = await asked(bob)
    for emoji, rating in (("👍", "positive"), ("👎", "negative"), ("🔥", None), ("👍", "positive")):
        await bob.react(shown, emoji)
        await after_all(bob)
        assert await said(house, bob, shown) == rating
    await bob.press(shown, "👎")
    await bob.changed(shown, "👎 ✓")
    await bob.react(shown, "")
    await after_all(bob)
    assert await said(house, bob, shown) == "negative", "what was pressed since stays"


async def test_in_a_group_a_reaction_is_a_vote_where_the_bot_is_an_admin(house: House) -> None:
    async with team_in(house) as team:
        for person in (team.creator, team.member):
            await house.store.real.people.ensure_user(person.user_id, None, None)
        shown = await asked(team.creator)
        await team.member.press(shown, "👍")
        shown = await team.member.changed(shown, "👍 1")
        await team.creator.react(shown, "👎")  # of which the bot is not told
        await make_admin(team)
        await team.creator.react(shown, "👍")
        await team.member.press(shown, "👍 1")
        await team.member.changed(shown, "👍 2")
        counted = await house.store.interactions.count_ratings(
            named(shown), asker=None, chat=str(team.id)
        )
        assert counted == Tally(positive=2)


async def test_reactions_to_what_people_say_are_not_written_down(
    house: House, shared_database_url: str
) -> None:
    async with team_in(house) as team:
        await make_admin(team)
        theirs = await team.member.say("Lunch?")
        shown = await asked(team.creator)
        before = await written_down(team, shared_database_url)
        await team.creator.react({"message_id": theirs}, "👍")
        await team.creator.say("/ask And now?")
        await team.creator.reads_count(3)
        assert await written_down(team, shared_database_url) == before + 1, "the question alone"
        await team.creator.react(shown, "👍")
        await team.creator.say("/ask And then?")
        await team.creator.reads_count(4)
        assert await written_down(team, shared_database_url) == before + 3


async def written_down(team: Team, database_url: str) -> int:
    """Count the updates of a group that were taken in."""
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        rows = await connection.execute("select count(*) from inbox where chat = %s", [team.id])
        return (await rows.fetchall())[0][0]


async def make_admin(team: Team) -> None:
    bot_id = team.house.application.bot.id
    await team.change("members", user_id=bot_id, status="administrator")


async def test_a_reaction_to_a_refusal_is_no_vote(bob: Person, house: House) -> None:
    known = interaction_id_of(uuid.uuid4().hex)

    async def refuse(request: AnswerRequest) -> Answer:
        refusal = Interaction(known, request.question, "Nothing.", request.user_id, request.asker)
        await house.store.interactions.log_interaction(refusal)
        return replace(
            rated(known), text="Nothing.", abstained=True, citations=(), can_be_rated=False
        )

    house.runs.answering = refuse  # the fixture puts the former one back
    await bob.say("Who keeps the moon?")
    shown = await bob.reads("Nothing.")
    await bob.react(shown, "👎")
    await after_all(bob)
    seen = await house.store.interactions.get_interaction(
        known, asker=bob.user_id, chat=str(bob.chat_id)
    )
    assert seen is not None
    assert seen.feedback is None
