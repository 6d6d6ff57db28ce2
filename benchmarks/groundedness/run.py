"""Hold answers against their evidence and count which are accepted."""

import json
import statistics
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.refused import CannotMeasure
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.evaluating.triad import Evidence, measure, read_together
from pipelines.nodes.text.amounts import as_written
from pipelines.ports import CloseReader, Embedder
from pipelines.services import load_models
from pipelines.settings import ModelSettings

FOLDER = Path(__file__).parent
SETS = ("dev", "held", "fresh", "second", "third", "fourth")  # fresh to third were seen by nobody


@dataclass(frozen=True, slots=True)
class Case:
    """An answer to a question over some evidence; kind: what is wrong with it, or "right"."""

    question: str
    answer: str
    evidence: tuple[str, ...]
    language: str
    kind: str

    @property
    def is_right(self) -> bool:
        """Whether it is to be accepted."""
        return self.kind == "right"


@dataclass(frozen=True, slots=True)
class Tried:
    """A case, how surely it is right, and the milliseconds of the meter and of the embedding."""

    case: Case
    right: float
    is_accepted: bool
    ms: float
    embed_ms: float


async def run(models_dir: Path, cases: Mapping[str, Sequence[Case]]) -> dict[str, object]:
    """Try sets of cases; figures by set, or those of the only one."""
    models = await load_models(ModelSettings(folder=models_dir))
    try:
        trial = _Trial(models.embedder, models.reader)
        figures = {
            name: _figures([await trial.of(case) for case in some]) for name, some in cases.items()
        }
    finally:
        await models.embedder.close()
    return next(iter(figures.values())) if len(figures) == 1 else dict(figures)


def ours(names: Sequence[str] = SETS) -> dict[str, tuple[Case, ...]]:
    """Return the written cases: `dev`, on which the weights were fitted, and others."""
    return {name: tuple(_written(FOLDER / f"{name}.toml")) for name in names}


def read_cases(path: Path) -> dict[str, tuple[Case, ...]]:
    """Read cases from a JSON file of objects with question, answer, evidence, language, right.

    Raises:
        CannotMeasure: there is no such file, or it holds something else.
    """
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        cases = tuple(
            Case(
                str(one["question"]),
                str(one["answer"]),
                tuple(map(str, one["evidence"])),
                str(one.get("language") or ""),
                "right" if one["right"] else "wrong",
            )
            for one in listed
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotMeasure(f"--cases: {path}: {error!r}") from error
    if not cases:
        raise CannotMeasure(f"--cases: {path}: it holds none")
    return {"cases": cases}


def _written(path: Path) -> Iterator[Case]:
    for passage in tomllib.loads(path.read_text(encoding="utf-8"))["passage"]:
        evidence, language = (passage["text"],), passage["language"]
        for asked in passage["asked"]:
            for kind, answers in asked.items():
                if kind != "question":
                    for answer in answers:
                        yield Case(asked["question"], answer, evidence, language, kind)


class _Trial:
    """The meter with an embedder; texts that come again are embedded once, as stored ones are."""

    def __init__(self, embedder: Embedder, reader: CloseReader | None) -> None:
        self._embedder = embedder
        self._reader = reader
        self._detector = LangdetectDetector()
        self._stored: dict[str, Evidence] = {}
        self._asked: dict[str, QueryEmbedding] = {}

    async def of(self, case: Case) -> Tried:
        evidence = [await self._evidence(text) for text in case.evidence]
        if case.question not in self._asked:
            self._asked[case.question] = await self._embedder.embed_query(case.question)
        began = time.perf_counter()
        answer = as_written(case.answer, "\n".join(case.evidence))
        said = await self._embedder.embed_query(answer)
        embedded = time.perf_counter()
        measured = measure(
            case.question, answer, evidence, query=self._asked[case.question], said=said
        )
        if measured.is_doubtful and self._reader is not None:
            text = read_together(case.question, answer, evidence)
            odds = await self._reader.standing(answer, text, question=case.question)
            measured = measured.reread(odds)
        done = time.perf_counter()
        return Tried(
            case,
            measured.right,
            measured.is_accepted,
            1000 * (done - embedded),
            1000 * (embedded - began),
        )

    async def _evidence(self, text: str) -> Evidence:
        if text not in self._stored:
            query = await self._embedder.embed_query(text)
            vectors = None
            if query.token_offsets is not None:
                rows = np.round(query.token_embeddings * 127).astype(np.int8)
                vectors = TokenVectors(rows, query.token_offsets)
            self._stored[text] = Evidence(text, self._detector.detect(text), vectors)
        return self._stored[text]


def _figures(tried: Sequence[Tried]) -> dict[str, Any]:
    right = [one for one in tried if one.case.is_right]
    wrong = [one for one in tried if not one.case.is_right]
    kinds = sorted({one.case.kind for one in wrong})
    return {
        "right": len(right),
        "wrong": len(wrong),
        "accept_right": _share(right),
        "accept_wrong": _share(wrong),
        "auc": _auc([one.right for one in right], [one.right for one in wrong]),
        "p50_ms": round(statistics.median(one.ms for one in tried), 2),
        "embed_p50_ms": round(statistics.median(one.embed_ms for one in tried), 2),
        "accept_by_kind": {
            kind: _share([one for one in wrong if one.case.kind == kind]) for kind in kinds
        },
    }


def _share(tried: Sequence[Tried]) -> float | None:
    return round(sum(one.is_accepted for one in tried) / len(tried), 3) if tried else None


def _auc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """Return how often a right answer scores above a wrong one; ties count half."""
    if not right or not wrong:
        return None
    here, there = np.array(right)[:, None], np.array(wrong)[None, :]
    return round(float(((here > there) + 0.5 * (here == there)).mean()), 3)
