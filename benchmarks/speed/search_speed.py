"""How search and retrieval keep up with a large library, with access rules.

A library of N chunks is made up (`library.py`, `sentences.py`, `vectors.py`) and written in bulk
(`fill.py`: the graph is made at the end, with more memory than a server of ours has otherwise);
the same seed gives the same library. Four people ask in turn, who may read about 2%, an eighth,
half and all of it; no question is asked twice, and each is about something that stands in the
library, in other words.

`search_*`: the store's hybrid search, of questions that are embedded already. `retrieval_*`:
from the question to the passages that an answer may rest on. `retrieval_p95_ms_while_ingesting`:
the same with as many other questions, while one batch of 1,800 chunks after the other is taken in
through the pipeline. `build_s`: making rows up, writing them, and the indexes. `rss_bytes`: of
this process, its children and all processes of Postgres, what they share counted with each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped]
from psycopg import AsyncConnection

from benchmarks.figures import Figures, percentile, share
from benchmarks.product import (
    Product,
    as_superuser,
    fresh_storage,
    open_product,
    progress,
    warn_of_load,
)
from benchmarks.retrieval.asking import Answered, ask
from benchmarks.speed.fill import FIRST_USER, fill
from benchmarks.speed.library import ASKERS, Writer, plan_documents
from benchmarks.speed.search import Asked, Searched, recall, search
from benchmarks.speed.sentences import Sentence, make_frames
from benchmarks.speed.sentences import fill as fill_frame
from benchmarks.speed.uploads_at_once import ingesting
from benchmarks.speed.vectors import Sample, read_sample

_SEED = 3
_WARM_UPS = 20
_ASKERS = {FIRST_USER + number: name for name, number in ASKERS.items()}


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done to measure it: enough by default that figures can be trusted.

    frames: sentences that the model reads, for all chunks to be mixed of.
    recall, timed: questions whose recall is measured; questions of each timed part.
    uploaded: chunks in a batch that is taken in.
    """

    frames: int = 2_400
    recall: int = 160
    timed: int = 240
    uploaded: int = 1_800


@dataclass(frozen=True, slots=True)
class Results:
    """figures: as `--json` prints them. details: what else is worth a look."""

    figures: Figures
    details: dict[str, float | dict[str, float]]


async def measure(chunks: int, models_dir: Path, effort: Effort | None = None) -> Results:
    """Fill a fresh database with so many chunks and measure everything."""
    warn_of_load()
    effort = effort or Effort()
    random = np.random.default_rng(_SEED)
    async with (
        fresh_storage() as storage,
        open_product(storage, models_dir) as product,
        await AsyncConnection.connect(as_superuser(storage), autocommit=True) as connection,
    ):
        frames = make_frames(effort.frames, random)
        sentences = [fill_frame(frame, random) for frame in frames]
        sample = await read_sample(product.models.embedder, sentences)
        progress(f"{len(frames)} sentences read")
        began = perf_counter()
        documents = plan_documents(chunks, random)
        told = await fill(connection, product.models.embedder, documents, sample, random)
        build_s = perf_counter() - began
        progress(f"{chunks} chunks in {len(documents)} documents after {build_s:.1f} s")
        speed = _Speed(product, connection, sample, questions(told, random))
        return await speed.measure(chunks, effort, build_s)


class _Speed:
    """Measures a library that is filled."""

    def __init__(
        self,
        product: Product,
        connection: AsyncConnection[Any],
        sample: Sample,
        questions: Iterator[str],
    ) -> None:
        self._product = product
        self._connection = connection
        self._sample = sample
        self._questions = questions

    async def measure(self, chunks: int, effort: Effort, build_s: float) -> Results:
        disk_bytes = await self._disk_bytes()
        found = await self._recall(effort.recall)
        progress(f"recall@10: {found}")
        await self._ask(_WARM_UPS)
        await self._search(_WARM_UPS)
        searched = await self._search(effort.timed)
        idle = await self._ask(effort.timed)
        async with ingesting(
            self._product,
            self._connection,
            Writer(self._sample.frames, np.random.default_rng(_SEED + 1)),
            chunks=effort.uploaded,
        ):
            busy = await self._ask(effort.timed)
        hybrid = [each.hybrid_ms for each in searched]
        idle_ms, busy_ms = ([_retrieval_ms(each) for each in part] for part in (idle, busy))
        figures: Figures = {
            "chunks": chunks,
            "recall@10": share(found.values()),
            "search_p50_ms": _ms(hybrid, 50),
            "search_p95_ms": _ms(hybrid, 95),
            "retrieval_p50_ms": _ms(idle_ms, 50),
            "retrieval_p95_ms": _ms(idle_ms, 95),
            "retrieval_p95_ms_while_ingesting": _ms(busy_ms, 95),
            "build_s": round(build_s, 1),
            "disk_bytes": disk_bytes,
            "rss_bytes": await self._rss_bytes(),
        }
        details: dict[str, float | dict[str, float]] = {
            "recall@10": found,
            **_by_asker(searched),
            "vectors_p50_ms": _ms([each.vectors_ms for each in searched], 50),
            "vectors_p95_ms": _ms([each.vectors_ms for each in searched], 95),
            "retrieval_p50_ms_while_ingesting": _ms(busy_ms, 50),
            "idle_p50_ms": _stages(idle, 50),
            "idle_p95_ms": _stages(idle, 95),
            "while_ingesting_p95_ms": _stages(busy, 95),
            "passages": share(len(each.ranked) for each in idle),
            "abstained": share(each.state.abstained for each in idle),
        }
        return Results(figures, details)

    async def _recall(self, count: int) -> dict[str, float]:
        asked = await self._embedded(count)
        by_asker = await recall(
            self._product.storage.store,
            self._connection,
            asked,
            top_k=self._product.answering.settings.retrieval.top_k,
        )
        return {_ASKERS[asker]: found for asker, found in by_asker.items()}

    async def _search(self, count: int) -> list[Searched]:
        retrieval = self._product.answering.settings.retrieval
        return await search(
            self._product.storage.store,
            await self._embedded(count),
            top_k=retrieval.top_k,
            threshold=retrieval.search_threshold,
            floor=self._product.models.embedder.similarity_floor,
        )

    async def _ask(self, count: int) -> list[Answered]:
        asked = self._askers(count)
        return [await ask(self._product.answering, text, asker=asker) for text, asker in asked]

    async def _embedded(self, count: int) -> list[Asked]:
        answering = self._product.answering
        return [
            Asked(
                text,
                answering.detector.detect(text),
                (await answering.embedder.embed_query(text)).embedding,
                asker,
            )
            for text, asker in self._askers(count)
        ]

    def _askers(self, count: int) -> Iterator[tuple[str, int]]:
        """Give the next few questions to the askers in turn."""
        for _, asker in zip(range(count), cycle(_ASKERS), strict=False):
            yield next(self._questions), asker

    async def _disk_bytes(self) -> int:
        return int(await self._value("select pg_database_size(current_database())"))

    async def _rss_bytes(self) -> int:
        backend = psutil.Process(await self._value("select pg_backend_pid()"))
        server, ours = backend.parent(), psutil.Process()
        assert server is not None, "a backend is a child of its server"
        family = {each.pid: each for each in (ours, server)}
        for each in (ours, server):
            family |= {child.pid: child for child in each.children(recursive=True)}
        return sum(process.memory_info().rss for process in family.values())

    async def _value(self, statement: str) -> Any:
        row = await (await self._connection.execute(statement)).fetchone()
        assert row is not None, "it selects one value"
        return row[0]


def questions(told: Sequence[Sentence], random: np.random.Generator) -> Iterator[str]:
    """Yield questions about sentences of the library, none twice."""
    seen: set[str] = set()
    while True:
        question = told[int(random.integers(len(told)))].question(random)
        if question not in seen:
            seen.add(question)
            yield question


def _retrieval_ms(answered: Answered) -> float:
    return sum(spent for stage, spent in answered.stages_ms.items() if stage != "quote")


def _by_asker(searched: Sequence[Searched]) -> dict[str, float | dict[str, float]]:
    times = {
        name: [each.hybrid_ms for each in searched if each.asker == asker]
        for asker, name in _ASKERS.items()
    }
    return {
        f"search_p{percent}_ms": {name: _ms(of_asker, percent) for name, of_asker in times.items()}
        for percent in (50, 95)
    }


def _stages(answered: Sequence[Answered], percent: float) -> dict[str, float]:
    times: dict[str, list[float]] = {}
    for each in answered:
        for stage, spent in each.stages_ms.items():
            times.setdefault(stage, []).append(spent)
    return {stage: _ms(spent, percent) for stage, spent in times.items()}


def _ms(times: Sequence[float], percent: float) -> float:
    return round(percentile(times, percent), 2)
