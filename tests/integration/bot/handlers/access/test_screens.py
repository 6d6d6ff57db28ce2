"""Who can read what: /access, the toggles of a card and of a receipt, and who may use them."""

import itertools

import pytest

from bot.transport.reply_address import Origin, batch_named
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.people import MACHINE
from pipelines.models.requests import BatchReport, IngestRequest, ItemReport
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import Library, labels, opened

_numbers = itertools.count(1)


@pytest.fixture
async def role(library: Library) -> tuple[int, str]:
    """A role that nobody holds yet."""
    name = f"accounting {next(_numbers)}"
    number = await library.store.administration.make_role(name, actor=MACHINE)
    assert number is not None
    return number, name


async def meet(library: Library, person: Person, *roles: int) -> None:
    """Let the bot know somebody, and give them roles."""
    before = len(await person.messages())
    await person.say("/mode")
    await person.reads_count(before + 1)
    for role in roles:
        assert await library.store.administration.give_role(role, person.user_id, actor=MACHINE)


async def found_by(library: Library, person: Person, title: str) -> bool:
    page = await library.store.documents.list_documents(asker=person.user_id, query=title)
    return bool(page.total)


async def test_a_card_opens_to_a_role_and_closes_again(
    library: Library, bob: Person, anna: Person, role: tuple[int, str]
) -> None:
    number, name = role
    await meet(library, bob, number)
    await meet(library, anna, number)
    await library.add("Wages of May", owner=bob.user_id, reader_role=None)
    assert not await found_by(library, anna, "Wages of May")
    card = await opened(bob, "Wages of May")
    await bob.press(card, "Who can read it")
    screen = await bob.reads_in(card, "You read it by: it is yours")
    assert "One person can read it" in screen["text"]
    assert labels(screen) == ["everyone", name, "To the document"]
    administration = library.store.administration
    assert await administration.set_group_role(-990_000 - number, number, actor=MACHINE)
    await bob.press(screen, name)
    screen = await bob.changed(screen, f"✓ {name}")
    assert f"({name})" in screen["text"], "whom it comes to, and how"
    assert "It may be quoted in 1 group with one of these roles" in screen["text"]
    await bob.press(screen, "everyone")
    screen = await bob.changed(screen, "✓ everyone")
    assert "It may be quoted in every group that I answer in" in screen["text"]
    await bob.press(screen, "✓ everyone")
    screen = await bob.changed(screen, "everyone")
    assert await found_by(library, anna, "Wages of May")
    await bob.press(screen, f"✓ {name}")
    await bob.changed(screen, name)
    assert not await found_by(library, anna, "Wages of May")


async def test_whoever_may_read_alone_sees_their_own_way_and_no_toggle(
    library: Library, bob: Person, anna: Person, role: tuple[int, str]
) -> None:
    number, name = role
    await meet(library, bob, number)
    await meet(library, anna, number)
    await library.add("Wages of June", owner=anna.user_id, reader_role=name)
    await bob.say("/access Wages of June")
    screen = await bob.reads("Wages of June", f"You read it by: {name}")
    assert "can read it:" not in screen["text"], "people are named to whoever may change it"
    assert labels(screen) == ["To the document"]


async def test_what_does_not_exist_and_what_is_closed_are_answered_alike(
    library: Library, bob: Person, anna: Person
) -> None:
    await meet(library, anna)
    await bob.say("/access Wages of July")
    absent = await bob.reads("nothing is called “Wages of July”", "everyone", "ask")
    await library.add("Wages of July", owner=anna.user_id, reader_role=None)
    before = len(await bob.messages())
    await bob.say("/access Wages of July")
    closed = (await bob.reads_count(before + 1))[-1]
    assert (closed["text"], closed["buttons"]) == (absent["text"], absent["buttons"])


async def test_alone_it_says_what_somebody_reads_by(
    library: Library, bob: Person, role: tuple[int, str]
) -> None:
    number, name = role
    await meet(library, bob, number)
    await library.add("Roof", owner=bob.user_id, reader_role=None)
    await bob.say("/access")
    shown = await bob.reads(f"everyone, {name}", "You may: add documents", "open to you")
    assert "invite" not in shown["text"]


async def test_a_card_refers_to_its_source_and_never_by_a_former_title(
    library: Library, bob: Person
) -> None:
    await meet(library, bob)
    await library.add(
        "Tolls", owner=bob.user_id, full_citation="Ada Moss. Tolls. 2024. example.org."
    )
    card = await opened(bob, "Tolls")
    assert "Reference: Ada Moss. Tolls. 2024. example.\u2060org." in card["text"]
    await bob.press(card, "Rename")
    await bob.reads("Send a new name")
    await bob.say("Dues")
    await bob.reads("Dues", "Reference: Ada Moss. Dues. 2024.")


async def receipt_of(library: Library, person: Person, *titles: str) -> tuple[Shown, list[str]]:
    """Have documents reported as a batch of this person's own."""
    ids = [await library.add(each, owner=person.user_id, reader_role=None) for each in titles]
    name = f"{next(_numbers)}-1763785000"
    bot_id = library.house.application.bot.id
    batch_id = batch_named(name, bot_id=bot_id, chat_id=person.chat_id)
    items = [
        ItemReport(n, title, "stored", "file", title=title, document_id=ids[n], readers=())
        for n, title in enumerate(titles)
    ]
    report = BatchReport(batch_id, tuple(items), 1.0)
    request = IngestRequest(None, person.user_id)  # type: ignore[arg-type]
    library.house.runs.recorded[batch_id] = RecordedBatch(request, report, is_over=True)
    origin = Origin(person.chat_id, person.user_id, "en")
    await library.house.notifier.ingested(origin.encode(), report)
    return await person.reads("Readable by: only whoever added it"), ids


async def test_a_receipt_says_who_can_read_and_changes_it_for_all_it_added(
    library: Library, bob: Person, anna: Person
) -> None:
    await meet(library, bob)
    await meet(library, anna)
    receipt, ids = await receipt_of(library, bob, "Lease A", "Lease B")
    await bob.press(receipt, "⋯")
    receipt = await bob.changed(receipt, "Who can read it")
    await bob.press(receipt, "Who can read it")
    screen = await bob.reads("Who can read these 2 documents?", "only whoever added it")
    await bob.press(screen, "everyone")
    await bob.changed(screen, "✓ everyone")
    for title in "Lease A", "Lease B":
        assert await found_by(library, anna, title)
    await bob.reads_in(receipt, "Readable by: everyone")
    [everyone] = [
        each.number
        for each in await library.store.administration.shared_roles([ids[0]], actor=bob.user_id)
        if each.name == "everyone"
    ]
    await library.store.administration.share_document(
        ids[0], everyone, is_on=False, actor=bob.user_id
    )
    await bob.say("/access", reply_to=receipt["message_id"])
    screen = await bob.reads("Who can read these 2 documents?", "not the same for each")
    assert labels(screen) == ["± everyone"]


async def test_a_question_that_replies_to_a_receipt_is_about_its_documents(
    library: Library, bob: Person
) -> None:
    await meet(library, bob)
    receipt, ids = await receipt_of(library, bob, "Minutes A", "Minutes B")
    await bob.say("what is this document about?", reply_to=receipt["message_id"])
    await bob.reads("what is this document about?")
    asked = [each for each in library.house.runs.questions.values() if each.asker == bob.user_id]
    assert asked[-1].about == tuple(ids)


async def test_whoever_may_not_change_it_any_more_changes_nothing(
    library: Library, bob: Person, anna: Person
) -> None:
    await meet(library, bob)
    await meet(library, anna)
    receipt, _ = await receipt_of(library, bob, "Lease C")
    await bob.press(receipt, "⋯")
    receipt = await bob.changed(receipt, "Who can read it")
    await bob.press(receipt, "Who can read it")
    screen = await bob.reads("Who can read “Lease C”?")
    await library.store.documents.clean_documents(actor=bob.user_id, everybodys=False, limit=9)
    await library.add("Lease C", owner=anna.user_id, reader_role=None)
    await bob.press(screen, "everyone")
    await bob.sees_toast("Nothing is known of this any more")
    assert not await found_by(library, bob, "Lease C")
    before = len(bob.toasts)
    await bob.press(receipt, "Who can read it")
    await bob.sees_toasts(before + 1)
    assert "Nothing is known of this any more" in bob.toasts[-1]


async def test_what_a_batch_added_is_listed_as_far_as_it_may_be_read(
    library: Library, bob: Person
) -> None:
    await meet(library, bob)
    receipt, ids = await receipt_of(library, bob, "Lease D", "Lease E")
    await library.store.documents.delete_document(ids[0], actor=bob.user_id)
    await bob.press(receipt, "Documents")
    listed = await bob.reads("Open")
    assert "Lease E" in labels(listed)
    assert "Lease D" not in labels(listed)
