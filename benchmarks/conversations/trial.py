"""Play conversations with the bot and judge every reply.

The whole bot runs over an empty folder, without an LLM. One person sends the documents, and waits
until each can be asked about; every conversation is another person in a chat of their own.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import psycopg

from benchmarks.conversations.sandbox_chat import Chat, sandbox
from benchmarks.conversations.scoring import Played, judge
from benchmarks.conversations.script import Conversation, Script
from benchmarks.product import as_superuser, progress, running_bot, warn_of_load
from benchmarks.refused import CannotMeasure
from bot.phrasebook import FluentPhrasebook
from bot.stack import Stack

QUIET_S = 1.0  # after which a reply is whole; and Telegram lets a bot write once a second
_LIBRARIAN, _FIRST_ID = 4001, 5001
_TAKEN_IN_S = 300.0
_PUBLISHED = "select count(*) from public.documents where published_at is not null"
_LANGUAGES = ("ru", "en")


async def play(script: Script, models_dir: Path, at_once: int) -> list[Played]:
    """Play a script to a bot of its own, so many conversations at once.

    Raises:
        CannotMeasure: the bot does not take in a document.
    """
    warn_of_load()
    async with running_bot(models_dir) as stack:
        assert stack.page_url is not None
        async with sandbox(stack.page_url) as http:
            await _take_in(script.documents, stack, http)
            return await _converse(script.conversations, http, at_once)


async def _take_in(documents: Sequence[Path], stack: Stack, http: httpx.AsyncClient) -> None:
    librarian = Chat(http, _LIBRARIAN, "en")
    await librarian.enter(_button("documents", "en"))
    for count, document in enumerate(documents, 1):
        await librarian.send(document)
        deadline = time.monotonic() + _TAKEN_IN_S
        while await asyncio.to_thread(_published, as_superuser(stack.storage)) < count:
            if "✗" in (said := await librarian.last_words()) or time.monotonic() > deadline:
                raise CannotMeasure(f"{document}: not taken in: {said}")
            await asyncio.sleep(0.25)
        progress(f"{count} of {len(documents)} documents taken in")


def _published(database_url: str) -> int:
    with psycopg.connect(database_url) as connection:
        row = connection.execute(_PUBLISHED).fetchone()
    assert row is not None
    return int(row[0])


async def _converse(
    conversations: Sequence[Conversation], http: httpx.AsyncClient, at_once: int
) -> list[Played]:
    phrases = FluentPhrasebook()
    refusals = [phrases.say("answer-not-found", each).splitlines()[0] for each in _LANGUAGES]
    room = asyncio.Semaphore(at_once)
    over = 0

    async def converse(number: int, conversation: Conversation) -> list[Played]:
        nonlocal over
        async with room:
            played = await _play_one(
                Chat(http, _FIRST_ID + number, conversation.language), conversation, refusals
            )
        over += 1
        progress(f"{over} of {len(conversations)} conversations")
        return played

    parts = await asyncio.gather(*(converse(*each) for each in enumerate(conversations)))
    return [played for part in parts for played in part]


async def _play_one(
    chat: Chat, conversation: Conversation, refusals: Sequence[str]
) -> list[Played]:
    await chat.enter(_button("chat", conversation.language))
    played = []
    for turn in conversation.turns:
        heard = await chat.ask(turn.text, turn.language, QUIET_S)
        verdict = judge(turn, heard.reply, refusals)
        played.append(Played(turn, heard.reply, verdict, heard.seconds))
    return played


def _button(name: str, language: str) -> str:
    return FluentPhrasebook().say(f"button-{name}", language)
