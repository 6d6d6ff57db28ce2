"""/docs: the list, a card, its text and its versions."""

from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels


async def test_an_empty_library_says_what_to_do(bob: Person) -> None:
    await bob.say("/docs zzz-nothing-is-called-so")
    shown = await bob.reads("No document is called")
    assert labels(shown) == ["Search", "All documents"]


async def test_what_is_being_read_is_told(bob: Person, library: Library) -> None:
    await library.add("Read already", owner=bob.user_id)
    library.house.runs.being_read[bob.user_id] = 2
    await bob.say("/docs")
    await bob.reads("2 more are being read.", "Documents:")
    await bob.say("/docs zzz-nothing-is-called-so")
    assert "being read" not in (await bob.reads("No document is called"))["text"]


async def test_eight_a_page_newest_first(bob: Person, library: Library) -> None:
    for number in range(10):
        await library.add(f"Paged {number}", owner=bob.user_id)
    await bob.say("/docs paged")
    first = await bob.reads("found 10", "Page 1 of 2")
    assert labels(first)[:8] == [f"🌐 Paged {number}" for number in range(9, 1, -1)]
    await bob.press(first, "Older ›")
    second = await bob.reads("Page 2 of 2")
    assert labels(second)[:3] == ["🌐 Paged 1", "🌐 Paged 0", "‹ Newer"]
    assert second["message_id"] == first["message_id"]
    await bob.press(second, "🌐 Paged 0")
    card = await bob.reads("Paged 0", "Readable by: everyone")
    await bob.press(card, "To the list")
    await bob.reads("Page 2 of 2")


async def test_documents_of_one_title_are_told_apart(bob: Person, library: Library) -> None:
    file = {"kind": "file", "file_name": "minutes-may.pdf", "url": None}
    await library.add("Twin minutes", "May.", owner=bob.user_id, **file)
    await library.add("Twin minutes", "June.", owner=bob.user_id)
    await bob.say("/docs twin minutes")
    page, paper = labels(await bob.reads("found 2"))[:2]
    assert page.startswith("🌐 Twin minutes · ")
    assert page.endswith("2026")
    assert paper == "📄 Twin minutes · minutes-may.pdf"


async def test_a_card_says_what_is_known(bob: Person, library: Library) -> None:
    await library.add(
        "Harbour report",
        "The harbour was dredged in May. It is nine metres deep now.",
        owner=bob.user_id,
        kind="file",
        file_name="harbour.pdf",
        url=None,
        pages=12,
        language="en",
        author="Solveig Aas",
        published="2024-05-17",
        reader_role=None,
    )
    await bob.say("/docs harbour report")
    await bob.press(await bob.reads("found 1"), "📄 Harbour report")
    card = await bob.reads(
        "The harbour was dredged in May.",
        "harbour.pdf",
        "12 pages · English",
        "By: Solveig Aas · 17 May 2024",
        "Readable by: only you",
    )
    assert "Fetch again" not in labels(card)
    assert len(card["text"]) < 1000


async def test_a_card_shows_what_a_source_says_of_itself(bob: Person, library: Library) -> None:
    await library.add(
        "Fees", owner=bob.user_id, metadata={"sheets": ["2024", "2025"], "seconds": 3845}
    )
    await bob.say("/docs fees")
    await bob.press(await bob.reads("found 1"), "🌐 Fees")
    await bob.reads("Sheets: 2024, 2025", "Length: 1:04:05")


async def test_the_text_is_read_page_by_page(bob: Person, library: Library) -> None:
    texts = [f"Passage {n}. " + "word " * 350 for n in range(3)]
    await library.add("Long text", *texts, owner=bob.user_id)
    await bob.say("/docs long text")
    await bob.press(await bob.reads("found 1"), "🌐 Long text")
    await bob.press(await bob.reads("Long text"), "Text")
    first = await bob.reads("Page 1 of 3", "Passage 0.")
    await bob.press(first, "Next ›")
    second = await bob.reads("Page 2 of 3")
    assert labels(second) == ["‹ Back", "Next ›", "To the document"]
    await bob.press(second, "To the document")
    await bob.reads("Readable by: everyone")


async def test_search_by_a_prompt(anna: Person, library: Library) -> None:
    await library.add("Ёлка и Снегирь", owner=anna.user_id)
    await library.add("Совсем другое", owner=anna.user_id)
    await anna.say("/docs")
    await anna.press(await anna.reads("Документов"), "Найти")
    await anna.reads("Как называется документ?")
    await anna.say("СНЕГИРЬ ёлка")
    found = await anna.reads("найдено: 1")
    assert labels(found)[0] == "🌐 Ёлка и Снегирь"
    await anna.press(found, "Все документы")
    await anna.reads("Выберите, какой открыть")


async def test_a_command_ends_a_question(anna: Person) -> None:
    await anna.say("/docs ннн")
    await anna.press(await anna.reads("нет"), "Найти")
    await anna.reads("Как называется документ?")
    await anna.say("/mode")
    await anna.reads("Выберите режим")
    await anna.say("стикеры")
    assert "найдено" not in (await anna.reads_count(3))[-1]["text"]


async def test_what_others_keep_for_themselves_is_not_there(
    bob: Person, anna: Person, library: Library
) -> None:
    await library.add("Secret diary", owner=anna.user_id, reader_role=None)
    await bob.say("/docs secret diary")
    await bob.reads("No document is called")


async def test_a_document_that_is_gone_is_said_to_be(bob: Person, library: Library) -> None:
    document_id = await library.add("Short-lived", owner=bob.user_id)
    await bob.say("/docs short-lived")
    shown = await bob.reads("found 1")
    await library.store.documents.delete_document(document_id, actor=bob.user_id)
    await bob.press(shown, "🌐 Short-lived")
    await bob.sees_toast("not there any more")
    await bob.reads("No document is called")


async def test_former_versions_are_opened_from_the_card(bob: Person, library: Library) -> None:
    for text in ("The toll was nine crowns.", "The toll is ten crowns."):
        await library.add("Toll", text, owner=bob.user_id, version_key="file:toll.txt")
    await bob.say("/docs toll")
    await bob.press(await bob.reads("found 1"), "🌐 Toll")
    card = await bob.reads("ten crowns")
    await bob.press(card, "Versions")
    versions = await bob.reads("newest first")
    assert len(labels(versions)) == 3
    await bob.press(versions, labels(versions)[1])
    former = await bob.reads("nine crowns", "This is a former version")
    assert "Delete" not in labels(former)
    await bob.press(former, "Current version")
    await bob.reads("ten crowns")
