"""What an owner does to a document, and what others may not."""

import pytest

from pipelines.store.documents import clean
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels, opened


async def test_rename(bob: Person, library: Library) -> None:
    document_id = await library.add("Oldname", owner=bob.user_id)
    await bob.press(await opened(bob, "Oldname"), "Rename")
    await bob.reads("Send a new name for “Oldname”")
    await bob.say("  Fresh \n name ")
    await bob.reads("Fresh name")
    card = await library.store.documents.get_document(document_id, asker=bob.user_id)
    assert card is not None
    assert card.title == "Fresh name"


async def test_a_name_that_is_too_long_is_asked_for_again(bob: Person, library: Library) -> None:
    await library.add("Shortname", owner=bob.user_id)
    await bob.press(await opened(bob, "Shortname"), "Rename")
    await bob.reads("Send a new name")
    await bob.say("x" * 201)
    await bob.reads("1 to 200 characters")
    await bob.say("Better")
    await bob.reads("Better", "·")


async def test_a_name_loses_what_nobody_sees_and_holds_no_secret(
    bob: Person, library: Library
) -> None:
    document_id = await library.add("Plainname", owner=bob.user_id)
    await bob.press(await opened(bob, "Plainname"), "Rename")
    await bob.reads("Send a new name")
    await bob.say("Backups AKIAQ6AYBCDEFGH2IJKL")
    await bob.reads("There is a secret in this name", "AWS access key", "Send another")
    await bob.say("\u202eFile\u200b on \U000e0041evil.com")
    card = await bob.reads("File on", "·")
    assert not [e for e in card["entities"] if e["type"] == "url"]
    kept = await library.store.documents.get_document(document_id, asker=bob.user_id)
    assert kept is not None
    assert kept.title == "File on evil.com"


async def test_nothing_can_be_tapped_in_a_title_wherever_it_stands(
    bob: Person, library: Library
) -> None:
    title = "Renewal evil.dev/x @evil"
    await library.add(title, owner=bob.user_id)
    await bob.say("/docs Renewal")
    await bob.press(await bob.reads("found 1"), f"🌐 {title}")
    await bob.press(await bob.reads("Renewal", "·"), "Rename")
    asked = await bob.reads("Send a new name", "Renewal")
    await bob.press(asked, "Cancel")
    await bob.press(await bob.reads("Renewal", "·"), "Delete")
    sure = await bob.reads("Delete “Renewal")
    await bob.press(sure, "Yes, delete")
    deleted = await bob.reads("Renewal", "is deleted")
    for shown in (asked, sure, deleted):
        assert not [e for e in shown["entities"] if e["type"] in ("url", "mention")], shown


async def test_changing_ones_mind_about_a_name(bob: Person, library: Library) -> None:
    document_id = await library.add("Staysname", owner=bob.user_id)
    await bob.press(await opened(bob, "Staysname"), "Rename")
    await bob.press(await bob.reads("Send a new name"), "Cancel")
    await bob.reads("Staysname", "·")
    await bob.say("/mode")
    await bob.reads("Choose a mode")
    card = await library.store.documents.get_document(document_id, asker=bob.user_id)
    assert card is not None
    assert card.title == "Staysname"


async def test_delete_after_a_second_thought(anna: Person, library: Library) -> None:
    document_id = await library.add("Лишнее", owner=anna.user_id)
    await anna.press(await opened(anna, "Лишнее"), "Удалить")
    question = await anna.reads("Удалить «Лишнее»", "со всеми версиями?")
    await anna.tap(question, "Да, удалить", times=5)
    await anna.sees_toast("«Лишнее» больше нет в базе")
    await anna.reads("«Лишнее» больше нет в базе.", "Документа с названием «Лишнее» нет")
    assert await library.store.documents.get_document(document_id, asker=anna.user_id) is None


async def test_a_reader_may_not_change_what_others_added(
    bob: Person, anna: Person, library: Library
) -> None:
    document_id = await library.add("Hersalone", owner=anna.user_id)
    card = await opened(bob, "Hersalone")
    assert set(labels(card)) == {"Text", "To the list"}
    assert not await library.store.documents.delete_document(document_id, actor=bob.user_id)
    assert not await library.store.documents.rename_document(document_id, "Mine", actor=bob.user_id)


async def test_fetch_again_starts_one_run(bob: Person, library: Library) -> None:
    url = "https://example.org/again"
    await library.add("Againpage", owner=bob.user_id, url=url)
    card = await opened(bob, "Againpage")
    before = len(library.house.runs.batches)
    await bob.tap(card, "Fetch again", times=5)
    await bob.reads("is in the base")
    [request] = list(library.house.runs.batches.values())[before:]
    assert request.message.links == (url,)
    assert request.owner == bob.user_id


async def test_cleaning_takes_the_word(bob: Person, anna: Person, library: Library) -> None:
    kept = await library.add("Hers stays", owner=anna.user_id)
    for number in range(3):
        await library.add(f"Mine {number}", owner=bob.user_id)
    await bob.say("/clean")
    question = await bob.reads("Your documents in the base: 3")
    assert labels(question) == ["Delete mine", "Cancel"]
    await bob.press(question, "Delete mine")
    await bob.reads("3 documents will be deleted", "DELETE")
    await bob.say("delete please")
    await bob.reads("everything stays")
    assert await library.store.documents.count_to_clean(actor=bob.user_id, everybodys=False) == 3
    await bob.say("/clean")
    await bob.press(await bob.reads("Your documents in the base: 3"), "Delete mine")
    await bob.reads("3 documents will be deleted")
    await bob.say("delete")
    await bob.reads("3 documents are deleted")
    assert await library.store.documents.count_to_clean(actor=bob.user_id, everybodys=False) == 0
    assert await library.store.documents.get_document(kept, asker=anna.user_id) is not None


@pytest.mark.parametrize("step", ["question", "word"])
async def test_cleaning_is_called_off_and_nothing_else_is_shown(
    bob: Person, library: Library, step: str
) -> None:
    await library.add("Not yet gone", owner=bob.user_id)
    before = await library.store.documents.count_to_clean(actor=bob.user_id, everybodys=False)
    await bob.say("/clean")
    question = await bob.reads("Your documents in the base")
    if step == "word":
        await bob.press(question, "Delete mine")
        question = await bob.reads("will be deleted")
    await bob.press(question, "Cancel")
    kept = await bob.reads("nothing changed")
    assert labels(kept) == []
    await bob.say("DELETE")  # is no word of a cleaning any more
    await bob.reads("DELETE")
    documents = library.store.documents
    assert await documents.count_to_clean(actor=bob.user_id, everybodys=False) == before


async def test_who_has_no_documents_is_not_offered_to_clean(
    bob: Person, anna: Person, library: Library
) -> None:
    await clean(library.store.documents, actor=anna.user_id, everybodys=False)
    await library.add("Bob's own", owner=bob.user_id, reader_role="everyone")
    await anna.say("/docs")
    listed = await anna.reads("Документов:")
    assert "Очистить базу" not in labels(listed)
    await anna.say("/clean")
    assert labels(await anna.reads("Ваших документов в базе нет")) == []
    await bob.say("/docs")
    assert "Clean the base" in labels(await bob.reads("Documents:"))


async def test_an_owner_of_the_copy_cleans_everything(anna: Person, library: Library) -> None:
    await library.store.people.appoint_owners((anna.user_id,))
    await library.add("Чужое", owner=None)
    await anna.say("/clean")
    await anna.press(await anna.reads("всего документов"), "Удалить все")
    await anna.reads("УДАЛИТЬ")
    await anna.say("удалить")
    await anna.reads("Удал", "документ")
    assert await library.store.documents.count_to_clean(actor=anna.user_id, everybodys=True) == 0
