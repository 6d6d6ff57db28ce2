"""How well and how fast questions find the paragraphs that answer them, beside peers.

Every article becomes one document, taken in through the real pipeline, and every question goes
through the real nodes of the answer pipeline. Peers get the same paragraphs, one text each, and
the same packed model, and are left to their own defaults: float32, as the model is published.
`txtai-fast` computes in the precision that we take, the fastest one on this machine.

What makes the comparison fair: systems are measured one after another and never at once, first
ours, then the peers in the order they were named, each in a fresh process of its own; ours has
been closed by then, but for its database, which the PGVector store shares. Models are loaded
before the clock of an ingest starts, and every system has answered the same few texts, which are
no questions of the set, before the clock of the questions does. The peers may use all cores, as
they do by default; the product gives half of them to questions, as it does by default. Ranks
count among the same number of results for all. `ingest_tokens_per_s` divides one count of
tokens, the packed model's own, by each system's seconds.

`p50_ms` and `p95_ms` are of whole questions. Ours end with the sentences that answer; the peers'
with the paragraphs, so compare `stages_ms.retrieval`, which is the way up to there for all.
The best sentences are the first ones in the order of the extractive answer, which shows those of
them that come close to the best; also of a question that would be declined: how often that
happens is what `abstain` measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import RETRIEVAL, Asked, Figures, Ingested, figures
from benchmarks.peers.job import Job
from benchmarks.peers.run import measure_peer
from benchmarks.product import (
    Product,
    as_superuser,
    fresh_storage,
    open_product,
    progress,
    warn_of_load,
)
from benchmarks.retrieval.asking import (
    Answered,
    ask,
    best_sentences,
    holds_answer,
    warm_up,
    warm_up_questions,
)
from benchmarks.retrieval.places import Finder, rank_of
from benchmarks.squad import Corpus, Question
from pipelines.embedders.packed.unpack import unpack_packed
from pipelines.settings import RetrievalSettings

_REPORT_EVERY = 100  # questions


@dataclass(frozen=True, slots=True)
class Results:
    """The product's figures, and those of every peer by its name."""

    paragraf: Figures
    peers: dict[str, Figures]


async def measure(corpus: Corpus, peers: Sequence[str], models_dir: Path) -> Results:
    """Measure the product and then the peers."""
    warn_of_load()
    finder = Finder(corpus)
    async with fresh_storage() as storage:
        async with open_product(storage, models_dir) as product:
            documents, seconds = await product.ingest(corpus.articles)
            tokens = await product.count_tokens(corpus.articles)
            progress(f"paragraf: {tokens} tokens in {seconds:.1f} s")
            asked = await _ask_all(product, corpus, finder, documents)
        ours = figures(asked, Ingested(seconds, tokens))
        job = _job(corpus, unpack_packed(models_dir), as_superuser(storage))
        theirs = {}
        for name in peers:
            found = await measure_peer(name, job)
            asked = _peer_asked(corpus, finder, found.rankings, found.milliseconds)
            theirs[name] = figures(asked, Ingested(found.ingest_s, tokens))
    return Results(ours, theirs)


def _job(corpus: Corpus, model: Path, database_url: str) -> Job:
    return Job(
        paragraphs=tuple(corpus.text(place) for place in corpus.places()),
        warm_up=warm_up_questions(corpus),
        questions=tuple(question.text for question in corpus.questions),
        limit=RetrievalSettings().top_k,
        model=str(model),
        database_url=database_url,
    )


async def _ask_all(
    product: Product, corpus: Corpus, finder: Finder, documents: dict[str, int]
) -> list[Asked]:
    await warm_up(product.answering, corpus)
    asked = []
    for number, question in enumerate(corpus.questions, 1):
        answered = await ask(product.answering, question.text)
        asked.append(await _judge(product, question, answered, finder, documents))
        if number % _REPORT_EVERY == 0:
            progress(f"paragraf: {number} of {len(corpus.questions)} questions")
    return asked


async def _judge(
    product: Product,
    question: Question,
    answered: Answered,
    finder: Finder,
    documents: dict[str, int],
) -> Asked:
    ranked = (
        place
        for passage in answered.ranked
        for place in finder.held_by(documents[passage.document_id], passage.text)
    )
    quotes = await best_sentences(product.answering, answered.state)
    return Asked(
        rank=rank_of(finder.canonical(question.place), ranked),
        stages_ms=answered.stages_ms,
        in_best=holds_answer(quotes[:1], question.answers),
        in_best_3=holds_answer(quotes, question.answers),
    )


def _peer_asked(
    corpus: Corpus,
    finder: Finder,
    rankings: Sequence[Sequence[int]],
    milliseconds: Sequence[float],
) -> list[Asked]:
    places = [finder.canonical(place) for place in corpus.places()]
    return [
        Asked(
            rank=rank_of(finder.canonical(question.place), (places[idx] for idx in ranking)),
            stages_ms={RETRIEVAL: spent},
        )
        for question, ranking, spent in zip(corpus.questions, rankings, milliseconds, strict=True)
    ]
