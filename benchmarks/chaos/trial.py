"""Kill the bot at points of a golden run and at random moments, and check what became of it."""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from benchmarks.chaos.house import House, open_house
from benchmarks.chaos.material import Batch, batch_of
from benchmarks.chaos.observing import Outcome, Reader, look_at
from benchmarks.chaos.points import Point, points_of
from benchmarks.refused import CannotMeasure

FIRST_USER = 900_000
PATIENCE_SECONDS = 90.0
_LOOK_SECONDS = 0.1
_AN_ALBUM = 10
_IDLE_SECONDS = 4.0


@dataclass
class ChaosFigures:
    """What the command prints; every number but `kills` and `seed` should be 0, or small."""

    kills: int = 0
    seed: int = 0
    lost: int = 0
    duplicates: int = 0
    half_visible: int = 0
    recovered_max_s: float = 0.0
    golden_points: int = 0  # that the golden run has
    points_killed_at: int = 0
    random_kills: int = 0
    batches: int = 0
    troubles: list[str] = field(default_factory=list)


class Trial:
    """One house, and the batches that are sent to its bot."""

    def __init__(self, house: House, http: httpx.AsyncClient, seed: int) -> None:
        self._house = house
        self._http = http
        self._draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
        self._number = 0
        self.figures = ChaosFigures(seed=seed)
        self.golden_seconds = 0.0

    async def golden(self) -> list[Point]:
        """Send one batch and let it be; return the points at which one can die."""
        bots, orders = self._house.bots, self._house.orders
        await bots.bear()
        await bots.until_ready()
        orders.give(None)
        await asyncio.sleep(_IDLE_SECONDS)  # what is called now is called by the clock
        orders.give(None)
        began = time.monotonic()
        batch, user_id = await self._send()
        await self._settle(batch, user_id, "golden run")
        self.golden_seconds = time.monotonic() - began
        points = points_of(bots.log, orders.number)
        self.figures.golden_points = len(points)
        return points

    async def die_at(self, point: Point) -> None:
        """Send a batch to a bot that dies at this point, if it gets there."""
        self._house.orders.give(point)
        batch, user_id = await self._send()
        died = await self._until_death_or_end(batch, user_id)
        self._house.orders.give(None)
        if died:
            self.figures.points_killed_at += 1
            await self._recover()
        await self._settle(batch, user_id, f"{point.when} {point.label} #{point.nth}")

    async def die_sometime(self) -> None:
        """Kill the bot at a random moment of a batch; now and then once more as it starts."""
        sending = asyncio.create_task(self._send())
        await asyncio.sleep(self._draw.uniform(0.0, 1.1 * self.golden_seconds))
        await self._house.bots.kill()
        self.figures.random_kills += 1
        batch, user_id = await sending
        if self._draw.random() < 0.3:
            await self._recover()
            await asyncio.sleep(self._draw.uniform(0.0, 2.0))
            await self._house.bots.kill()
        await self._recover()
        await self._settle(batch, user_id, "a random moment")

    async def stop_postgres_sometime(self) -> None:
        """Stop Postgres hard at a random moment of a batch; the bot lives on."""
        sending = asyncio.create_task(self._send())
        await asyncio.sleep(self._draw.uniform(0.0, 1.1 * self.golden_seconds))
        await asyncio.to_thread(self._house.stop_postgres)
        self._house.bots.born_at = time.monotonic()
        self.figures.random_kills += 1
        self.figures.kills += 1
        batch, user_id = await sending
        await self._settle(batch, user_id, "Postgres stopped")

    def choose(self, points: Sequence[Point], count: int) -> list[Point]:
        """Choose points: of every kind of call in turn, of each kind at random."""
        by_kind: dict[tuple[str, str], list[Point]] = {}
        for point in points:
            by_kind.setdefault((point.label, point.when), []).append(point)
        kinds = list(by_kind.values())
        for kind in (*kinds, kinds):
            self._draw.shuffle(kind)
        chosen = [kind[turn] for turn in range(len(points)) for kind in kinds if turn < len(kind)]
        return chosen[:count]

    async def _recover(self) -> None:
        self.figures.kills += 1
        await self._house.bots.bear()

    async def _send(self) -> tuple[Batch, int]:
        """Send a new person's batch: two albums, and a message with links."""
        self._number += 1
        batch, user_id = batch_of(self._number), FIRST_USER + self._number
        await self._go_to_documents(user_id)
        path = f"/sandbox/chats/{user_id}/messages"
        who = {"user_id": user_id, "language_code": "en"}
        for number, file in enumerate(batch.files):
            album = {"media_group_id": f"{batch.tag}-{number // _AN_ALBUM}"}
            reply = await self._http.post(path, params=who, files={"document": file}, data=album)
            reply.raise_for_status()
        links = " ".join(map(self._house.site.url, batch.paths))
        reply = await self._http.post(path, params=who, json={"text": links})
        reply.raise_for_status()
        self.figures.batches += 1
        return batch, user_id

    async def _go_to_documents(self, user_id: int) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._house.database_url, autocommit=True
                ) as connection:
                    await connection.execute(
                        "select public.set_mode(p_user_id => %s, p_mode => 'documents')",
                        [str(user_id)],
                    )
                    return
            except psycopg.OperationalError:  # just stopped
                await asyncio.sleep(_LOOK_SECONDS)

    async def _until_death_or_end(self, batch: Batch, user_id: int) -> bool:
        """Wait; True when the bot died."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._house.bots.is_alive and time.monotonic() < deadline:
            if (await self._look(batch, user_id)).ended:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        return not self._house.bots.is_alive

    async def _settle(self, batch: Batch, user_id: int, where: str) -> None:
        """Wait for the end of a batch; note what is wrong with it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (outcome := await self._look(batch, user_id)).ended:
            if time.monotonic() > deadline or not self._house.bots.is_alive:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        else:
            if self.figures.kills:
                took = time.monotonic() - self._house.bots.born_at
                self.figures.recovered_max_s = max(self.figures.recovered_max_s, round(took, 1))
            await asyncio.sleep(0.3)  # for a second final message, if one is on its way
            outcome = await self._look(batch, user_id)
        self._note(outcome, f"{batch.tag} {where}")

    async def _look(self, batch: Batch, user_id: int) -> Outcome:
        reply = await self._http.get(f"/sandbox/chats/{user_id}/messages")
        shown = [each for each in reply.json()["messages"] if each["from"] == "bot"]
        try:
            return await look_at(self._house.database_url, user_id, batch, shown)
        except psycopg.OperationalError:  # just stopped
            return Outcome()

    def _note(self, outcome: Outcome, where: str) -> None:
        self.figures.lost += len(outcome.lost)
        self.figures.duplicates += len(outcome.duplicates)
        for trouble in _troubles(outcome):
            self.figures.troubles.append(f"{where}: {trouble}")
            print(f"{where}: {trouble}", file=sys.stderr, flush=True)


def _troubles(outcome: Outcome) -> Iterator[str]:
    yield from (f"lost {each}" for each in outcome.lost)
    yield from (f"twice {each}" for each in outcome.duplicates)


async def measure(
    kills: int, seed: int, *, points: int | None = None, stop_postgres: bool = False
) -> ChaosFigures:
    """Run the trial in a folder of its own.

    Args:
        kills: at random moments.
        points: of the golden run, at most; None: one of every kind of call, before and after it.
        stop_postgres: stop Postgres instead of the bot, at random moments only.
    """
    with tempfile.TemporaryDirectory(prefix="paragraf-chaos-") as name:
        folder = Path(name)
        async with (
            open_house(folder) as house,
            Reader(house.database_url).looking() as reader,
            httpx.AsyncClient(base_url=house.sandbox.page_url, timeout=60) as http,
        ):
            trial = Trial(house, http, seed)
            golden = await trial.golden()
            if trial.figures.troubles:
                raise CannotMeasure(f"the golden run failed: {_words(house)}")
            await _torment(trial, golden, kills, points, stop_postgres=stop_postgres)
        trial.figures.half_visible = len(reader.half_visible)
        return trial.figures


async def _torment(
    trial: Trial, golden: list[Point], kills: int, points: int | None, *, stop_postgres: bool
) -> None:
    if stop_postgres:
        for number in range(kills):
            await trial.stop_postgres_sometime()
            _say(f"{number + 1} of {kills} stops of Postgres", trial)
        return
    kinds = len({(point.label, point.when) for point in golden})
    chosen = trial.choose(golden, kinds if points is None else points)
    for number, point in enumerate(chosen):
        await trial.die_at(point)
        _say(f"{number + 1} of {len(chosen)} points", trial)
    for number in range(kills):
        await trial.die_sometime()
        _say(f"{number + 1} of {kills} random kills", trial)


def _say(what: str, trial: Trial) -> None:
    print(f"{what}, {trial.figures.recovered_max_s} s at most", file=sys.stderr, flush=True)


def _words(house: House) -> Any:
    errors = house.bots.errors
    return errors.read_text(encoding="utf-8")[-2000:] if errors.exists() else ""
