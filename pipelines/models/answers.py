"""The values on the way from a question to its answer. Frozen, typed, free of drivers."""

from dataclasses import dataclass
from typing import Literal

from pipelines.models.documents import Anchor, FloatArray, Int32Array, Kind


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer, as far as what is asked next may lean on them."""

    question: str  # as it was understood; "" when nothing was asked of the base
    answer: str  # as it was written
    subject: tuple[str, ...] = ()  # names and keys that the answer is about
    passages: tuple[int, ...] = ()  # ids of what was cited, best first
    documents: tuple[str, ...] = ()  # ids of what was cited or listed
    quotes: tuple[str, ...] = ()  # what was quoted
    kind: str = "question"  # what the message was; see `nodes.questions.intents.intent`
    language: str = ""  # that the answer was given in; "" where it is not known
    sources: tuple[str, ...] = ()  # ids of further documents that it was made of
    written: tuple[str, ...] = ()  # as it was put, behind what it leans on, oldest first
    interaction_id: str = ""  # it is on record under; "" when nothing was asked of the base


@dataclass(frozen=True, slots=True, eq=False)
class QueryEmbedding:
    """A question, embedded as a whole and token by token.

    embedding: float32 [768], unit length.
    token_embeddings: float32 [tokens, dim], unit rows.
    token_weights: float32 [tokens], sum 1 (none without tokens): how much each token tells.
    token_offsets: int32 [tokens, 2]; half-open character range of each token in the question;
        None where the embedder does not say.
    """

    embedding: FloatArray
    token_embeddings: FloatArray
    token_weights: FloatArray
    token_offsets: Int32Array | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """What was retrieved, with its scores: as searched, one chunk; as read, all around it.

    `similarity`, `rerank_score`, `lexical_score` and `fused_score` are 0..1; `score_modifier`, what
    people's votes multiply the last of them by, .5 to 2.
    """

    id: int
    document_id: str
    paragraph_idx: int
    text: str
    kind: Kind
    title: str | None
    url: str | None
    file_name: str | None
    language: str
    page: int | None
    start_seconds: float | None
    anchors: tuple[Anchor, ...]
    similarity: float
    rerank_score: float | None = None
    fused_score: float | None = None
    lexical_score: float | None = None
    passage_idx: int = 0  # with document_id it names the reading unit
    score_modifier: float = 1.0


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source of an answer; `quote` is the sentence that supports it."""

    n: int
    document_id: str
    title: str | None
    url: str | None
    file_name: str | None
    page: int | None
    start_seconds: float | None
    paragraph_idx: int
    quote: str
    heading: str | None = None  # path of headings: "Installation › Ports"
    row: int | None = None  # 1-based row of a table
    passage_id: int | None = None  # of the passage that was read, in the version that was read
    quote_at: int | None = None  # where in the passage's text the quote begins


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds by stage."""

    embed: float = 0.0
    search: float = 0.0
    rerank: float = 0.0
    generate: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A document that an answer offers to open."""

    document_id: str
    title: str
    has_file: bool = False  # which can be sent


Stage = Literal["searching", "thinking", "reading", "writing", "loading", "checking"]


@dataclass(frozen=True, slots=True)
class Draft:
    """How far an answer is: what is being done, about what, and what can be shown of it."""

    run_id: str
    language: str
    stage: Stage
    detail: str = ""  # what is searched for, the title of what is read
    text: str = ""  # sentences that were checked, with their marks
    done: int = 0
    total: int = 0  # 0: it cannot be counted
    citations: tuple[Citation, ...] = ()  # of `text`: with them it can be checked if it ends here
    is_quoted: bool = False  # `text` is what sources say, until a model has written something


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot says, and what it rests on."""

    text: str
    abstained: bool
    language: str
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    timings: Timings
    removed: tuple[str, ...] = ()  # kinds of the secrets that were taken out of the question
    question: str = ""  # without them
    aside: str = ""  # what leads to the answer, cited too; shown folded
    understood: str = ""  # what the message was taken to be about, if it did not say so
    choices: tuple[Choice, ...] = ()
    interaction_id: str = ""  # it is on record under; "" when nothing was asked of the base
    can_be_rated: bool = False
    can_be_repeated: bool = False  # asked again, it may be answered otherwise
    is_partial: bool = False  # what a model wrote besides, and no passage bears out, is left out
    is_replaced: bool = False  # nothing of it is borne out: sentences are quoted instead
    has_nearest: bool = False  # nothing answers, but what was found can be looked at
    is_base_empty: bool = False  # to whoever asked
