"""Messages that come once more, as after a crash."""

from telegram import Update

from tests.support.bot.bot_harness import House, Person


async def test_messages_that_come_again_lead_to_the_run_they_are_in(
    base: Person, house: House
) -> None:
    sent = [await base.send_file(f"{n}.txt", b"x", media_group_id="album") for n in range(3)]
    await base.reads("Added: 3")
    (run_id, request), *_ = [
        each for each in house.runs.batches.items() if each[1].owner == base.user_id
    ]
    del house.runs.batches[run_id]  # as if the process had died before its run began
    for message_id in (sent[1], sent[2]):
        await again(house, base, message_id, f"{message_id}.txt")
    new = await base.send_file("new.txt", b"x")
    await base.reads("Done, “new.txt”")
    assert house.runs.batches[run_id] == request
    assert len(house.batches_of(base)) == 2
    assert not [
        key
        for key in house.runs.batches
        if f"-{new}-" not in key and key != run_id and house.runs.batches[key].owner == base.user_id
    ]


async def test_messages_of_a_run_that_has_ended_begin_nothing(base: Person, house: House) -> None:
    sent = await base.send_file("plan.txt", b"x")
    await base.reads("Done, “plan.txt”")
    (run_id,) = [key for key, each in house.runs.batches.items() if each.owner == base.user_id]
    await house.store.artifacts.delete_artifacts(run_id)
    await again(house, base, sent, "plan.txt")
    await base.send_file("new.txt", b"x")
    await base.reads("Done, “new.txt”")
    assert len(house.batches_of(base)) == 2
    assert len(await base.messages()) == 2


async def again(house: House, person: Person, message_id: int, name: str) -> None:
    """Let a message come once more, as after a crash."""
    who = {"id": person.user_id, "is_bot": False, "first_name": "X", "language_code": "en"}
    message = {
        "message_id": message_id,
        "date": 1793000000,
        "chat": {"id": person.user_id, "type": "private", "first_name": "X"},
        "from": who,
        "document": {"file_id": "F", "file_unique_id": "U", "file_name": name},
    }
    update = Update.de_json({"update_id": 2, "message": message}, house.application.bot)
    await house.application.process_update(update)
