"""What stays of an answer, what is asked again, and what is offered to be asked next."""

from collections.abc import AsyncIterator

import psycopg
import pytest
import pytest_asyncio
from psycopg.rows import dict_row

from pipelines.models.answers import Answer
from pipelines.models.interactions import Offer, SeenInteraction, interaction_id_of
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.settings import AnswerSettings, FollowUpSettings
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.written_material import CHEESE

ANNA = 651
LEAVE = (
    "leave.md",
    """# Отпуска

## Ежегодный отпуск

Ежегодный отпуск длится двадцать восемь дней и делится на две части.

## Отпуск за свой счёт

Отпуск за свой счёт согласует начальник отдела, не больше десяти дней в году.

## Больничный лист

Больничный лист приносят в бухгалтерию в день выхода на работу.
""".encode(),
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        *(shared_database_url, packed_models.embedder, packed_models.reranker),
        answer=AnswerSettings(follow_ups=FollowUpSettings(pause_s=3.0, seconds=30)),
    ) as opened:
        opened.mailbox.has_buttons = True
        report = await opened.ingest(CHEESE, LEAVE, owner=ANNA)
        assert {item.status for item in report.items} == {"stored"}
        await opened.store.people.ensure_user(ANNA, None, "ru")
        yield opened


async def ask(
    room: ReadingRoom, question: str, *, chat: str = str(ANNA), **more: object
) -> tuple[str, Answer]:
    """Ask as Anna; return the run's id and the answer."""
    run_id = new_id("asked")
    request = AnswerRequest(question, chat, ANNA, run_id, **more)  # type: ignore[arg-type]
    await room.runs.answer(request, run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    return run_id, told


async def kept(room: ReadingRoom, run_id: str) -> SeenInteraction | None:
    return await room.store.interactions.get_interaction(
        interaction_id_of(run_id), asker=ANNA, chat=str(ANNA)
    )


async def test_an_answer_is_measured_and_tells_how_it_came_to_be(
    room: ReadingRoom, shared_database_url: str
) -> None:
    run_id, _ = await ask(room, "How long do the cheeses lie in brine?")
    refused, _ = await ask(room, "Who won the regatta of 1911?")
    query = (
        "select q.details, e.* from query_logs as q join evaluation_results as e"
        " on e.query_log_id = q.id where q.id = %s"
    )
    async with await psycopg.AsyncConnection.connect(
        shared_database_url, row_factory=dict_row
    ) as connection:
        rows = [
            await (await connection.execute(query, [interaction_id_of(run)])).fetchone()
            for run in (run_id, refused)
        ]
    answer, refusal = rows
    assert answer is not None
    assert refusal is not None
    assert min(answer["groundedness_score"], answer["answer_relevance_score"]) > 0.85
    assert answer["details"]["passages"][0]["document_id"]
    assert set(answer["details"]["ms"]) >= {"search", "rerank", "generate", "evaluate"}
    assert answer["details"]["model"] is None
    assert answer["details"]["tokens"] == {"prompt": 0, "completion": 0}
    assert refusal["is_refusal"]
    assert refusal["answer_relevance_score"] == 0


async def test_a_question_is_on_record_with_its_answer(room: ReadingRoom) -> None:
    run_id, told = await ask(room, "How long do the cheeses lie in brine?")
    assert (told.can_be_rated, told.can_be_repeated) == (True, True)
    assert told.interaction_id == interaction_id_of(run_id)
    (last,) = await room.store.chats.get_exchanges(str(ANNA), 1, asker=ANNA)
    assert last.interaction_id == told.interaction_id
    shown = await room.store.interactions.find_shown_answer(ANNA, 1)
    assert shown is not None, "for reactions, which name the message alone"
    seen = await kept(room, run_id)
    assert seen is not None
    interaction = seen.interaction
    assert (interaction.query, interaction.response) == (told.question, told.text)
    assert (interaction.language, interaction.kind) == ("en", "question")
    assert interaction.documents == tuple(c.document_id for c in told.citations)
    assert interaction.quotes == tuple(c.quote for c in told.citations)
    (row,) = await room.rows(
        "select model_provider, agent_steps from query_logs where id = %s", told.interaction_id
    )
    assert tuple(row.values()) == (None, 0)


async def test_small_talk_is_not_on_record(room: ReadingRoom) -> None:
    run_id, told = await ask(room, "Спасибо!")
    assert (told.interaction_id, told.can_be_rated) == ("", False)
    (last,) = await room.store.chats.get_exchanges(str(ANNA), 1, asker=ANNA)
    assert not last.interaction_id
    assert await kept(room, run_id) is None


async def test_what_has_no_answer_is_on_record_but_not_rated(room: ReadingRoom) -> None:
    run_id, told = await ask(room, "What is the capital of Mongolia?")
    assert told.abstained
    assert await kept(room, run_id) is not None
    assert not told.can_be_rated
    assert run_id not in room.mailbox.offers


async def test_asked_again_it_says_what_comes_next_and_then_that_nothing_does(
    room: ReadingRoom,
) -> None:
    run_id, first = await ask(room, "Сколько дней длится ежегодный отпуск?")
    said = [first.text]
    for _ in range(2):
        seen = await kept(room, run_id)
        assert seen is not None
        known = seen.interaction
        run_id, told = await ask(
            *(room, known.reading),
            is_literal=True,
            is_again=True,
            left_out=(*known.left_out, *known.quotes),
        )
        said.append(told.text)
        assert not told.abstained
    assert "двадцать восемь дней" in said[0]
    assert "не больше десяти дней" in said[1]
    assert "двадцать восемь дней" not in said[1]
    assert said[2] == "Больше ничего об этом в базе не нашлось."
    assert (told.can_be_rated, told.can_be_repeated) == (False, False)


async def test_headings_beside_the_answer_are_offered(room: ReadingRoom) -> None:
    run_id, _ = await ask(room, "Сколько дней длится ежегодный отпуск?")
    offer = await room.mailbox.offer(run_id)
    assert offer == Offer(1, ("Отпуск за свой счёт", "Больничный лист"))
    seen = await kept(room, run_id)
    assert seen is not None
    assert seen.interaction.offered == offer.questions
    for question in offer.questions:
        _, told = await ask(room, question, is_literal=True)
        assert not told.abstained


async def test_an_answer_soon_after_another_has_questions_of_its_own(room: ReadingRoom) -> None:
    chat = new_id("chat")  # in which no topic was asked for before
    first, _ = await ask(room, "Сколько дней длится ежегодный отпуск?", chat=chat)
    second, _ = await ask(room, "Когда приносят больничный лист?", chat=chat)
    offers = [await room.mailbox.offer(run_id) for run_id in (first, second)]
    assert "Больничный лист" in offers[0].questions
    assert "Ежегодный отпуск" in offers[1].questions
    assert "Больничный лист" not in offers[1].questions


async def test_an_answer_that_nobody_sees_offers_nothing(room: ReadingRoom) -> None:
    room.mailbox.has_buttons = False
    try:
        run_id, _ = await ask(room, "Сколько дней длится ежегодный отпуск?")
    finally:
        room.mailbox.has_buttons = True
    assert run_id not in room.mailbox.offers


async def test_a_gap_shows_what_was_written_behind_what_it_leans_on(
    room: ReadingRoom, shared_database_url: str
) -> None:
    await room.store.chats.clear_history(str(ANNA))
    begun = "Who won the regatta of 1911?"
    for question in (begun, "and of 1912?", "and who rowed?"):
        await ask(room, question)
    async with await psycopg.AsyncConnection.connect(shared_database_url) as connection:
        query = "select written from question_gaps where asker = %s order by asked_at desc limit 3"
        rows = await (await connection.execute(query, [ANNA])).fetchall()
    assert [written for (written,) in reversed(rows)] == [
        begun,
        f"{begun} → and of 1912?",
        f"{begun} → and of 1912? → and who rowed?",
    ]


async def test_it_is_told_of_an_empty_base_and_of_no_other(room: ReadingRoom) -> None:
    _, refused = await ask(room, "Who won the regatta of 1911?")
    assert (refused.abstained, refused.is_base_empty) == (True, False)
    for question in ("Who won the regatta of 1911?", "Hello!"):
        run_id = new_id("asked")
        await room.runs.answer(AnswerRequest(question, "652", 652, run_id), run_id=run_id)
        (told,) = room.mailbox.answers[run_id]
        assert told.is_base_empty, question


async def test_the_reply_does_not_wait_for_what_is_measured(
    room: ReadingRoom, shared_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []

    async def count() -> None:
        async with await psycopg.AsyncConnection.connect(shared_database_url) as connection:
            found = await connection.execute("select count(*) from evaluation_results")
            counts.append((await found.fetchone() or (0,))[0])

    answered = room.mailbox.answered

    async def looking(origin: str, answer: Answer) -> int:
        await count()
        return await answered(origin, answer)

    await count()
    with monkeypatch.context() as patched:
        patched.setattr(room.mailbox, "answered", looking)
        await ask(room, "How long do the cheeses lie in brine?")
    await count()
    before, when_told, after = counts
    assert (when_told, after) == (before, before + 1)


async def test_a_refusal_is_known_by_its_message(room: ReadingRoom) -> None:
    await ask(room, "Who plays the harmonium on the moon?")
    shown = await room.store.interactions.find_shown_answer(ANNA, 1)
    assert shown is not None
    why = await room.store.rules.explain_answer(shown.id, asker=ANNA, chat=shown.chat)
    assert why.is_refusal
