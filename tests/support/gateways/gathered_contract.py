"""What both gateways promise about messages and the batches they went into."""

from pipelines.ports import Gateway


class GatheredContract:
    """A message is in one batch, and stays in it."""

    async def test_a_message_stays_in_its_first_batch(self, gateway: Gateway) -> None:
        assert await gateway.runs_of_messages(7, 1, [1, 2]) == {}
        await gateway.note_gathered_messages(7, 1, [1, 2], "first")
        await gateway.note_gathered_messages(7, 1, [2, 3], "second")
        found = await gateway.runs_of_messages(7, 1, [1, 2, 3, 4])
        assert found == {1: "first", 2: "first", 3: "second"}

    async def test_bots_and_chats_are_apart(self, gateway: Gateway) -> None:
        await gateway.note_gathered_messages(7, -1001234567890, [1], "run")
        assert await gateway.runs_of_messages(7, -1001234567890, [1]) == {1: "run"}
        assert await gateway.runs_of_messages(8, -1001234567890, [1]) == {}
        assert await gateway.runs_of_messages(7, 1, [1]) == {}
        assert await gateway.runs_of_messages(7, 1, []) == {}
