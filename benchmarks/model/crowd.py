"""Many people who ask at once, three questions each in a row, while Telegram's limits are kept."""

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.figures import percentile
from benchmarks.model.bot_process import bot_in_sandbox
from benchmarks.model.chats import Chat, chat_of
from benchmarks.model.endpoint import NAME, Pace, running_endpoint
from benchmarks.model.facts import MOST, Fact, fact
from benchmarks.model.speech import Honest
from benchmarks.product import progress, warn_of_load
from benchmarks.refused import CannotMeasure

EACH = 3  # questions in a row
PACE = Pace(first_s=0.3, tokens_per_s=40.0)
_SENTENCES = 2
_LIBRARIAN, _ALONE, _FIRST = 4001, 5000, 5001
_DOCUMENTS = 60


@dataclass(frozen=True, slots=True)
class CrowdFigures:
    """What a crowd waits compared with one person; seconds from sending to the answer.

    answered: questions whose answer holds the fact; in_order: chats whose answers came in order.
    refused: calls that Telegram's limits refused; early: those while the bot was to wait.
    """

    people: int
    questions: int
    answered: int
    in_order: int
    alone_p50_s: float
    crowd_p50_s: float
    crowd_p95_s: float
    p95_to_alone: float
    refused: int
    early: int


async def measure(people: int, models_dir: Path) -> CrowdFigures:
    """Let one person ask alone, and then so many at once."""
    if people * EACH > 50 * EACH * 4:
        raise CannotMeasure(f"--people: {people} are too many")
    warn_of_load()
    with tempfile.TemporaryDirectory(prefix="paragraf-benchmark-") as folder:
        async with running_endpoint(Honest(_SENTENCES)) as endpoint:
            endpoint.pace = PACE
            settings = {"LLM_BASE_URL": endpoint.base_url, "LLM_MODEL": NAME}
            async with bot_in_sandbox(Path(folder), models_dir, settings) as http:
                return await _crowd(http, people)


async def _crowd(http: httpx.AsyncClient, people: int) -> CrowdFigures:
    async with AsyncExitStack() as open_:
        librarian, alone, *crowd = [
            await open_.enter_async_context(chat_of(http, user))
            for user in (_LIBRARIAN, _ALONE, *range(_FIRST, _FIRST + people))
        ]
        await librarian.enter("documents")
        await librarian.bring(
            [(f"{n}.txt", fact(n, "en").text.encode()) for n in range(_DOCUMENTS)]
        )
        await asyncio.gather(*(one.enter("chat") for one in (alone, *crowd)))
        (await http.post("/sandbox/limits", json={})).raise_for_status()
        await _ask(alone, 0)  # what is loaded late is loaded then
        one = [seconds for n in range(1, 4) for seconds, _ in await _ask(alone, n)]
        progress(f"alone: {percentile(one, 50):.1f} s")
        asked = await asyncio.gather(*(_ask(chat, n) for n, chat in enumerate(crowd)))
        traffic = (await http.get("/sandbox/traffic")).json()["written"]
        waited = [seconds for each in asked for seconds, _ in each]
        alone_s = percentile(one, 50)
        return CrowdFigures(
            people=people,
            questions=len(waited),
            answered=sum(is_right for each in asked for _, is_right in each),
            in_order=sum(all(is_right for _, is_right in each) for each in asked),
            alone_p50_s=round(alone_s, 2),
            crowd_p50_s=round(percentile(waited, 50), 2),
            crowd_p95_s=round(percentile(waited, 95), 2),
            p95_to_alone=round(percentile(waited, 95) / alone_s, 2),
            refused=sum(bool(call["refused_for"]) for call in traffic),
            early=sum(call["is_early"] for call in traffic),
        )


async def _ask(chat: Chat, number: int) -> Sequence[tuple[float, bool]]:
    """Ask in a row, without waiting; return the seconds to each answer, and whether it is right."""
    facts = [_fact(number * EACH + n) for n in range(EACH)]
    said = len(chat.messages)
    asked = [await chat.write(each.question) for each in facts]
    answers = await chat.replies(EACH, after=said)
    return [
        (answer.at - at, told.told in answer.text and told.place in answer.text)
        for at, answer, told in zip(asked, answers, facts, strict=False)
    ]


def _fact(number: int) -> Fact:
    return fact(number % min(_DOCUMENTS, MOST), "en")
