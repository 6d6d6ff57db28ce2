"""Whole answers, with and without documents that the asker may not read: the same to the letter."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict

import pytest_asyncio

from pipelines.answer.following.offering import Offering
from pipelines.models.answers import Answer
from pipelines.services import Models
from pipelines.settings import FollowUpSettings
from tests.support.database import database
from tests.support.pipelines.allotment import (
    BOARD,
    FEES,
    NEW_COMPOST,
    OLD_COMPOST,
    RULES,
    TREASURE,
)
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

ANNA, BORIS = 841, 842
OWN = {"rules.md": RULES, "fees.md": FEES, "old.md": OLD_COMPOST}
# About the same, in the same words and in languages of its own; nearer to some of the questions.
OTHERS = {
    "board.md": BOARD,
    "new.md": NEW_COMPOST,
    "well.md": TREASURE,
    "again.md": RULES.replace("15 euros", "99 euros").replace("28 October", "1 May") * 3,
    "deutsch.md": "# Wasser\n\nDas Wasser im Garten wird am 28. Oktober abgestellt. " * 9,
    "fees.md": FEES.replace("3 400", "9 999"),
}
OFFERED = "offered next"
SAID = (
    "When is the water turned off?",
    "and turned on again?",
    "How high may the compost heap be?",
    "How much is the deposit for a key?",
    "Сколько платить за участок в Берёзовке в 2024 году?",
    "а в Калиновке?",
    "Who is Vera Somova?",
    "Кто казначей товарищества?",
    "How deep is the well?",
    "Was kostet das Wasser?",
    "What is the telephone number 555-0142?",
    "what documents do you have?",
    "How many documents are there?",
    "what is the rules document about?",
    "tell me more",
    "do you have something about the well?",
    "What is the sum of the fees in 2023?",
)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def shown(
    postgres_server: str, template_database: str, packed_models: Models
) -> AsyncIterator[tuple[dict[str, str], dict[str, str]]]:
    """What Anna is shown, among the documents of others and without them."""
    found = []
    for others in {}, OTHERS:
        for url in database(postgres_server, template_database):
            models = packed_models.embedder, packed_models.reranker
            async with open_room(url, *models) as room:
                found.append(await ask_all(room, others))
    yield found[0], found[1]


async def ask_all(room: ReadingRoom, others: dict[str, str]) -> dict[str, str]:
    for telegram_id in ANNA, BORIS:
        await room.store.people.ensure_user(telegram_id, None, "en")
    between = iter(others.items())
    for name, text in OWN.items():
        for other, kept in [each for each in (next(between, None), next(between, None)) if each]:
            run_id = f"of others {other}"
            await room.ingest((other, kept.encode()), owner=BORIS, reader_role=None, run_id=run_id)
        await room.ingest((name, text.encode()), owner=ANNA, reader_role=None, run_id=f"own {name}")
    shown = {}
    answering = room.answering
    offering = Offering(answering.store.search, answering.model, answering.answer_in_quotes)
    for said in SAID:
        answer = await room.ask(said, asker=ANNA, user_id="anna")
        offered = await offering.find(room.answered[-1], FollowUpSettings(seconds=60))
        shown[said] = as_text(answer)
        shown[f"{said} {OFFERED}"] = "".join(offered)
    page = await room.store.documents.list_documents(asker=ANNA)
    shown["/docs"] = repr(
        [(one.document_id, one.title, one.shares_title) for one in page.documents]
    )
    shown["/docs"] += f" {page.total}"
    tests = await room.rows(
        "select d.title, q.question, q.passage_idx from self_test_questions as q"
        " join documents as d on d.id = q.document_id join users as u on u.id = d.owner"
        " where u.telegram_id = %s order by d.title, q.question",
        ANNA,
    )
    shown["self-test"] = repr(tests)
    return shown


def as_text(answer: Answer) -> str:
    """Write an answer down whole, but for times and the numbers of chunks and questions."""
    return json.dumps(_kept(asdict(answer)), default=str, ensure_ascii=False, sort_keys=True)


def _kept(value: object) -> object:
    if isinstance(value, dict):
        left_out = ("id", "passage_id", "timings", "question_id", "interaction_id")
        return {name: _kept(each) for name, each in value.items() if name not in left_out}
    if isinstance(value, list | tuple):
        return [_kept(each) for each in value]
    return value


def test_no_answer_differs(shown: tuple[dict[str, str], dict[str, str]]) -> None:
    alone, among = shown
    offered = {f"{said} {OFFERED}" for said in SAID}
    assert alone.keys() == among.keys() == {*SAID, *offered, "/docs", "self-test"}
    for said in alone:
        assert among[said] == alone[said], said
    for text in "9 999", "99 euros", "Silvan Rook", "Лапин", "140 centimetres", "Oktober":
        assert not any(text in each for each in alone.values())
    assert sum('"citations": [{' in each for each in alone.values()) >= 5
    assert any(alone[each] for each in offered)
    assert alone["self-test"].count("question") > 2
