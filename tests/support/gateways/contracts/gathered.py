"""What both gateways promise about messages and the batches they went into."""

from pipelines.store.store import Store


class GatheredContract:
    """A message is in one batch, and stays in it."""

    async def test_a_message_stays_in_its_first_batch(self, store: Store) -> None:
        assert await store.batches.find_message_runs(7, 1, [1, 2]) == {}
        await store.batches.record_message_runs(7, 1, [1, 2], "first")
        await store.batches.record_message_runs(7, 1, [2, 3], "second")
        found = await store.batches.find_message_runs(7, 1, [1, 2, 3, 4])
        assert found == {1: "first", 2: "first", 3: "second"}

    async def test_bots_and_chats_are_apart(self, store: Store) -> None:
        await store.batches.record_message_runs(7, -1001234567890, [1], "run")
        assert await store.batches.find_message_runs(7, -1001234567890, [1]) == {1: "run"}
        assert await store.batches.find_message_runs(8, -1001234567890, [1]) == {}
        assert await store.batches.find_message_runs(7, 1, [1]) == {}
        assert await store.batches.find_message_runs(7, 1, []) == {}
