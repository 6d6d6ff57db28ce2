"""Kill the bot at points of a golden run and at random moments, and check what became of it.

Several people send a batch each, so that one kill finds each batch somewhere else; the bot dies a
dozen times and more before it is left alone. Then everything has to be over soon, and each batch
is checked on its own. What a further start would mend is seen at the last one, which comes
somewhere else in every round.
"""

import asyncio
import random
import tempfile
import time
from pathlib import Path

import httpx
import psycopg

from benchmarks.chaos.crowd import Crowd
from benchmarks.chaos.environment.house import House, open_house
from benchmarks.chaos.figures import Account, ChaosFigures
from benchmarks.chaos.points import NOBODY, Point, points_of, standing_at
from benchmarks.chaos.process.tally import Order
from benchmarks.chaos.reader import Reader
from benchmarks.refused import CannotMeasure

PATIENCE_SECONDS = 90.0
PEOPLE, DEATHS, STOPS = 3, 16, 3  # in a round at random moments
PEOPLE_AT_POINTS, DEATHS_AT_POINTS = 5, 24
_LOOK_SECONDS = 0.05
_LONGEST_LIFE = 0.5  # after a start, before a random kill; of the time that a batch alone takes
_STILLBORN = 0.25  # of random kills that come during the start, which takes about
_START_SECONDS = 1.0
_SPARED, _MANY = 150, 50
_VAIN_ROUNDS = 3  # without a new point, then those that are left cannot be reached
_READING = """
select p.proname from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname = 'public' and p.provolatile <> 'v'
"""


class Trial:
    """One house, and the people who send batches to its bot."""

    def __init__(self, house: House, crowd: Crowd, seed: int, *, every: bool = False) -> None:
        self._house = house
        self._bots = house.bots
        self._crowd = crowd
        self._draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
        self._every = every
        self._of_house: frozenset[Point] = frozenset()
        self._longest_life = 0.0
        self.account = Account(seed)

    async def golden(self) -> None:
        """Let one batch pass undisturbed, then a start while one is under way; plan by both."""
        async with await psycopg.AsyncConnection.connect(self._house.database_url) as connection:
            found = await (await connection.execute(_READING)).fetchall()
        self._bots.reading = [name for (name,) in found]
        recording = Order(every=True)
        await self._bots.bear(recording)
        await self._bots.until_ready()
        began = time.monotonic()
        self._crowd.gather(1, self._draw)
        await self._settle("golden run")
        self._longest_life = _LONGEST_LIFE * (time.monotonic() - began)
        recorded = self._bots.moments()
        if self.account.figures.troubles:
            raise CannotMeasure(f"the golden run failed: {self._bots.words()}")
        self._crowd.gather(1, self._draw)
        await asyncio.sleep(self._draw.uniform(2.0, 3.0))
        await self._bots.kill()
        await self._bots.bear(recording)
        await self._settle("golden start")
        started = [each for each in self._bots.moments() if each.person == NOBODY]
        moments = [*started, *(each for each in recorded if each.person != NOBODY)]
        self._of_house = frozenset(points_of(started, every=self._every))
        self.account.plan(points_of(moments, every=self._every), len(moments))

    async def die_at(self, many: int | None) -> None:
        """Die at so many points of the golden run, or at all of them."""
        golden = sorted(self.account.golden)
        if many is not None:
            golden = self._draw.sample(golden, min(many, len(golden)))
        wanted, vain = frozenset(golden), 0
        while (left := self.account.left(wanted)) and vain < _VAIN_ROUNDS:
            await self._torment_at(wanted)
            vain = vain + 1 if self.account.left(wanted) == left else 0
            self.account.say(f"{len(wanted) - len(self.account.left(wanted))} of {len(wanted)}")
        for point in sorted(self.account.left(wanted)):
            print(f"never there: {point}", flush=True)

    async def die_sometime(self, kills: int) -> None:
        """Kill the bot at so many random moments, some of them while it starts."""
        left = kills
        while left > 0:
            self._crowd.gather(PEOPLE, self._draw)
            for _ in range(min(left, DEATHS)):
                if not await self._kill_sometime():
                    break
                left -= 1
                await self._bots.bear()
            await self._settle("random moments")
            self.account.say(f"{kills - left} of {kills} random kills")

    async def stop_postgres(self, stops: int) -> None:
        """Stop Postgres hard at so many random moments; the bot lives on."""
        left = stops
        while left > 0:
            self._crowd.gather(PEOPLE, self._draw)
            for _ in range(min(left, STOPS)):
                await asyncio.sleep(self._draw.uniform(0.0, 2 * self._longest_life))
                if await self._crowd.is_done():
                    break
                await asyncio.to_thread(self._house.stop_postgres)
                self._bots.born_at = time.monotonic()
                self.account.figures.stops_of_postgres += 1
                self.account.figures.kills += 1
                left -= 1
            await self._settle("Postgres stopped")
            self.account.say(f"{stops - left} of {stops} stops of Postgres")

    async def _torment_at(self, wanted: frozenset[Point]) -> None:
        """Go through one round of deaths at points that are wanted."""
        self._crowd.gather(PEOPLE_AT_POINTS, self._draw)
        if await self._kill_sometime():
            for turn in range(DEATHS_AT_POINTS):
                await self._bots.bear(await self._order(wanted, turn))
                if not await self._until_dead():
                    break
                await self._count_kill(at_random=False)
            else:
                await self._bots.bear()
        await self._settle("golden points")

    async def _order(self, wanted: frozenset[Point], turn: int) -> Order:
        """Order a death where many batches stand, or sooner, at every third turn, as it starts."""
        left = self.account.left(wanted)
        starting, passing = left & self._of_house, left - self._of_house
        tender = tuple((await self._crowd.tender()).items())
        if starting and (turn % 3 == 0 or not passing):
            passing |= {self._draw.choice(sorted(starting))}
        # While many are left, some of the way is made first: or all the deaths were early ones.
        spared = self._draw.randint(0, _SPARED) if len(passing) > _MANY else 0
        return Order(passing, PEOPLE_AT_POINTS, spared=spared, every=self._every, tender=tender)

    async def _until_dead(self) -> bool:
        """Wait for the death that was ordered; False when everything is over without it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._bots.is_alive:
            if await self._crowd.is_done() or time.monotonic() > deadline:
                return False
            await asyncio.sleep(_LOOK_SECONDS)
        return True

    async def _kill_sometime(self) -> bool:
        """Kill it at a random moment; False when everything was over before."""
        if self._draw.random() < _STILLBORN:
            await asyncio.sleep(self._draw.uniform(0.0, _START_SECONDS))
        else:
            await self._bots.until_ready()
            await asyncio.sleep(self._draw.uniform(0.0, self._longest_life))
        await self._crowd.until_robust(PATIENCE_SECONDS)
        if await self._crowd.is_done():
            return False
        await self._bots.kill()
        await self._count_kill(at_random=True)
        return True

    async def _count_kill(self, *, at_random: bool) -> None:
        """Note where all stood, and search for what is half visible now that nothing moves."""
        ownership = standing_at(self._bots.moments(), every=self._every)
        self.account.count_kill(set(ownership.values()), at_random=at_random)
        await self._crowd.look()

    async def _settle(self, where: str) -> None:
        """Wait until everything is over; note what is wrong."""
        took = await self._crowd.until_done(PATIENCE_SECONDS)
        if took is not None and self.account.figures.kills:
            self.account.count_recovery(time.monotonic() - self._bots.born_at)
        await asyncio.sleep(0.3)  # for a second final message, if one is on its way
        figures = self.account.figures
        async for sender, outcome, half in self._crowd.judge():
            figures.batches += 1
            figures.lost += len(outcome.lost)
            figures.duplicates += len(outcome.duplicates)
            figures.half_visible += bool(half)
            for trouble in outcome.troubles():
                self.account.trouble(f"{sender.batch.tag}, {where}", trouble)
            if half:
                found = f"{sorted(half)} of {outcome.documents} documents were found"
                self.account.trouble(f"{sender.batch.tag}, {where}", found)


async def measure(
    kills: int,
    seed: int,
    *,
    points: int | None = None,
    every: bool = False,
    stop_postgres: bool = False,
) -> ChaosFigures:
    """Run the trial in a folder of its own.

    Args:
        kills: at random moments.
        points: of the golden run, at most; None: all.
        every: also those that are the same as others, see points.py.
        stop_postgres: stop Postgres instead of the bot, at random moments only.
    """
    with tempfile.TemporaryDirectory(prefix="paragraf-chaos-") as name:
        async with (
            open_house(Path(name)) as house,
            Reader(house.database_url).looking() as reader,
            httpx.AsyncClient(base_url=house.sandbox.page_url, timeout=60) as http,
            Crowd(house, http, reader).assembled() as crowd,
        ):
            trial = Trial(house, crowd, seed, every=every)
            await trial.golden()
            if stop_postgres:
                await trial.stop_postgres(kills)
            else:
                await trial.die_sometime(kills)
                await trial.die_at(points)
            trial.account.figures.searches = reader.looks
        return trial.account.figures
