"""What the base quotes is shown while a language model thinks, where it surely answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
import pytest_asyncio

from pipelines.answer.writing.growing import Ahead
from pipelines.models.answers import Draft
from pipelines.models.chat import Completion, Tool, Turn
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.store.documents import DocumentStore
from tests.support.llms.scripted_model import calls, says
from tests.support.pipelines.pipeline_harness import (
    GIVE_UP_SECONDS,
    Mailbox,
    ReadingRoom,
    new_id,
    open_room,
)
from tests.support.pipelines.written_material import BEES, FERRY, LIGHTHOUSE

LENS = "How much does the lens of the lighthouse weigh?"
WRITTEN = "It weighs nine hundred kilograms [1]."


class Screen(Mailbox):
    """Knows when something was quoted meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.has_quoted = asyncio.Event()

    async def drafted(self, origin: str, draft: Draft) -> None:
        await super().drafted(origin, draft)
        if draft.is_quoted:
            self.has_quoted.set()


class Thinker:
    """A model that thinks as long as a test has it think, and then gives its replies in turn."""

    def __init__(self) -> None:
        self.thought = asyncio.Event()
        self.replies: list[Completion] = []
        self.is_loading = False

    async def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        await self.thought.wait()
        if self.is_loading and on_loading is not None:
            await on_loading()
        return self.replies.pop(0)

    async def close(self) -> None:
        """Hold nothing."""


MODEL, SCREEN = Thinker(), Screen()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(
        shared_database_url, *models, language_model=MODEL, mailbox=SCREEN
    ) as opened:
        await opened.ingest(LIGHTHOUSE, BEES, FERRY)
        yield opened


@pytest.fixture(autouse=True)
def _fresh() -> None:
    SCREEN.has_quoted.clear()
    MODEL.thought.clear()
    MODEL.is_loading = False


async def drafts_of(room: ReadingRoom, question: str, *replies: Completion) -> list[Draft]:
    """Ask; the model thinks until something is quoted, unless it may think no more."""
    MODEL.replies[:] = replies
    run_id = new_id("quoted")
    asked = AnswerRequest(question, run_id, None, run_id)
    asking = asyncio.create_task(room.runs.ask(asked, run_id=run_id))
    if not MODEL.thought.is_set():
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await SCREEN.has_quoted.wait()
        MODEL.thought.set()
    await asking
    return SCREEN.drafts[run_id]


async def test_it_is_shown_with_its_source_before_the_model_says_a_word(room: ReadingRoom) -> None:
    (quoted,) = [one for one in await drafts_of(room, LENS, says(WRITTEN)) if one.is_quoted]
    assert "nine hundred kilograms" in quoted.text
    assert quoted.text.endswith("[1]")
    assert [one.file_name for one in quoted.citations] == ["lighthouse.pdf"]
    assert quoted.citations[0].quote in " ".join(quoted.text.split())
    assert (quoted.stage, bool(quoted.detail)) == ("reading", True)


async def test_what_is_quoted_stays_while_the_model_is_being_loaded(room: ReadingRoom) -> None:
    MODEL.is_loading = True
    quoted, loading = [one for one in await drafts_of(room, LENS, says(WRITTEN)) if one.is_quoted]
    assert (quoted.stage, loading.stage) == ("reading", "loading")
    assert loading.text == quoted.text


async def test_what_may_not_be_read_any_more_goes_while_the_model_is_being_loaded(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = iter([True, False])

    async def may_be_shown(self: DocumentStore, documents, *, asker, reader=None) -> bool:
        return next(allowed, True)

    monkeypatch.setattr(DocumentStore, "may_be_shown", may_be_shown)
    MODEL.is_loading = True
    drafts = await drafts_of(room, LENS, says(WRITTEN))
    assert [one.text for one in drafts if one.stage == "loading"] == [""]


async def test_that_the_model_is_being_loaded_is_said_though_nothing_is_quoted(
    room: ReadingRoom,
) -> None:
    MODEL.is_loading = True
    MODEL.thought.set()
    drafts = await drafts_of(room, f"{LENS} Who painted the ferry?", says(WRITTEN))
    assert [one.text for one in drafts if one.stage == "loading"] == [""]


async def test_it_comes_once_though_the_model_looks_further(room: ReadingRoom) -> None:
    looking = calls(("search_documents", {"query": "ferry"}))
    drafts = await drafts_of(room, LENS, looking, says(WRITTEN))
    assert sum(one.is_quoted for one in drafts) == 1


async def test_what_may_not_be_shown_any_more_is_not(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = asyncio.Event()

    async def may_be_shown(self: DocumentStore, documents, *, asker, reader=None) -> bool:
        looked.set()
        return False

    monkeypatch.setattr(DocumentStore, "may_be_shown", may_be_shown)
    monkeypatch.setattr(SCREEN, "has_quoted", looked)
    assert not any(one.is_quoted for one in await drafts_of(room, LENS, says(WRITTEN)))


@pytest.mark.parametrize(
    ("question", "is_shown"),
    [
        (LENS, True),
        ("Who painted the lens of the lighthouse?", False),
        (f"{LENS} Who painted the ferry?", False),
    ],
)
async def test_only_what_surely_answers_all_that_is_asked_is_quoted(
    room: ReadingRoom, question: str, is_shown: bool
) -> None:
    steps = room.answering
    parsed = await steps.parse_question(AnswerRequest(question, new_id("sure"), None))
    state = await steps.select(await steps.rerank(await steps.search(parsed)))
    assert state.hits
    assert (await steps.sure_quotes(state) is not None) == is_shown


def test_among_many_nobody_is_quoted_to() -> None:
    async def quote(state):
        raise AssertionError

    ahead = Ahead(quote, most=2)
    with (
        ahead.beside_answer(is_wanted=True) as one,
        ahead.beside_answer(is_wanted=False) as two,
        ahead.beside_answer(is_wanted=True) as three,
    ):
        assert (one, two, three) == (quote, None, None)
    with ahead.beside_answer(is_wanted=True) as later:
        assert later is quote
