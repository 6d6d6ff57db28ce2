"""How soon an answer shows while a model writes it, and what checking it costs.

Until it has written a sentence that was checked, what the base itself quotes is shown.
A model needs so long for its first token and then writes thirty a second. Times are of one clock:
the model, and whoever asks, are in this process; the bot is in another.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import percentile
from benchmarks.model.bot_process import bot_in_sandbox
from benchmarks.model.chats import Chat, Seen, chat_of
from benchmarks.model.endpoint import NAME, Endpoint, Pace, running_endpoint
from benchmarks.model.facts import fact
from benchmarks.model.speech import Honest
from benchmarks.product import Product, fresh_storage, open_product, progress, warn_of_load
from benchmarks.squad import Article
from bot.phrasebook import FluentPhrasebook
from pipelines.answer.scoring import Scoring
from pipelines.answer.writing.checking import Checking
from pipelines.models.answers import Passage

FIRST_TOKEN_S = (0.3, 1.0, 3.0)
TOKENS_PER_S = 30.0
_DOCUMENTS = 12
_PERSON = 7001
_PASSAGES, _SENTENCES = 10, 5
_ANSWERS = 12  # of five sentences: as many as ten passages of six have
_APART_S = 1.1  # Telegram takes one message a second in a chat
_QUOTED = FluentPhrasebook().say("draft-quoted", "en")  # above what the base quotes meanwhile

Row = dict[str, float]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What became of one question; milliseconds."""

    any_draft: float | None  # from the question
    to_model: float  # from the question to the model's being asked
    quoted: float | None  # from the question to what the base quotes, before the model has written
    text: float | None  # from the question to a checked sentence, less the wait for the model
    text_after_first: float | None  # from the model's first token to that
    first_text_after_first: float | None  # from that token to the sooner of both; below 0: before
    text_after_sentence: float | None  # from the last token of the first sentence to that
    final_after_last: float  # from the model's last token to the message


@dataclass(frozen=True, slots=True)
class _Checked:
    """What the check of one answer took; milliseconds.

    added: to the time of the answer: before the model is asked, and after its last word.
    """

    work: float
    added: float


async def measure(rounds: int, models_dir: Path) -> tuple[list[Row], Row]:
    """Return what is shown when, by the model's first token; and the milliseconds of the check."""
    warn_of_load()
    checking = await time_checking(rounds, models_dir)
    with tempfile.TemporaryDirectory(prefix="paragraf-benchmark-") as folder:
        async with running_endpoint(Honest(_SENTENCES)) as endpoint:
            settings = {"LLM_BASE_URL": endpoint.base_url, "LLM_MODEL": NAME}
            async with (
                bot_in_sandbox(Path(folder), models_dir, settings) as http,
                chat_of(http, _PERSON) as chat,
            ):
                await chat.enter("documents")
                await chat.bring(
                    [(f"{n}.txt", fact(n, "en").text.encode()) for n in range(_DOCUMENTS)]
                )
                await chat.enter("chat")
                await _ask(chat, endpoint, 0)  # the first question warms what is loaded late
                return [await _row(chat, endpoint, s, rounds) for s in FIRST_TOKEN_S], checking


async def time_checking(rounds: int, models_dir: Path) -> Row:
    """Time what checking adds to an answer of five sentences from ten passages; milliseconds."""
    articles = [Article(f"lighthouse {n}", (fact(n, "en").text,)) for n in range(_PASSAGES)]
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await product.ingest(articles)
        passages = await _passages(product)
        scoring = product.answering.scoring
        # No answer is checked before its question was searched for.
        await scoring.embedder.embed_query(fact(0, "en").question)
        answers = [_answer(number, passages) for number in range(_ANSWERS)]
        first, *new = [await _time_one(said, passages, scoring) for said in answers]
        again = [await _time_one(answers[n % _ANSWERS], passages, scoring) for n in range(rounds)]
    return {
        "check_first_of_process_ms": round(first.work, 1),
        "check_new_p50_ms": round(percentile([one.work for one in new], 50), 1),
        "check_new_p95_ms": round(percentile([one.work for one in new], 95), 1),
        "check_added_p50_ms": round(percentile([one.added for one in new], 50), 1),
        "check_added_p95_ms": round(percentile([one.added for one in new], 95), 1),
        "check_again_p50_ms": round(percentile([one.work for one in again], 50), 1),
    }


def _answer(number: int, passages: Sequence[Passage]) -> Sequence[str]:
    """Return five sentences that stand in no other answer, of a passage each."""
    which = range(number % 2 * _SENTENCES, (number % 2 + 1) * _SENTENCES)
    return [
        f"{fact(n, 'en').sentences[number // 2].rstrip('.')} [{_number_of(n, passages)}]."
        for n in which
    ]


async def _passages(product: Product) -> Sequence[Passage]:
    store = product.answering.scoring.store
    listed = await store.documents.list_documents(asker=None, limit=_PASSAGES)
    found = [
        await store.search.document_passages(one.document_id, asker=None, limit=1)
        for one in listed.documents
    ]
    return [passage for passages in found for passage in passages]


def _number_of(number: int, passages: Sequence[Passage]) -> int:
    place = fact(number, "en").place
    return next(at for at, one in enumerate(passages, 1) if place in one.text)


async def _time_one(said: Sequence[str], passages: Sequence[Passage], scoring: Scoring) -> _Checked:
    """Check an answer as it grows, sentence by sentence, and then as a whole."""
    began = time.perf_counter()
    checking = await Checking.against(passages, scoring, asker=None, language="en")
    prepared = time.perf_counter()
    for number in range(1, len(said)):
        await checking.kept(" ".join(said[:number]), is_whole=False)
    written = time.perf_counter()
    kept = await checking.kept(" ".join(said))
    ended = time.perf_counter()
    assert kept.count("[") == len(said), "a true sentence was held back"
    return _Checked(1000 * (ended - prepared), 1000 * (ended - written + prepared - began))


async def _row(chat: Chat, endpoint: Endpoint, first_s: float, rounds: int) -> Row:
    endpoint.pace = Pace(first_s, TOKENS_PER_S)
    shown = [await _ask(chat, endpoint, 1 + n % (_DOCUMENTS - 1)) for n in range(rounds)]
    progress(f"first token after {first_s} s: {rounds} answers")
    return {
        "first_token_s": first_s,
        "any_draft_ms": _median(one.any_draft for one in shown),
        "to_model_ms": _median(one.to_model for one in shown),
        "quoted_ms": _median(one.quoted for one in shown),
        "first_text_after_first_token_ms": _median(one.first_text_after_first for one in shown),
        "text_less_first_token_ms": _median(one.text for one in shown),
        "text_after_first_token_ms": _median(one.text_after_first for one in shown),
        "text_after_sentence_ms": _median(one.text_after_sentence for one in shown),
        "final_after_last_token_ms": _median(one.final_after_last for one in shown),
        "without_quoted": sum(one.quoted is None for one in shown),
        "without_text": sum(one.text_after_first is None for one in shown),
    }


async def _ask(chat: Chat, endpoint: Endpoint, number: int) -> _Shown:
    await asyncio.sleep(_APART_S)
    before, said, served = len(chat.seen), len(chat.messages), len(endpoint.served)
    asked_at = await chat.write(fact(number, "en").question)
    (answer, *_) = await chat.replies(1, after=said)
    drafts = [one for one in chat.seen[before:] if one.kind == "draft"]
    writing = endpoint.served[served:][-1]
    sentence = writing.said.text.partition("]. ")[0] + "]."
    quoted = next((one for one in drafts if _is_quoted(one)), None)
    written = [one for one in drafts if not _is_quoted(one)]
    text = next((one for one in written if _first_words(sentence) in one.text), None)
    first = min(filter(None, (quoted, text)), key=lambda one: one.at, default=None)
    return _Shown(
        any_draft=_ms(asked_at, drafts[0] if drafts else None),
        to_model=1000 * (writing.came_at - asked_at),
        quoted=_ms(asked_at, quoted),
        text=_ms(asked_at + endpoint.pace.first_s, text),
        text_after_first=_ms(writing.first_at, text),
        first_text_after_first=_ms(writing.first_at, first),
        text_after_sentence=_ms(writing.left_at(len(sentence)), text),
        final_after_last=1000 * (answer.at - writing.last_at),
    )


def _is_quoted(one: Seen) -> bool:
    return f"\n\n{_QUOTED}\n" in one.text


def _first_words(sentence: str) -> str:
    return sentence.partition(" [")[0]


def _ms(since: float, seen: Seen | None) -> float | None:
    return None if seen is None else 1000 * (seen.at - since)


def _median(values: Iterable[float | None]) -> float:
    known = [value for value in values if value is not None]
    return round(statistics.median(known), 1) if known else float("nan")
