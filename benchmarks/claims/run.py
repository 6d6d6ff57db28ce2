"""Hold claims against their passages and count what is shown and what is held back."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from benchmarks.claims.mistakes import mistaken
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.checking.support import (
    ObjectionWeights,
    Source,
    objection,
    read_together,
)
from pipelines.nodes.text.amounts import as_written
from pipelines.ports import CloseReader
from pipelines.services import load_models
from pipelines.settings import ModelSettings

FOLDER = Path(__file__).parent
SETS = "dev", "held", "reworded-dev", "reworded-held"
Figures: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim, what was done to it ("right" when nothing), and whether it would be shown."""

    kind: str
    is_shown: bool
    ms: float


async def measure(models_dir: Path, seed: int) -> list[Figures]:
    """Check the written claims and the made ones; a row for each, of each set."""
    models = await load_models(ModelSettings(folder=models_dir))
    detector = LangdetectDetector()
    rows = []
    try:
        for name in SETS:
            objects = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
            for how, claims in (("written", _written), ("made", _made)):
                chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
                checked = []
                for held in objects:
                    query = await models.embedder.embed_query(held["passage"])
                    source = _source(held["passage"], query, detector)
                    for kind, text in claims(held, objects, chance):
                        claim = as_written(text, held["passage"])
                        embedded = await models.embedder.embed_query(claim)
                        about = _Claim(kind, claim, embedded, source, detector)
                        checked.append(await _check(about, models.reader))
                rows.append({"set": name, "claims": how, **_figures(checked)})
    finally:
        await models.embedder.close()
    return rows


def _written(held: Any, _: Any, __: random.Random) -> Iterator[tuple[str, str]]:
    yield from (("right", text) for text in held["right"])
    yield from ((wrong["kind"], wrong["text"]) for wrong in held["wrong"])


def _made(held: Any, objects: Any, chance: random.Random) -> Iterator[tuple[str, str]]:
    others = [one["passage"] for one in objects if one["document"] != held["document"]]
    yield from mistaken(held["passage"], chance.choice(others), chance)


def _source(text: str, query: QueryEmbedding, detector: LangdetectDetector) -> Source:
    assert query.token_offsets is not None, "the packed model tells where its tokens stand"
    rows = np.round(query.token_embeddings * 127).astype(np.int8)
    return Source(text, detector.detect(text), "", TokenVectors(rows, query.token_offsets))


@dataclass(frozen=True, slots=True)
class _Claim:
    kind: str
    text: str
    query: QueryEmbedding
    source: Source
    detector: LangdetectDetector


async def _check(claim: _Claim, reader: CloseReader | None) -> Checked:
    source = claim.source
    language = claim.detector.detect(claim.text, hint=source.language)
    crosses = source.is_foreign_to(language)
    began = time.perf_counter()
    found = objection(claim.text, claim.query, source, crosses=crosses, language=language)
    against = found.total
    if reader is not None and found.is_doubtful():
        odds = await reader.standing(claim.text, read_together(claim.text, claim.query, source))
        against = found.reread(odds)
    is_shown = against <= ObjectionWeights().least
    return Checked(claim.kind, is_shown, 1000 * (time.perf_counter() - began))


def _figures(checked: Iterable[Checked]) -> Figures:
    checked = list(checked)
    right = [one for one in checked if one.kind == "right"]
    wrong = [one for one in checked if one.kind != "right"]
    shown = Counter(one.kind for one in wrong if one.is_shown)
    return {
        "right": len(right),
        "right_held_back": round(sum(not one.is_shown for one in right) / len(right), 3),
        "wrong": len(wrong),
        "wrong_shown": round(sum(shown.values()) / len(wrong), 3),
        "shown_by_kind": dict(shown),
        "check_ms": round(sum(one.ms for one in checked) / len(checked), 2),
    }
