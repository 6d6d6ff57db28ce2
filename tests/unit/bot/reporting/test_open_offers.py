"""Offers that wait to be pressed: which question recalls one, and what is kept of a note."""

import json

import pytest

from bot.reporting.open_offers import OpenOffers
from pipelines.errors import InternalError

CHAT, HINT = 1, 7
NOTE = "Ключи от склада у Марины, код двери 4417"


class Artifacts:
    """An artifact store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    async def put_artifact(self, run_id: str, name: str, content: bytes) -> None:
        self.kept[run_id, name] = content

    async def get_artifact(self, run_id: str, name: str) -> bytes:
        try:
            return self.kept[run_id, name]
        except KeyError:
            raise InternalError("no such artifact") from None

    async def delete_artifacts(self, run_id: str) -> None:
        self.kept = {key: content for key, content in self.kept.items() if key[0] != run_id}


@pytest.fixture
def artifacts() -> Artifacts:
    return Artifacts()


@pytest.fixture
def offers(artifacts: Artifacts) -> OpenOffers:
    return OpenOffers(artifacts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "recalls"), [("у кого ключи от склада?", True), ("где обедаем?", False)]
)
async def test_a_note_is_recalled_by_what_asks_of_its_words(
    offers: OpenOffers, question: str, *, recalls: bool
) -> None:
    await offers.keep(CHAT, HINT, note=NOTE)
    offer = await offers.take(CHAT, question)
    assert (offer is not None and offer.hint_id == HINT) is recalls


async def test_a_file_is_recalled_by_any_question_once(offers: OpenOffers) -> None:
    await offers.keep(CHAT, HINT)
    assert await offers.take(CHAT, "где обедаем?") is not None
    assert await offers.take(CHAT, "где обедаем?") is None


async def test_no_word_of_a_note_is_kept(offers: OpenOffers, artifacts: Artifacts) -> None:
    await offers.keep(CHAT, HINT, note=NOTE)
    hint_id, words = json.loads(next(iter(artifacts.kept.values())))
    assert hint_id == HINT
    assert words
    kept = str(words).casefold()
    assert not any(word.strip(",").casefold() in kept for word in NOTE.split() if len(word) > 1)


async def test_what_was_kept_by_an_older_version_is_a_file(
    offers: OpenOffers, artifacts: Artifacts
) -> None:
    await artifacts.put_artifact(f"open-offer-{CHAT}", "hint", b"7")
    assert await offers.take(CHAT, "где обедаем?") is not None
