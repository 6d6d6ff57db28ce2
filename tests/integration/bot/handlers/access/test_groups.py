"""Answers of a group that go to the asker alone, and the role that a group has."""

import itertools

from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from tests.integration.bot.handlers.access.test_screens import meet
from tests.support.bot.bot_harness import Person, person_in
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.team_harness import Team, team_in

_numbers = itertools.count(1)


async def to_asker(library: Library, team: Team) -> None:
    policy = GroupPolicy(answers_to="asker")
    preferences = library.house.application.bot_data.preferences
    await preferences.change_group(team.id, lambda _: policy, actor=MACHINE)


async def test_an_answer_goes_to_the_asker_alone_by_their_own_rights(library: Library) -> None:
    async with team_in(library.house) as team:
        await to_asker(library, team)
        user = team.member.user_id
        async with person_in(library.house, user, "en") as member:
            await meet(library, member)
            await team.member.say("/ask How long is a pass?")
            await team.member.reads("I answer you in private.")
            await member.reads("How long is a pass? is the question")
            asked = (await member.messages())[-2]
        assert "Asked in “Team”" in asked["text"]
        request = list(library.house.runs.questions.values())[-1]
        assert (request.asker, request.user_id) == (user, str(user))
        said = [each["text"] for each in await team.member.messages()]
        assert not any("is the question" in each for each in said), "others read nothing of it"


async def test_whoever_the_bot_cannot_write_to_is_shown_the_way(library: Library) -> None:
    async with team_in(library.house) as team:
        await to_asker(library, team)
        before = len(library.house.runs.questions)
        await team.member.say("/ask How long is a pass?")
        shown = await team.member.reads("I cannot write to you yet")
        assert labels(shown) == ["Open the chat"]
        assert len(library.house.runs.questions) == before


async def test_an_admin_of_the_bot_gives_the_group_a_role(library: Library, bob: Person) -> None:
    administration = library.store.administration
    name = f"crew {next(_numbers)}"
    number = await administration.make_role(name, actor=MACHINE)
    admin = next(r.number for r in await administration.list_roles(MACHINE) if r.name == "admin")
    async with team_in(library.house) as team:
        document = await library.add("Crew list", owner=None, reader_role=name)
        documents = library.store.documents
        await team.creator.say("/group")
        screen = await team.creator.reads("nobody is shown more than they may read")
        await team.creator.press(screen, "Role of the group: none")
        await team.creator.sees_toast("Only an admin of this bot")
        assert await administration.get_group_role(team.id) is None
        assert await administration.give_role(admin, team.creator.user_id, actor=MACHINE)
        await team.creator.press(screen, "Role of the group: none")
        screen = await team.creator.changed(screen, name)
        assert "everyone" not in labels(screen)
        await team.creator.press(screen, name)
        screen = await team.creator.changed(screen, f"✓ {name}")
        assert await administration.get_group_role(team.id) == name
        assert await documents.get_document(document, asker=team.id) is not None
        await team.creator.press(screen, "← Back")
        screen = await team.creator.changed(screen, f"Role of the group: {name}")
        assert f"for the role “{name}”" in screen["text"]
        await team.creator.press(screen, f"Role of the group: {name}")
        screen = await team.creator.changed(screen, "none")
        await team.creator.press(screen, "none")
        await team.creator.changed(screen, "✓ none")
        assert await administration.get_group_role(team.id) is None
        assert await documents.get_document(document, asker=team.id) is None
        assert number is not None
