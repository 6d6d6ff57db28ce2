"""What the runs need from the world, as Protocols. Adapters implement them; tests may too."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from pipelines.errors import Failure
from pipelines.models.answers import Answer, Draft, QueryEmbedding
from pipelines.models.chat import Completion, Tool, Turn
from pipelines.models.documents import (
    EmbeddedChunk,
    Extracted,
    Fetched,
    FloatArray,
    PassagePlan,
    Source,
    Span,
    TokenVectors,
)
from pipelines.models.interactions import Correction, Offer
from pipelines.models.learning.evaluations import AnswerLog
from pipelines.models.requests import BatchReport, ItemProgress


class Fetcher(Protocol):
    """Gets the bytes of a source."""

    async def fetch(self, source: Source) -> Fetched:
        """Raise SourceRefused (never will work) or SourceUnavailable (try again)."""
        ...


class Extractor(Protocol):
    """Reads text out of bytes. Synchronous and picklable: it runs in a child process."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Raise SourceRefused when there is no text to be had, saying why."""
        ...


class Transcriber(Protocol):
    """Writes down what is said in a recording or a film."""

    async def transcribe(self, fetched: Fetched) -> Extracted:
        """Return blocks with the second each starts at, and the language that is heard.

        Raise SourceRefused when nothing can be heard in it, or speech recognition is off.
        """
        ...

    async def close(self) -> None: ...


class LanguageDetector(Protocol):
    """Names the language of a text by its two-letter code."""

    def detect(self, text: str, *, hint: str | None = None) -> str:
        """Return a two-letter code; "und" when the text has no letters."""
        ...


class Embedder(Protocol):
    """Turns text into the 768 numbers; CPU work runs off the event loop, queries go first."""

    @property
    def model(self) -> str: ...

    @property
    def layout(self) -> str: ...

    @property
    def similarity_floor(self) -> float:
        """Cosine of unrelated texts under this model: similarity = (cos - floor)/(1 - floor)."""
        ...

    async def embed_query(self, text: str) -> QueryEmbedding: ...

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        """Embed several at once."""
        ...

    def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncGenerator[EmbeddedChunk, None]:
        """Yield every chunk of the passages, in order, but those whose number is in `skip`."""
        ...

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        """Name, for every chunk, all that its embedding is made from besides model and layout."""
        ...

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        """Character span of every token, in order: for the fixed-size plan."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """What a reranker looks at."""

    text: str
    token_vectors: TokenVectors | None = None
    crosses_languages: bool = False  # it is not in the language of the question
    under: str = ""  # what it stands under: its headings, what its document is called


class Reranker(Protocol):
    """Looks again, closer, at what search found."""

    @property
    def needs_token_vectors(self) -> bool: ...

    async def rerank(
        self, question: str, candidates: Sequence[Candidate]
    ) -> tuple[float | None, ...]:
        """Score candidates, given best first, by how well they answer.

        Returns:
            One score in 0..1 for each, in the order given; None where time ran out before it.
        """
        ...


class CloseReader(Protocol):
    """Reads a question, or a claim, and a text together."""

    async def answering(self, question: str, sentences: Sequence[str]) -> FloatArray:
        """Return float32 [sentences]: log odds that each answers; NaN of what had no room."""
        ...

    async def standing(self, claim: str, text: str, *, question: str = "") -> float:
        """Return the log odds that a text bears a claim out, as the answer where one is asked."""
        ...


class LanguageModel(Protocol):
    """A chat model."""

    async def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        """Answer the last turn, or ask for tools to be called, where some are offered.

        `on_growth` is called with all that can be shown of the text so far, each time that is
        more; after a fault it begins anew. `on_loading` is awaited each time that the model turns
        out to be still on its way into memory. A model that takes no tools is asked without them.

        Raise ModelUnavailable (try again) or ModelBroken (wrong key, wrong model).
        """
        ...


class Phrasebook(Protocol):
    """Interface texts, by message id and language."""

    def say(self, key: str, language: str | None, **values: str | int | float | date) -> str: ...

    def spoken(self, language: str, otherwise: str | None) -> str | None:
        """Return the language of a question if there are texts in it, else the reader's own."""
        ...


class Notifier(Protocol):
    """Tells whoever asked. `origin` is opaque here: it says where to write; "" means nobody."""

    async def progressed(
        self, origin: str, items: Sequence[ItemProgress], *, batch_id: str = ""
    ) -> None:
        """Show how far a batch is. Best effort: may skip, never raises."""
        ...

    async def ingested(self, origin: str, report: BatchReport) -> None:
        """Give the final word on a batch. A step: tried again until it returns."""
        ...

    async def drafted(self, origin: str, draft: Draft) -> None:
        """Show how far an answer is. Best effort: may skip, returns at once, never raises."""
        ...

    async def answered(self, origin: str, answer: Answer) -> int:
        """Send the answer; return the message that shows it. A step: tried again until it returns.

        0 where there is no such message, or none that is known.
        """
        ...

    async def offered(self, origin: str, answer: Answer, offer: Offer) -> None:
        """Offer questions under an answer that was sent. Best effort: never raises."""
        ...

    async def disagreed(self, batch_id: str) -> None:
        """Ask those who decide what of a batch holds that others contradict. Never raises."""
        ...

    async def failed(self, origin: str, failure: Failure) -> None:
        """Say that a run ended without its result, and why."""
        ...


class Traces(Protocol):
    """Where traces of answers are sent to."""

    def record(self, log: AnswerLog) -> str:
        """Send how an answer that was just made came to be, later; return its trace's id."""
        ...

    def close(self) -> None:
        """Send what waits. Blocks, for a few seconds at most."""
        ...


class CorrectionNotifier(Protocol):
    """Tells people what they asked in vain, and which of their answers stand no longer."""

    async def tell_gaps(self) -> None:
        """Tell the answers of admins that are due, each once."""
        ...

    async def corrected(
        self, asker: int, language: str | None, corrections: Sequence[Correction]
    ) -> None:
        """Say in one message what was said then, and what the base says now."""
        ...
