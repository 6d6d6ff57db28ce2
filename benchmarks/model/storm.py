"""Answers in a storm: Telegram refuses and forgets, and the process is killed again and again.

Postgres, Telegram and the model outlive the bot, which is a process of its own and starts anew
after every `kill -9`. An update that has died twice already is let through first: a third death
puts it aside, as it should.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from psycopg import AsyncConnection

from benchmarks.chaos.observing import tender_people
from benchmarks.model.bot_process import TOKEN, BotProcess, sandbox_at
from benchmarks.model.chats import Chat, chat_of
from benchmarks.model.endpoint import NAME, Pace, running_endpoint
from benchmarks.model.facts import Fact, fact
from benchmarks.model.speech import Honest
from benchmarks.model.troubles import Troubled
from benchmarks.model.weather import Aimed, Weather, bad_weather
from benchmarks.product import progress, warn_of_load
from benchmarks.refused import CannotMeasure
from bot.sandbox import Sandbox
from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.migrate import migrate

PACE = Pace(first_s=0.3, tokens_per_s=40.0)
_LIBRARIAN, _FIRST = 4001, 900_001
_DOCUMENTS = 60
_START_S, _ANSWER_S, _QUIET_S = 180.0, 240.0, 8.0
_LONGEST_DELAY_S = 2.0  # between an answer and a kill
_LOOK_S = 0.05
_AIM_S = 30.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many answers, kills and people; shares of calls that go wrong; with a model or not."""

    answers: int
    kills: int
    seed: int
    people: int = 20
    refuse: float = 0.2
    lose: float = 0.05
    lose_after_s: float = 1.0
    with_model: bool = True
    is_aimed: bool = False  # kill when Telegram has taken a message, and has not told of it


@dataclass
class StormFigures(Troubled):
    """What became of the questions; of lost and answered twice there should be none.

    failed: other messages than the answer that was asked for.
    unheard_when_killed: messages that Telegram had taken at a kill, and the bot not heard of.
    twice_unheard: of those answered twice, the ones in whose chat one of these was.
    """

    answers: int = 0
    lost: int = 0
    twice: int = 0
    failed: int = 0
    kills: int = 0
    calls: int = 0
    refused: int = 0
    receipts_lost: int = 0
    early: int = 0
    unheard_when_killed: int = 0
    twice_unheard: int = 0
    slowest_s: float = 0.0
    seconds: float = 0.0
    seed: int = 0


async def measure(plan: Plan, models_dir: Path) -> StormFigures:
    """Let people ask while everything goes wrong."""
    if plan.answers > plan.people * _DOCUMENTS:
        raise CannotMeasure(f"--answers: at most {_DOCUMENTS} for each of {plan.people} people")
    warn_of_load()
    draw = random.Random(plan.seed)  # noqa: S311 - what goes wrong is no secret
    with tempfile.TemporaryDirectory(prefix="paragraf-benchmark-") as name:
        folder = Path(name)
        postgres = EmbeddedPostgres(folder / "postgres", settings={"fsync": "off"})
        url = await asyncio.to_thread(postgres.start)
        try:
            await migrate(url)
            async with AsyncExitStack() as open_:
                sandbox = await open_.enter_async_context(
                    Sandbox(folder / "telegram", port=0, token=TOKEN)
                )
                weather = Weather(0.0, 0.0, plan.lose_after_s, draw)
                await open_.enter_async_context(bad_weather(sandbox.page_url, weather))
                endpoint = await open_.enter_async_context(running_endpoint(Honest(2)))
                endpoint.pace = PACE
                http = await open_.enter_async_context(sandbox_at(sandbox.page_url))
                settings = {
                    "TELEGRAM_TOKEN": TOKEN,
                    "TELEGRAM_BASE_URL": weather.base_url,
                    "OPEN_ACCESS": "1",
                    "DATA_DIR": str(folder / "bot"),
                    "MODELS_DIR": str(models_dir),
                    "DATABASE_URL": url,
                }
                if plan.with_model:
                    settings |= {"LLM_BASE_URL": endpoint.base_url, "LLM_MODEL": NAME}
                bot = BotProcess(folder, settings)
                open_.push_async_callback(bot.kill)
                storm = _Storm(plan, draw, bot, weather, url)
                return await storm.rage(http)
        finally:
            await asyncio.to_thread(postgres.stop)


class _Storm:
    """One run."""

    def __init__(
        self, plan: Plan, draw: random.Random, bot: BotProcess, weather: Weather, url: str
    ) -> None:
        self._plan, self._draw = plan, draw
        self._bot, self._weather = bot, weather
        self._url = url
        self._asked = self._answered = 0
        self._is_aiming = False
        self._unheard: Counter[int] = Counter()  # kills at which a chat had an unheard message
        self._news = asyncio.Condition()
        self.figures = StormFigures(seed=plan.seed)

    async def rage(self, http: httpx.AsyncClient) -> StormFigures:
        """Take in the documents in good weather; then ask, refuse, forget and kill."""
        await self._bear()
        async with AsyncExitStack() as open_:
            librarian, *people = [
                await open_.enter_async_context(chat_of(http, user))
                for user in (_LIBRARIAN, *range(_FIRST, _FIRST + self._plan.people))
            ]
            await librarian.enter("documents")
            files = [(f"{n}.txt", fact(n, "en").text.encode()) for n in range(_DOCUMENTS)]
            await librarian.bring(files)
            await asyncio.gather(*(one.enter("chat") for one in people))
            self._weather.refuse, self._weather.lose = self._plan.refuse, self._plan.lose
            began = time.monotonic()
            said = [len(chat.messages) for chat in people]
            asking = [
                asyncio.create_task(self._ask(chat, facts))
                for chat, facts in zip(people, self._share(), strict=True)
            ]
            killing = asyncio.create_task(self._kill_all(people, asking))
            await asyncio.gather(*asking)
            await killing
            await asyncio.sleep(_QUIET_S)  # for what would come twice
            self.figures.seconds = round(time.monotonic() - began, 1)
            for chat, before, facts in zip(people, said, self._share(), strict=True):
                self._judge(chat, before, facts)
        return self._summed_up()

    def _share(self) -> list[list[Fact]]:
        """Deal the questions out; nobody gets one twice."""
        people, answers = self._plan.people, self._plan.answers
        return [
            [
                fact((n + 7 * who) % _DOCUMENTS, "en")
                for n in range(len(range(who, answers, people)))
            ]
            for who in range(people)
        ]

    async def _ask(self, chat: Chat, facts: Sequence[Fact]) -> None:
        for told in facts:
            async with self._news:
                await self._news.wait_for(self._may_ask)
                self._asked += 1
            at = await chat.write(told.question)
            try:
                await chat.until(partial(_is_answered, chat, told), _ANSWER_S)
            except CannotMeasure as silent:
                self.figures.trouble(str(silent))
            waited = time.perf_counter() - at
            self.figures.slowest_s = max(self.figures.slowest_s, round(waited, 1))
            async with self._news:
                self._answered += 1
                self._news.notify_all()

    async def _kill_all(
        self, people: Sequence[Chat], asking: Sequence["asyncio.Task[None]"]
    ) -> None:
        """Kill as often as planned, spread over the answers."""
        for number in range(1, self._plan.kills + 1):
            due = number * self._plan.answers // (self._plan.kills + 1)
            async with self._news:
                await self._news.wait_for(partial(self._has_answered, due))
            await asyncio.sleep(self._draw.uniform(0, _LONGEST_DELAY_S))
            await self._until_robust(people)
            aimed = self._weather.aim() if self._plan.is_aimed else None
            if aimed is not None:
                await self._until_taken(aimed)
            unheard = set(self._weather.unheard.values())
            await self._bot.kill()
            if aimed is not None:
                aimed.let_go.set()
            self._unheard.update(unheard & {chat.user_id for chat in people})
            await self._bear()
            async with self._news:
                self.figures.kills += 1
                self._news.notify_all()
            if number % 5 == 0:
                progress(f"{number} kills, {self._answered} answers")

    async def _until_taken(self, aimed: Aimed) -> None:
        """Wait until Telegram has taken a message; there may be nothing left to say."""
        async with self._news:
            self._is_aiming = True
            self._news.notify_all()
        with suppress(TimeoutError):
            async with asyncio.timeout(_AIM_S):
                await aimed.taken.wait()
        self._is_aiming = False

    def _may_ask(self) -> bool:
        """Tell whether a question is due: some are to wait for their answer at every kill."""
        plan = self._plan
        most = (self.figures.kills + 2) * plan.answers // (plan.kills + 1)
        return self._asked < (max(most, self._answered + 1) if self._is_aiming else most)

    def _has_answered(self, questions: int) -> bool:
        return self._answered >= questions

    async def _until_robust(self, people: Sequence[Chat]) -> None:
        """Wait until no update would be put aside for one more death, but not for ever."""
        deadline = time.monotonic() + _START_S
        async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
            while time.monotonic() < deadline:
                if not await tender_people(connection, [chat.user_id for chat in people]):
                    return
                await asyncio.sleep(_LOOK_S)

    async def _bear(self) -> None:
        """Start a bot, and wait until it asks for updates."""
        self._weather.polled.clear()
        await self._bot.start()
        try:
            async with asyncio.timeout(_START_S):
                await self._weather.polled.wait()
        except TimeoutError:
            raise CannotMeasure(f"the bot does not start: {self._bot.last_words()}") from None

    def _judge(self, chat: Chat, before: int, facts: Sequence[Fact]) -> None:
        counts = [_count(chat, before, told) for told in facts]
        self.figures.answers += sum(count > 0 for count in counts)
        self.figures.lost += sum(count == 0 for count in counts)
        twice = sum(max(0, count - 1) for count in counts)
        self.figures.twice += twice
        self.figures.twice_unheard += min(twice, self._unheard[chat.user_id])
        others = len(chat.messages) - before - sum(counts)
        self.figures.failed += others
        for told, count in zip(facts, counts, strict=True):
            if count != 1:
                self.figures.trouble(f"chat {chat.user_id}, {told.place}: {count} answers")
        if others:
            known = [one.text for one in chat.messages[before:]]
            odd = [text for text in known if not any(told.told in text for told in facts)]
            self.figures.trouble(f"chat {chat.user_id}: {odd}")

    def _summed_up(self) -> StormFigures:
        weather, figures = self._weather, self.figures
        figures.calls, figures.refused = weather.calls, weather.refused
        figures.unheard_when_killed = self._unheard.total()
        figures.receipts_lost, figures.early = weather.lost, weather.early
        return figures


def _is_answered(chat: Chat, told: Fact) -> bool:
    return _count(chat, 0, told) > 0


def _count(chat: Chat, before: int, told: Fact) -> int:
    """Return how many messages answer a question."""
    return sum(told.told in one.text and told.place in one.text for one in chat.messages[before:])
