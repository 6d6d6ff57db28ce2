"""Answers of a group that go to the asker alone, and the role that a group has."""

import itertools

from bot.transport.reply_address import Origin, batch_named
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from pipelines.models.requests import BatchReport, IngestRequest, ItemReport
from tests.integration.bot.handlers.access.test_screens import meet
from tests.support.bot.bot_harness import Person, Shown, person_in
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


async def receipt_in(library: Library, team: Team, *titles: str) -> Shown:
    """Have documents reported in the group as what its member has sent there."""
    user, bot = team.member.user_id, library.house.application.bot
    ids = [await library.add(each, owner=user, reader_role=None) for each in titles]
    batch_id = batch_named(f"{next(_numbers)}-1763785000", bot_id=bot.id, chat_id=team.id)
    items = [
        ItemReport(n, title, "stored", "file", title=title, document_id=ids[n], readers=())
        for n, title in enumerate(titles)
    ]
    report = BatchReport(batch_id, tuple(items), 1.0)
    progress = await bot.send_message(team.id, "1 of 1")
    origin = Origin(team.id, user, "en", progress_id=progress.message_id).encode()
    request = IngestRequest(None, user, origin)  # type: ignore[arg-type]
    library.house.runs.recorded[batch_id] = RecordedBatch(request, report, is_over=True)
    await library.house.notifier.ingested(origin, report)
    return await team.member.reads("Readable by: only whoever added it")


async def test_who_reads_what_came_in_a_group_is_changed_in_private(
    library: Library, anna: Person
) -> None:
    await meet(library, anna)
    async with team_in(library.house) as team:
        receipt = await receipt_in(library, team, "Lease K", "Lease L")
        assert labels(receipt) == ["Who can read it", "Delete what was added"]
        await team.creator.press(receipt, "Who can read it")
        await team.creator.sees_toast("not yours")
        await team.member.press(receipt, "Who can read it")
        await team.member.sees_toast("I cannot write to you yet")
        async with person_in(library.house, team.member.user_id, "en") as member:
            await meet(library, member)
            before = len(await team.member.messages())
            await team.member.press(receipt, "Who can read it")
            screen = await member.reads("Who can read these 2 documents?", "only whoever added it")
            await member.press(screen, "everyone")
            screen = await member.changed(screen, "✓ everyone")
            documents = library.store.documents
            seen = await documents.list_documents(asker=anna.user_id, query="Lease K")
            assert seen.total == 1
            changed = await team.member.reads_in(receipt, "Readable by: everyone")
            assert labels(changed) == labels(receipt)
            assert len(await team.member.messages()) == before, "others learn of no role"
            await member.press(screen, "✓ everyone")
            await member.changed(screen, "everyone")
            await team.member.reads_in(receipt, "Readable by: only whoever added it")
