"""How long an answer takes as a whole in a large base, without a language model.

The whole bot runs in this process, over the library that `speed` makes up. Somebody who may read
all of it asks in the sandbox; the time is from sending a question to the message with the answer.
Every second question leans on the one before it, as in "And at Kellor?". Asked is one in a second
at most, for Telegram's limits, as in `waiting.py`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from psycopg import AsyncConnection

from benchmarks.conversations.sandbox_chat import sandbox
from benchmarks.figures import Figures, percentile
from benchmarks.model.chats import Chat, chat_of
from benchmarks.product import as_superuser, progress, running_bot, warn_of_load
from benchmarks.speed.fill import FIRST_USER, fill
from benchmarks.speed.library import ASKERS, plan_documents
from benchmarks.speed.sentences import Sentence, make_frames
from benchmarks.speed.sentences import fill as fill_frame
from benchmarks.speed.vectors import read_sample
from pipelines.services import load_models
from pipelines.settings import ModelSettings

_SEED = 3
_FRAMES, _WARM_UPS = 1_200, 5
_APART = 1.1  # seconds between questions
_FOLLOW_UPS = {"en": "And at {name}?", "ru": "А в {name}?"}

Pair = tuple[str, str]  # a question, and one that leans on it


async def measure(chunks: int, questions: int, models_dir: Path) -> Figures:
    """Fill the base of a bot of its own with so many chunks, and ask so many pairs."""
    warn_of_load()
    random = np.random.default_rng(_SEED)
    async with running_bot(models_dir) as stack, sandbox(stack.page_url or "") as http:
        url = as_superuser(stack.storage)
        async with await AsyncConnection.connect(url, autocommit=True) as connection:
            embedder = (await load_models(ModelSettings(folder=models_dir))).embedder
            frames = make_frames(_FRAMES, random)
            sample = await read_sample(embedder, [fill_frame(frame, random) for frame in frames])
            told = await fill(connection, embedder, plan_documents(chunks, random), sample, random)
        progress(f"{chunks} chunks")
        async with chat_of(http, FIRST_USER + ASKERS["full"]) as chat:
            await chat.enter("chat")
            asked = _pairs(told, random)
            await _ask(chat, list(islice(asked, _WARM_UPS)))
            times = await _ask(chat, list(islice(asked, questions)))
    first, second = zip(*times, strict=True)
    return {
        "chunks": chunks,
        "questions": 2 * questions,
        "answer_p50_s": round(percentile(first, 50), 3),
        "answer_p95_s": round(percentile(first, 95), 3),
        "follow_up_p50_s": round(percentile(second, 50), 3),
        "follow_up_p95_s": round(percentile(second, 95), 3),
    }


def _pairs(told: Sequence[Sentence], random: np.random.Generator) -> Iterator[Pair]:
    while True:
        one, other = (told[int(random.integers(len(told)))] for _ in range(2))
        language = one.frame.language
        if other.frame.language == language:
            yield one.question(random), _FOLLOW_UPS[language].format(**other.slots)


async def _ask(chat: Chat, pairs: Sequence[Pair]) -> list[tuple[float, float]]:
    return [(await _wait(chat, one), await _wait(chat, other)) for one, other in pairs]


async def _wait(chat: Chat, question: str) -> float:
    said = len(chat.messages)
    began = await chat.write(question)
    [reply, *_] = await chat.replies(1, after=said)
    seconds = reply.at - began
    await asyncio.sleep(max(0.0, _APART - seconds))
    return seconds
