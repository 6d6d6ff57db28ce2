"""Whether the product knows what it does not know.

Takes in half of a corpus, asks everything, and counts how often it declines: questions whose
text is missing should be declined, the others should not. "article" leaves out every second
article; "paragraph" every second paragraph of each, so that the base is full of text about the
very thing that is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from benchmarks.figures import share
from benchmarks.product import fresh_storage, open_product, progress
from benchmarks.retrieval.asking import ask, warm_up
from benchmarks.squad import Article, Corpus, Place
from pipelines.answer.state import AnswerState

By = Literal["article", "paragraph"]
THRESHOLDS = tuple(percent / 100 for percent in range(101))
_REPORT_EVERY = 100  # questions


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about a question, and on what."""

    is_answerable: bool
    abstained: bool
    confidence: float  # 0..1


@dataclass(frozen=True, slots=True)
class Point:
    """Shares that would be declined at another threshold."""

    threshold: float
    abstained_unanswerable: float
    abstained_answerable: float


@dataclass(frozen=True, slots=True)
class Results:
    """Shares that were declined at the default setting, and the curve."""

    abstained_unanswerable: float
    abstained_answerable: float
    curve: tuple[Point, ...]


async def measure(corpus: Corpus, by: By, models_dir: Path) -> Results:
    """Take in one half and ask everything."""
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        _, seconds = await product.ingest(kept_articles(corpus, by))
        progress(f"taken in within {seconds:.1f} s")
        await warm_up(product.answering, corpus)
        decisions = []
        for number, question in enumerate(corpus.questions, 1):
            state = (await ask(product.answering, question.text)).state
            is_answerable = is_kept(question.place, by)
            said_no = state.abstained or state.is_nearest
            decisions.append(Decision(is_answerable, said_no, confidence_of(state)))
            if number % _REPORT_EVERY == 0:
                progress(f"{number} of {len(corpus.questions)} questions")
    return summarise(decisions)


def confidence_of(state: AnswerState) -> float:
    """Return the value that is compared with `abstain_below`."""
    return state.confidence


def is_kept(place: Place, by: By) -> bool:
    """Say whether a paragraph is in the half that is taken in."""
    return (place[0] if by == "article" else place[1]) % 2 == 0


def kept_articles(corpus: Corpus, by: By) -> list[Article]:
    """Return what is taken in; an article of which nothing is left is left out."""
    halves = (
        replace(
            article,
            paragraphs=tuple(
                paragraph
                for idx, paragraph in enumerate(article.paragraphs)
                if is_kept((number, idx), by)
            ),
        )
        for number, article in enumerate(corpus.articles)
    )
    return [half for half in halves if half.paragraphs]


def summarise(decisions: Sequence[Decision]) -> Results:
    """Count; a threshold of the curve declines what lies below it."""
    missing = [decision for decision in decisions if not decision.is_answerable]
    present = [decision for decision in decisions if decision.is_answerable]
    return Results(
        abstained_unanswerable=share(decision.abstained for decision in missing),
        abstained_answerable=share(decision.abstained for decision in present),
        curve=tuple(
            Point(threshold, _below(missing, threshold), _below(present, threshold))
            for threshold in THRESHOLDS
        ),
    )


def _below(decisions: Sequence[Decision], threshold: float) -> float:
    return share(decision.confidence < threshold for decision in decisions)
