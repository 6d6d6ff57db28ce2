"""Presses about a batch: cancel, try again, delete."""

from dataclasses import replace

from bot.transport.reply_address import Origin, batch_named, name_of
from pipelines.errors import Failure, UserError
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.documents import Message
from pipelines.models.requests import BatchReport, IngestRequest, ItemProgress, ItemReport
from tests.support.bot.bot_harness import House, Person, Shown

NAME = "77-1763785000"
STORED = ItemReport(0, "a.txt", "stored", "file", title="A", language="en", chunks=1)
PASSING = ItemReport(1, "b", "refused", "web", failure=Failure("source-unavailable"))
LINKS = Message(links=("https://example.org/a", "https://example.org/b"))


def batch_of(house: House, person: Person) -> str:
    return batch_named(NAME, bot_id=house.application.bot.id, chat_id=person.user_id)


async def begin(house: House, person: Person) -> tuple[str, str]:
    """Send something and have a message that shows its progress; return batch and origin."""
    await person.say("/help")
    shown = (await person.messages())[-1] if await person.messages() else None
    shown = shown or (await person.reads_count(1))[-1]
    origin = Origin(person.user_id, person.user_id, "en", progress_id=shown["message_id"])
    return batch_of(house, person), origin.encode()


async def receipt(house: House, person: Person, *items: ItemReport) -> Shown:
    """Show a receipt and what is on record of its batch."""
    batch_id, origin = await begin(house, person)
    report = BatchReport(batch_id, items, 1.0)
    request = IngestRequest(LINKS, person.user_id, origin, run_id=batch_id)
    house.runs.recorded[batch_id] = RecordedBatch(request, report, is_over=True)
    await house.notifier.ingested(origin, report)
    return await person.reads("Done")


async def unfolded(person: Person, receipt: Shown) -> Shown:
    """Press "⋯" under a receipt."""
    await person.press(receipt, "⋯")
    return await person.changed(receipt, "Less")


async def under_way(house: House, person: Person) -> Shown:
    batch_id, origin = await begin(house, person)
    lines = [ItemProgress(0, "a.txt", "running", "embed")]
    await house.notifier.progressed(origin, lines, batch_id=batch_id)
    return await person.reads("a.txt")


async def test_cancel_asks_the_run_as_whoever_pressed(house: House, bob: Person) -> None:
    await bob.press(await under_way(house, bob), "Cancel")
    await bob.sees_toast("Cancelled. Nothing of this was added.")
    assert house.runs.cancelled[-1] == (batch_of(house, bob), bob.user_id)


async def test_a_cancel_that_comes_too_late_says_so(house: House, bob: Person) -> None:
    house.runs.is_too_late = True
    await bob.press(await under_way(house, bob), "Cancel")
    await bob.sees_toast("Too late to cancel")
    house.runs.is_too_late = False


async def test_what_cannot_be_cancelled_is_explained(house: House, bob: Person) -> None:
    house.runs.fault = UserError("batch-unknown")
    await bob.press(await under_way(house, bob), "Cancel")
    await bob.sees_toast("or somebody else added it")
    house.runs.fault = None


async def test_a_press_by_somebody_else_is_refused(house: House, bob: Person) -> None:
    before = len(house.runs.cancelled)
    await bob.press(await under_way(house, bob), "Cancel", as_user=bob.user_id + 1_000_000)
    await bob.sees_toast("not yours")
    assert len(house.runs.cancelled) == before


async def test_retry_sends_what_failed_below(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED, PASSING)
    await bob.tap(shown, "Try again")
    again = f"{batch_of(house, bob)}r"
    await bob.reads("Done")
    request = house.runs.batches[again]
    assert (request.only, request.owner) == ((1,), bob.user_id)
    origin = Origin.decode(request.origin)
    assert origin is not None
    assert origin.progress_id != shown["message_id"]
    assert name_of(again, bob.user_id) == f"{NAME}r"
    left = next(m for m in await bob.messages() if m["message_id"] == shown["message_id"])
    labels = [key["text"] for row in left["buttons"] for key in row]
    assert labels == ["Ask in chat", "⋯"]


async def test_what_was_refused_for_a_secret_is_another_try_than_what_failed(
    house: House, bob: Person
) -> None:
    places = (("count", 1), ("places", "password@line:3"))
    secret = ItemReport(0, "a", "refused", "web", failure=Failure("source-secrets", places))
    shown = await receipt(house, bob, secret, PASSING)
    before = len(await bob.messages())
    for count, label in enumerate(("Try again", "Add it without them"), 1):
        await bob.press(shown, label)
        await bob.reads_count(before + count)
        await bob.reads("Done")
    again, masked = (house.runs.batches[f"{batch_of(house, bob)}{mark}"] for mark in "rm")
    assert (again.only, again.without_secrets) == ((1,), False)
    assert (masked.only, masked.without_secrets) == ((0,), True)


async def test_what_is_tried_again_is_asked_for_as_it_was(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED, PASSING)
    batch_id = batch_of(house, bob)
    recorded = house.runs.recorded[batch_id]
    asked = replace(
        recorded.request, strategy="fixed", chunk_size=200, overlap=20, interface_language="ru"
    )
    house.runs.recorded[batch_id] = replace(recorded, request=asked)
    await bob.tap(shown, "Try again", times=1)
    again = house.runs.batches[f"{batch_id}r"]
    assert replace(again, origin=asked.origin, only=(), run_id=asked.run_id) == asked


async def test_nothing_to_retry_is_explained(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED, PASSING)
    house.runs.recorded.clear()
    before = len(await bob.messages())
    await bob.press(shown, "Try again")
    await bob.sees_toast("Nothing is known of this any more")
    assert len(await bob.messages()) == before


async def test_what_is_wanted_seldom_is_folded_away_again(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED)
    await bob.press(await unfolded(bob, shown), "Less")
    folded = await bob.changed(shown, "⋯")
    assert folded["buttons"] == shown["buttons"]


async def test_every_file_of_a_batch_is_listed(house: House, bob: Person) -> None:
    items = [replace(STORED, idx=n, title=f"File {n}", document_id=f"d{n}") for n in range(10)]
    await bob.press(await receipt(house, bob, *items), "Documents")
    listed = await bob.reads("10 documents", "Page 1 of 2")
    await bob.press(listed, "Next ›")
    last = await bob.reads("Page 2 of 2")
    assert last["message_id"] == listed["message_id"]
    assert [row[0]["text"] for row in last["buttons"]] == ["File 8", "File 9", "‹ Back"]


async def test_what_was_added_is_deleted_after_a_second_thought(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED)
    await bob.press(await unfolded(bob, shown), "Delete what was added")
    question = await bob.reads("Delete everything that this added")
    assert (batch_of(house, bob), bob.user_id) not in house.store.deleted
    await bob.tap(question, "Yes, delete")
    await bob.reads("2 documents deleted")
    assert house.store.deleted.count((batch_of(house, bob), bob.user_id)) == 1
    left = await bob.reads_in(shown, "Deleted from the base")
    assert not left["buttons"]
    assert "strikethrough" in [each["type"] for each in left["entities"]]


async def test_nothing_is_deleted_on_second_thoughts(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED)
    await bob.press(await unfolded(bob, shown), "Delete what was added")
    await bob.tap(await bob.reads("Delete everything"), "Cancel")
    await bob.reads("nothing changed")
    assert (batch_of(house, bob), bob.user_id) not in house.store.deleted


async def test_what_is_somebody_elses_stays(house: House, bob: Person) -> None:
    house.store.foreign.add(batch_of(house, bob))
    shown = await receipt(house, bob, STORED)
    await bob.press(await unfolded(bob, shown), "Delete what was added")
    await bob.press(await bob.reads("Delete everything"), "Yes, delete")
    await bob.sees_toast("or somebody else added it")
    assert (batch_of(house, bob), bob.user_id) not in house.store.deleted
    house.store.foreign.clear()
    await bob.press(await bob.reads("Delete everything"), "Yes, delete")
    await bob.reads("2 documents deleted")


async def test_whoever_kept_it_may_be_asked_again(house: House, bob: Person) -> None:
    shown = await receipt(house, bob, STORED)
    shown = await unfolded(bob, shown)
    for _ in range(2):
        await bob.press(shown, "Delete what was added")
        question = await bob.reads("Delete everything")
        await bob.press(question, "Cancel")
        await bob.reads("nothing changed")
