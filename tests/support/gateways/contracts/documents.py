"""What both gateways promise about versions, the library and its owners."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial

from psycopg import AsyncConnection

from pipelines.store.documents import clean
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    publish,
    publish_rows,
    stage,
)
from tests.support.gateways.sample_documents import passage_of as passage_rows

ANNA, BORIS, OWNER = 1, 2, 3


def version(batch_id: str, **changes: object) -> object:
    """A file of Anna's called plan.txt."""
    values: dict[str, object] = {
        "owner_telegram_id": ANNA,
        "kind": "file",
        "file_name": "plan.txt",
        "url": None,
        "version_key": "file:plan.txt",
        "title": f"Plan {batch_id}",
        "reader_role": None,
    }
    return document(batch_id, **{**values, **changes})


async def ids_of(store: Store, document_id: str, admin: AsyncConnection) -> list[int]:
    """The chunks of a document."""
    rows = await admin.execute(
        "select id from documents_paragraphs where document_id = %s order by id", (document_id,)
    )
    return [row["id"] for row in await rows.fetchall()]


class DocumentsContract:
    """Tests of versions and of the library."""

    async def test_a_new_version_takes_the_place_of_the_former(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        former = await publish(store, version("a"), [direction(0)])
        cited = await ids_of(store, former, admin)
        new = await publish(store, version("b"), [direction(0)])
        assert await found_by(store, ANNA) == {new}
        [passage] = await store.search.get_passages(cited, asker=ANNA)
        assert (passage.document_id, passage.title) == (former, "Plan a")
        assert await store.search.get_passages(cited, asker=BORIS) == ()
        assert set(await store.search.get_token_vectors(cited, asker=ANNA)) == set(cited)
        assert await store.staging.find_known(version("a").content_sha256, asker=ANNA) is None
        assert await store.batches.list_batch_versions("b") == ((new, former),)

    async def test_what_was_cited_opens_until_it_is_deleted(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        former = await publish(store, version("a"), [direction(0)])
        cited = await ids_of(store, former, admin)
        new = await publish(store, version("b"), [direction(0)])
        card = await store.documents.get_document(former, asker=ANNA)
        assert card is not None
        assert card.superseded_at is not None
        assert (card.current_id, card.title) == (new, "Plan a")
        assert await store.documents.get_document(former, asker=BORIS) is None
        assert await store.documents.delete_document(new, actor=ANNA)
        assert await store.search.get_passages(cited, asker=ANNA) == ()

    async def test_until_it_is_published_the_former_is_searched(self, store: Store) -> None:
        former = await publish(store, version("a"), [direction(0)])
        await stage(store, version("b"), [direction(0)])
        assert await found_by(store, ANNA) == {former}

    async def test_what_is_no_version(self, store: Store) -> None:
        kept = {
            await publish(store, version("a"), [direction(0)]),
            await publish(store, version("b", version_key=None), [direction(0)]),
            await publish(store, version("c", version_key="file:other.txt"), [direction(0)]),
            await publish(
                store,
                version("d", owner_telegram_id=BORIS, reader_role="everyone"),
                [direction(0)],
            ),
        }
        assert await found_by(store, ANNA) == kept

    async def test_two_of_one_name_in_a_batch_stay_two(self, store: Store) -> None:
        twins = [version("a"), version("a", item_idx=1)]
        for n, twin in enumerate(twins):
            await stage(store, twin, [direction(0)], first=n)
        await store.staging.publish_batch("a")
        await publish(store, version("b"), [direction(0)])
        assert len(await found_by(store, ANNA)) == 3

    async def test_versions_published_at_once_leave_one(self, store: Store) -> None:
        names = [f"at-once-{n}" for n in range(6)]
        for name in names:
            await stage(store, version(name), [direction(0)])
        await asyncio.gather(*(store.staging.publish_batch(name) for name in names))
        [last] = await found_by(store, ANNA)
        versions = await store.documents.list_versions(last, asker=ANNA)
        assert len(versions) == 6
        assert versions[0].document_id == last
        assert [v.superseded_at is None for v in versions] == [True] + [False] * 5

    async def test_a_new_version_is_read_by_whom_the_former_was(self, store: Store) -> None:
        await publish(store, version("a"), [direction(0)])
        await publish(store, version("b", reader_role="everyone"), [direction(0)])
        assert await found_by(store, BORIS) == set()

    async def test_deleting_the_new_version_brings_the_former_back(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        former = await publish(store, version("a"), [direction(0)])
        await publish(store, version("b"), [direction(0)])
        await admin.execute("delete from documents where batch_id = 'b'")
        assert await found_by(store, ANNA) == {former}

    async def test_deleting_a_document_deletes_its_versions(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        former = await publish(store, version("a"), [direction(0)])
        new = await publish(store, version("b"), [direction(0)])
        assert not await store.documents.delete_document(new, actor=BORIS)
        assert await store.documents.delete_document(new, actor=ANNA)
        assert not await store.documents.delete_document(new, actor=ANNA)
        assert await store.documents.get_document(former, asker=ANNA) is None
        counted = await admin.execute("select count(*) from documents_paragraphs")
        assert (await counted.fetchone())["count"] == 0

    async def test_a_new_name_stays_with_later_versions(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        first = await publish(store, version("a"), [direction(0)])
        assert not await store.documents.rename_document(first, "Not mine", actor=BORIS)
        assert await store.documents.rename_document(first, "My\x00 plan", actor=ANNA)
        second = await publish(store, version("b"), [direction(0)])
        [passage] = await store.search.get_passages(await ids_of(store, second, admin), asker=ANNA)
        assert passage.title == "My\ufffd plan"

    async def test_the_list_is_what_one_may_read(self, store: Store) -> None:
        for n in range(5):
            await publish(store, version(f"b{n}", version_key=f"file:{n}"), [direction(0)])
        await publish(store, document("open", title="Открытый отчёт"), [direction(0)])
        everything = await store.documents.list_documents(asker=ANNA)
        assert everything.total == 6
        assert everything.documents[0].title == "Открытый отчёт"
        page = await store.documents.list_documents(asker=ANNA, skip=4, limit=4)
        assert ([d.title for d in page.documents], page.total) == (["Plan b1", "Plan b0"], 6)
        past = await store.documents.list_documents(asker=ANNA, skip=40)
        assert (past.documents, past.total) == ((), 6)
        assert (await store.documents.list_documents(asker=BORIS)).total == 0, "a stranger"
        await store.people.ensure_user(BORIS, "Boris", "ru")
        assert (await store.documents.list_documents(asker=BORIS)).total == 1
        assert (await store.documents.list_documents(asker=None)).total == 1

    async def test_a_caption_is_listed_only_without_its_files(self, store: Store) -> None:
        await store.people.ensure_user(ANNA, "Anna", None)
        photo = await stage(store, version("album", title="Photo"), [direction(0)])
        caption = version("album", title="Caption", version_key="file:caption", item_idx=1)
        caption = replace(caption, metadata={"caption": True})
        await stage(store, caption, [direction(1)], first=1)
        await store.staging.publish_batch("album")
        listed = await store.documents.list_documents(asker=ANNA)
        assert ([one.title for one in listed.documents], listed.total) == (["Photo"], 1)
        assert await found_by(store, ANNA, axis=1), "it is found"
        assert await store.documents.delete_document(photo, actor=ANNA)
        listed = await store.documents.list_documents(asker=ANNA)
        assert [one.title for one in listed.documents] == ["Caption"]

    async def test_search_by_words_of_the_name(self, store: Store) -> None:
        await publish(store, document("a", title="Отчёт 100% за май"), [direction(0)])
        for query in ("отчёт", "МАЙ отч", "100%", "example.org/page", ""):
            assert (await store.documents.list_documents(asker=None, query=query)).total == 1, query
        for query in ("июнь", "отчёт июнь", "1__%"):
            assert (await store.documents.list_documents(asker=None, query=query)).total == 0, query

    async def test_the_list_is_narrowed_by_language_and_day(self, store: Store) -> None:
        await publish(store, document("a", title="Report", language="en"), [direction(0)])
        await publish(store, document("b", title="Отчёт", language="ru"), [direction(0)])
        listing = partial(store.documents.list_documents, asker=None)
        [english] = (await listing(language="en")).documents
        assert english.title == "Report"
        moment, day = english.added_at, timedelta(days=1)
        assert (await listing(since=moment - day, until=moment + day)).total == 2
        assert (await listing(since=moment + day)).total == 0
        assert (await listing(until=moment - day)).total == 0
        assert [d.title for d in (await listing(until=moment, language="en")).documents] == []

    async def test_a_page_is_fetched_from_where_it_was_asked_for(self, store: Store) -> None:
        asked = "http://example.org/a?id=7"
        page = version("a", kind="web", url="https://example.org/all", version_key=f"url:{asked}")
        document_id = await publish(store, page, [direction(0)])
        assert await store.documents.get_source_address(document_id, asker=ANNA) == asked
        assert await store.documents.get_source_address(document_id, asker=BORIS) is None
        file_id = await publish(store, version("b"), [direction(0)])
        assert await store.documents.get_source_address(file_id, asker=ANNA) is None

    async def test_the_card(self, store: Store) -> None:
        await store.people.ensure_user(ANNA, "Anna", "ru")
        new = replace(version("a"), author="Solveig", published="2024-05", pages=3)  # type: ignore[type-var]
        document_id = await publish(store, new, [direction(0), direction(1)])
        card = await store.documents.get_document(document_id, asker=ANNA)
        assert card is not None
        assert (card.owner_telegram_id, card.owner_name, card.readers) == (ANNA, "Anna", ())
        assert (card.author, card.published, card.pages, card.chunks) == (
            "Solveig",
            "2024-05",
            3,
            2,
        )
        assert (card.current_id, card.versions, card.is_open) == (document_id, 1, False)
        assert card.beginning == "Абзац номер 0\n\nАбзац номер 1"
        assert card.may_change
        assert await store.documents.get_document(document_id, asker=BORIS) is None
        await store.people.appoint_owners((OWNER,))
        assert await store.documents.get_document(document_id, asker=OWNER) is None

    async def test_the_text_is_what_was_read(self, store: Store) -> None:
        rows = passage_rows(0, ["Раз.", "Два."], [direction(0), direction(1)])
        rows += passage_rows(1, ["Три."], [direction(2)], first=2)
        document_id = await publish_rows(store, version("a"), rows)
        stretch = await store.documents.read_document(document_id, asker=ANNA, skip=0, limit=1000)
        assert stretch is not None
        assert stretch.text == "Раз.\n Два.\n\nТри."
        part = await store.documents.read_document(document_id, asker=ANNA, skip=4, limit=6)
        assert part is not None
        assert (part.text, part.total) == ("\n Два.", len(stretch.text))
        assert (
            await store.documents.read_document(document_id, asker=BORIS, skip=0, limit=9) is None
        )

    async def test_owners_of_the_copy_change_what_they_may_read(self, store: Store) -> None:
        document_id = await publish(store, version("a"), [direction(0)])
        nobodys = await publish(store, document("n"), [direction(0)])
        assert not await store.documents.rename_document(nobodys, "x", actor=OWNER)
        for _ in "twice":
            await store.people.appoint_owners((OWNER, OWNER))
        assert not await store.documents.rename_document(document_id, "Renamed", actor=OWNER)
        roles = await store.administration.list_roles(ANNA)
        (everyone,) = [role.number for role in roles if role.name == "everyone"]
        assert await store.administration.share_document(
            document_id, everyone, is_on=True, actor=ANNA
        )
        assert await store.documents.rename_document(document_id, "Renamed", actor=OWNER)
        assert await store.documents.delete_document(nobodys, actor=OWNER)

    async def test_cleaning_takes_ones_own_or_for_an_owner_all(self, store: Store) -> None:
        for n in range(7):
            await publish(store, version(f"b{n}", version_key=f"file:{n}"), [direction(0)])
        await publish(store, version("again", version_key="file:0"), [direction(0)])
        theirs = await publish(store, document("boris", owner_telegram_id=BORIS), [direction(0)])
        assert await store.documents.count_to_clean(actor=ANNA, everybodys=True) == 0
        assert await store.documents.count_to_clean(actor=ANNA, everybodys=False) == 7
        assert await store.documents.clean_documents(actor=ANNA, everybodys=True, limit=9) == 0
        assert await clean(store.documents, actor=ANNA, everybodys=False, batch_size=3) == 7
        assert await found_by(store, ANNA) == {theirs}
        await store.people.appoint_owners((OWNER,))
        assert await clean(store.documents, actor=OWNER, everybodys=True) == 1
        assert await found_by(store, BORIS) == set()

    async def test_search_stays_exact_after_most_is_deleted(self, store: Store) -> None:
        for n in range(30):
            await publish(
                store,
                version(f"b{n}", version_key=f"file:{n}", owner_telegram_id=BORIS),
                [direction(n)],
            )
        kept = await publish(store, version("kept"), [direction(30)])
        assert await clean(store.documents, actor=BORIS, everybodys=False, batch_size=7) == 30
        assert await found_by(store, ANNA, axis=30) == {kept}
        assert await found_by(store, BORIS, axis=3) == set()
        again = await publish(store, version("new", version_key="file:n"), [direction(3)])
        assert await found_by(store, ANNA, axis=3) == {again}
