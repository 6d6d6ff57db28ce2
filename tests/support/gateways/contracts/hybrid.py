"""What both gateways promise about search by vectors and words together."""

import pytest

from pipelines.models.answers import Passage
from pipelines.models.documents import FloatArray
from pipelines.store.store import Store
from tests.support.gateways.contracts.reading import ASKERS, OWNER, STRANGER, Library
from tests.support.gateways.sample_documents import (
    direction,
    document,
    leaning,
    passage_of,
    publish_rows,
)

AWAY = direction(700)  # as far from every made-up chunk as a question can be

CODES = {
    "По ГОСТ 34.602-2020 составляют техническое задание": (
        "ГОСТ 34.602-2020", "что такое гост 34.602", "34.602–2020",
    ),
    "По ГОСТ 34.601-90 проходят стадии работ": ("стадии по ГОСТ 34.601-90",),
    "Обновление дало error 0x80070005 снова": ("error 0x80070005", "что значит 0X80070005?"),
    "Порядок описан в п. 4.2.1 приложения": ("п. 4.2.1", "что сказано в п.4.2.1"),
    "Насос 8K0-959-802-B подходит к ней": (
        "8K0 959 802 B", "8k0-959-802-b", "8K0959802B", "8k0 959 802 b",
    ),
    "База ответила ORA-01555 среди ночи": ("ora-01555", "ORA 01555", "ORA01555"),
    "Вышла версия 2.14.3-rc1 программы": ("версия 2.14.3-rc1", "2.14.3"),
    "Завод работает по ISO 9001 давно": ("iso9001", "ISO-9001", "iso 9001"),
    "Звоните 8 800 555-35-35 бесплатно": ("88005553535",),
}  # fmt: skip


async def search(
    store: Store,
    text: str,
    query: FloatArray = AWAY,
    *,
    language: str = "ru",
    top_k: int = 30,
    threshold: float = 0.2,
    asker: int | None = None,
    within: list[str] | None = None,
) -> tuple[Passage, ...]:
    return await store.search.search_documents(
        query, text=text, language=language, top_k=top_k, threshold=threshold, floor=0.0,
        asker=asker, within=within,
    )  # fmt: skip


async def publish_texts(store: Store, batch_id: str, texts: list[str]) -> None:
    """Each a passage of one chunk; the first is the nearest to direction 0."""
    rows = []
    for n, text in enumerate(texts):
        rows += passage_of(n, [text], [leaning(0.9 - n / 100, aside=600)], first=n)
    await publish_rows(store, document(batch_id), rows)


class HybridContract:
    """Tests of search_documents."""

    async def test_without_words_it_is_the_search_by_vectors(self, store: Store) -> None:
        await publish_texts(store, "b", ["насос", "клапан", "кран"])
        by_vector = await store.search.search_documents(
            direction(0), top_k=2, threshold=0.2, floor=0.0, asker=None
        )
        for text in "", "   ", "и не на", "& | ! ( ) : * ' \\ <->", "нетакогослова":
            assert await search(store, text, direction(0), top_k=2) == by_vector

    async def test_each_list_gives_by_rank(self, store: Store) -> None:
        await publish_texts(store, "b", ["насос", "клапан", "кран", "клапан насоса"])
        found = await search(store, "насос клапана", direction(0))
        # By vectors 1, 2, 3, 4; by words 2, 2, none, 1: the last is 1/64 + 1/61.
        assert [p.passage_idx for p in found] == [0, 1, 3, 2]
        assert [p.similarity for p in found] == pytest.approx(
            [0.9 - p.passage_idx / 100 for p in found], abs=1e-6
        )

    async def test_a_rare_word_weighs_more_than_a_common_one(self, store: Store) -> None:
        await publish_texts(store, "b", ["насос"] * 9 + ["клапан", "кран"])
        found = await search(store, "насос или клапан")
        assert found[0].text == "клапан"

    @pytest.mark.parametrize(
        ("question", "text"), [(q, text) for text, asked in CODES.items() for q in asked]
    )
    async def test_a_code_is_found_however_it_is_written(
        self, store: Store, question: str, text: str
    ) -> None:
        await publish_texts(store, "b", list(CODES))
        found = await search(store, question)
        assert found[0].text == text
        assert found[0].similarity == 0

    async def test_words_are_found_in_the_language_of_the_row(self, store: Store) -> None:
        rows = passage_of(0, ["насосы"], [direction(0)])
        rows += passage_of(1, ["валы"], [direction(1)], first=1)
        await publish_rows(store, document("b"), rows)
        for language in "ru", "en", "und", "zz", "":
            [found] = await search(store, "насосами", language=language)
            assert found.text == "насосы", language

    async def test_it_looks_in_the_documents_that_are_named(
        self, store: Store, library: Library
    ) -> None:
        everything = {
            p.document_id for p in await search(store, "абзац", direction(0), asker=OWNER)
        }
        assert len(everything) > 1
        for one in everything:
            for text in "", "абзац":
                found = await search(store, text, direction(0), asker=OWNER, within=[one])
                assert {p.document_id for p in found} == {one}
                seen = await search(store, text, direction(0), asker=STRANGER, within=[one])
                may_read = await store.documents.get_document(one, asker=STRANGER)
                assert bool(seen) == (may_read is not None)
        assert await search(store, "абзац", direction(0), asker=OWNER, within=[]) == ()

    async def test_words_may_be_spread_over_a_passage(self, store: Store) -> None:
        rows = passage_of(0, ["насос"], [direction(0)])
        rows += passage_of(1, ["насос", "клапан"], [direction(0)] * 2, first=1)
        rows += passage_of(2, ["клапан"], [direction(0)], first=3)
        await publish_rows(store, document("b"), rows)
        found = await search(store, "насос клапан")
        assert found[0].passage_idx == 1
        assert len(found) == len({p.passage_idx for p in found})

    async def test_few_of_the_words_do_not_pass_the_threshold(self, store: Store) -> None:
        await publish_texts(store, "b", ["насос стоит", "клапан", "кран", "вал"])
        assert await search(store, "синий насос завода Прогресс из Самары") == ()
        [found] = await search(store, "синий насос")
        assert found.text == "насос стоит"

    @pytest.mark.parametrize("text", ["насос " * 700, "x" * 4000, "1.2-3/4_5:" * 400, "'\\" * 2000])
    async def test_a_long_text_is_a_question_too(self, store: Store, text: str) -> None:
        await publish_texts(store, "b", ["насос", "клапан"])
        assert len(await search(store, text, direction(0))) == 2

    @pytest.mark.parametrize("text", ["", "абзац номер"])
    @pytest.mark.parametrize("asker", ASKERS)
    async def test_it_shows_what_the_asker_may_read(
        self, store: Store, library: Library, asker: int | None, text: str
    ) -> None:
        for query in direction(0), AWAY:
            found = await search(store, text, query, asker=asker)
            expected = library.readable_by(asker) if text or query is not AWAY else set()
            assert {p.id for p in found if p.paragraph_idx == 1} == expected
            assert len(found) == 3 * len(expected)

    async def test_what_one_may_not_read_weighs_nothing(self, store: Store) -> None:
        texts = ["насос", "насос", "клапан"]
        await publish_texts(store, "b", texts)
        before = await search(store, "насос клапан", asker=2)
        secret = document("s", owner_telegram_id=1, reader_role=None)
        rows = [row for n in range(9) for row in passage_of(n, ["клапан"], [direction(0)], first=n)]
        await publish_rows(store, secret, rows)
        assert await search(store, "насос клапан", asker=2) == before
        assert await search(store, "насос клапан", asker=1) != before
