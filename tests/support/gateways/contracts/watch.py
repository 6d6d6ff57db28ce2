"""What both gateways promise about watches."""

import asyncio

from psycopg import AsyncConnection

from pipelines.models.watches import Frequency
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import direction, document, let_in, publish

ANNA, BORIS = 1, 2
URL = "https://example.org/news"


async def watch(
    store: Store, asker: int = ANNA, url: str = URL, every: Frequency = "daily", most: int = 50
) -> str | None:
    await let_in(store, asker)
    return await store.watches.add_watch(
        actor=asker, url=url, every=every, origin="here", reader_role="everyone", most=most
    )


class WatchContract:
    """Tests of watches."""

    async def test_a_watch_is_added_listed_and_stopped(self, store: Store) -> None:
        watch_id = await watch(store)
        assert watch_id is not None
        assert await watch(store, every="weekly") == watch_id
        [listed] = await store.watches.list_watches(ANNA)
        assert (listed.url, listed.every, listed.visited_at) == (URL, "weekly", None)
        kept = await store.watches.get_watch(watch_id)
        assert kept is not None
        assert (kept.owner, kept.origin, kept.failures) == (ANNA, "here", 0)
        assert await store.watches.list_watches(BORIS) == ()
        assert not await store.watches.stop_watch(watch_id, actor=BORIS)
        assert await store.watches.stop_watch(watch_id, actor=ANNA)
        assert not await store.watches.stop_watch(watch_id, actor=ANNA)
        assert await store.watches.get_watch(watch_id) is None

    async def test_nobody_watches_more_than_so_many(self, store: Store) -> None:
        pages = await asyncio.gather(*(watch(store, url=f"{URL}/{n}", most=3) for n in range(6)))
        assert len([page for page in pages if page is not None]) == 3
        assert await watch(store, BORIS, most=3) is not None
        known = (await store.watches.list_watches(ANNA))[0]
        assert await watch(store, url=known.url, most=3) == known.watch_id

    async def test_a_due_watch_is_taken_once(self, store: Store, admin: AsyncConnection) -> None:
        for n in range(6):
            await watch(store, url=f"{URL}/{n}")
        assert await store.watches.claim_due_watches(9) == ()  # the first visit is made at once
        await admin.execute("update watches set next_at = now() - interval '1 minute'")
        taken = await asyncio.gather(*(store.watches.claim_due_watches(2) for _ in range(4)))
        visits = [due.visit for part in taken for due in part]
        assert len(visits) == len(set(visits)) == 6
        assert await store.watches.claim_due_watches(9) == ()

    async def test_a_visit_says_when_the_next_one_is(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        watch_id = await watch(store, every="weekly")
        assert watch_id is not None

        async def hours_until_next() -> int:
            rows = await admin.execute(
                "select round(extract(epoch from next_at - now()) / 3600)::int as hours"
                " from watches"
            )
            return int((await rows.fetchone())["hours"])

        await store.watches.record_failed_visit(watch_id, 1, 6 * 3600)
        assert await hours_until_next() == 6
        [listed] = await store.watches.list_watches(ANNA)
        assert (listed.failures, listed.visited_at is None) == (1, False)
        await store.watches.record_visit(watch_id, '"v1"', None)
        assert await hours_until_next() == 7 * 24
        kept = await store.watches.get_watch(watch_id)
        assert kept is not None
        assert (kept.etag, kept.last_modified, kept.failures) == ('"v1"', None, 0)

    async def test_a_batch_without_former_versions(self, store: Store) -> None:
        document_id = await publish(store, document("b"), [direction(0)])
        assert await store.batches.list_batch_versions("b") == ((document_id, None),)
        assert await store.batches.list_batch_versions("none") == ()
