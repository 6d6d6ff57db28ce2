"""The triad: context relevance, groundedness, answer relevance, each 0..1, without a judge.

The RAG triad (TruLens) asks a language model three times; here a logistic regression over what can
be counted is asked instead, so that every answer is measured in milliseconds. How it was fitted,
and what it lets through: benchmarks/RESULTS.md, "Groundedness".
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import FloatArray, Int32Array, Span, TokenVectors
from pipelines.nodes.checking.support import Source, letters_against
from pipelines.nodes.evaluating.likeness import nearness
from pipelines.nodes.evaluating.reading import ReadText, read_text
from pipelines.nodes.evaluating.statement import Against, Question, find, weigh
from pipelines.nodes.questions.follow_up.tokens import TOKEN
from pipelines.nodes.text.words import content_words, split_sentences, stretch_about

_MOST_EVIDENCE = 3  # texts that an answer is held against
_LONGEST = 1600  # characters of one, around what it shares with the answer
_LONGEST_READ = 1000  # characters, of what is read together with an answer
_MOST_STATEMENTS = 8
_LEAST_FITTING = 0.7  # of the words; of a text in another one's place less than half do
_SENTENCE = 4  # words
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_FEWEST_WORDS = 2  # of a statement: what has less goes with the next one


@dataclass(frozen=True, slots=True)
class TriadWeights:
    """Log odds where nothing speaks against an answer, and the slope of the confidence."""

    answers: float = 1.97
    grounded: float = 3.6
    relevant: float = 3.2
    slope: float = 25.7  # of the confidence that the passages hold an answer
    even: float = 0.45  # the confidence at which they do as often as not
    letters: float = 0.45  # what speaks against a claim to the letter, as `checking.support` has it
    usual: float = -1.0  # what it is at most of a claim that stands, mostly
    read: float = 0.23  # log odds of whoever reads question, answer and evidence together
    unread: float = 1.46  # what these are for an answer of which they tell nothing
    doubt: float = 1.5  # log odds, within which reading may change anything
    accepted: float = 0.55  # from which on a right answer is likelier than one to be held back


@dataclass(frozen=True, slots=True)
class Evidence:
    """A text that an answer rests on; `vectors`: of its tokens, with offsets in it."""

    text: str
    language: str = "und"
    vectors: TokenVectors | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """What the meter says of an answer, each 0..1.

    groundedness: of its least supported statement; answer_relevance: of its most relevant one.
    right: that some statement answers the question as its evidence does, and none is unsupported.
    """

    groundedness: float
    answer_relevance: float
    right: float

    @property
    def is_accepted(self) -> bool:
        """Whether it can be shown as it stands."""
        return self.right >= TriadWeights().accepted

    @property
    def is_doubtful(self) -> bool:
        """Whether reading question, answer and evidence together may change anything."""
        return abs(_odds(self.right)) <= TriadWeights().doubt

    def reread(self, odds: float) -> "Measured":
        """Take in the log odds that the answer is right, of whoever read all of it together."""
        weights = TriadWeights()
        more = weights.read * (odds - weights.unread)
        return replace(
            self,
            right=_probability(_odds(self.right) + more),
            groundedness=_probability(_odds(self.groundedness) + more),
        )


@dataclass(frozen=True, slots=True)
class Triad:
    """The scores of one answer, or of a refusal, each 0..1."""

    relevance: float
    groundedness: float
    answer_relevance: float


def context_relevance(confidence: float, weights: TriadWeights = TriadWeights()) -> float:
    """Return 0..1, the probability that the passages hold an answer; see `ranking.confidence`."""
    return _probability(weights.slope * (confidence - weights.even))


def of_refusal(confidence: float) -> Triad:
    """Score a refusal: what it says is true, and no answer."""
    return Triad(context_relevance(confidence), 1.0, 0.0)


def is_sound(evidence: Evidence) -> bool:
    """Say whether the words of a text begin where the tokens do that its vectors are of.

    Otherwise the text was changed since it was embedded, and not by us.
    """
    vectors = evidence.vectors
    if vectors is None or not len(vectors.offsets):
        return True
    starts = set(vectors.offsets[:, 0].tolist())
    begins = [match.start() for match in TOKEN.finditer(evidence.text)]
    return sum(start in starts for start in begins) >= _LEAST_FITTING * len(begins)


def measure(
    question: str,
    answer: str,
    evidence: Sequence[Evidence],
    *,
    query: QueryEmbedding | None = None,
    said: QueryEmbedding | None = None,
    weights: TriadWeights = TriadWeights(),
) -> Measured:
    """Hold an answer against its evidence and its question.

    Args:
        answer: without marks.
        query, said: the embeddings of the question and of the answer; words are compared by their
            letters and meanings alone where there is none, which is enough for a quotation.
    """
    wanted = content_words(question) | content_words(answer)
    nearest = sorted(evidence, key=lambda one: len(content_words(one.text) & wanted), reverse=True)
    read = [
        _ReadEvidence.of(question, _focused(one, wanted), query) for one in nearest[:_MOST_EVIDENCE]
    ]
    parts = tuple(_statements(answer, said))
    statements = [read_text(text, part) for text, part in parts]
    if not read or not statements:
        return Measured(0.0, 0.0, 0.0)
    astray = [
        _astray(text, nearest[: len(read)], weights) if part is not None else 0.0
        for text, part in parts
    ]
    told = [
        _with(_least(one.against(statement) for one in read), more)
        for statement, more in zip(statements, astray, strict=True)
    ]
    first = min(range(len(told)), key=lambda at: told[at].support + told[at].relevance)
    others = [
        _least(one.against_alone(statement) for one in read).support + astray[at]
        for at, statement in enumerate(statements)
        if at != first
    ]
    answering = told[first]
    right = _probability(weights.answers - answering.support - answering.relevance)
    return Measured(
        groundedness=_probability(weights.grounded - max([answering.support, *others])),
        answer_relevance=_probability(weights.relevant - answering.relevance),
        right=min([right, *(_probability(weights.answers - one) for one in others)]),
    )


@dataclass(frozen=True, slots=True)
class _ReadEvidence:
    """A text, read, with what of it the question is about."""

    read: ReadText
    near: FloatArray
    language: str
    question: Question

    @classmethod
    def of(cls, question: str, evidence: Evidence, query: QueryEmbedding | None) -> Self:
        read = read_text(evidence.text, evidence.vectors)
        near = nearness(read)
        asked = read_text(question, query, is_question=True)
        about = Question.about(question, asked, read, near, evidence.language)
        return cls(read, near, evidence.language, about)

    def against(self, statement: ReadText) -> Against:
        """Hold a statement against it as an answer to the question."""
        return weigh(find(statement, self.question, self.read, self.near, self.language))

    def against_alone(self, statement: ReadText) -> Against:
        """Hold a statement against it that only goes with an answer."""
        about = Question.about("", statement, self.read, self.near, self.language)
        itself = replace(about, read=read_text(""))  # it has said nothing yet
        return weigh(find(statement, itself, self.read, self.near, self.language))


def _astray(statement: str, evidence: Sequence[Evidence], weights: TriadWeights) -> float:
    """Return what speaks against a whole sentence as a claim, laid on the statements of a text.

    Where it speaks less than against most, that is in its favour. What is shorter is weighed by the
    question alone.
    """
    if len(TOKEN.findall(statement)) < _SENTENCE:
        return 0.0
    words, least = content_words(statement), math.inf
    for one in sorted(evidence, key=lambda each: -len(content_words(each.text) & words)):
        crosses = _is_cyrillic(statement) != _is_cyrillic(one.text)
        against = letters_against(statement, Source(one.text, one.language), crosses=crosses)
        least = min(least, against)
        if least <= weights.usual:  # borne out: no need to look further
            break
    return weights.letters * (least - weights.usual)


def _is_cyrillic(text: str) -> bool:
    return _CYRILLIC.search(text) is not None


def _with(against: Against, more: float) -> Against:
    return replace(against, support=against.support + more)


def _least(against: Iterable[Against]) -> Against:
    return min(against, key=lambda one: one.support + one.relevance)


def read_together(question: str, answer: str, evidence: Sequence[Evidence]) -> str:
    """Return what of the evidence is to be read together with an answer: a stretch of the nearest.

    "" where there is none.
    """
    wanted = content_words(question) | content_words(answer)
    texts = [one.text for one in evidence]
    nearest = max(texts, key=lambda text: len(content_words(text) & wanted), default="")
    about = stretch_about(nearest, wanted, longest=_LONGEST_READ)
    return nearest[about.start : about.end]


def _odds(probability: float) -> float:
    least = 1e-6
    inside = min(max(probability, least), 1.0 - least)
    return math.log(inside / (1.0 - inside))


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))


def _focused(evidence: Evidence, wanted: frozenset[str]) -> Evidence:
    """Cut a long text down to those sentences in a row that share most with the answer."""
    if len(evidence.text) <= _LONGEST:
        return evidence
    chosen = stretch_about(evidence.text, wanted, longest=_LONGEST)
    text = evidence.text[chosen.start : chosen.end]
    vectors = evidence.vectors
    if vectors is not None:
        inside = _inside(vectors.offsets, chosen)
        vectors = TokenVectors(vectors.vectors[inside], vectors.offsets[inside] - chosen.start)
    return replace(evidence, text=text, vectors=vectors)


def _statements(
    answer: str, said: QueryEmbedding | None
) -> Iterator[tuple[str, QueryEmbedding | None]]:
    """Yield the sentences with their parts of the embedding; a bare "No." goes with the next."""
    start: int | None = None
    spans = split_sentences(answer)[:_MOST_STATEMENTS]
    for at, span in enumerate(spans):
        start = span.start if start is None else start
        words = content_words(answer[start : span.end])
        if len(words) < _FEWEST_WORDS and at + 1 < len(spans):
            continue
        yield answer[start : span.end], _part(said, Span(start, span.end))
        start = None


def _part(said: QueryEmbedding | None, span: Span) -> QueryEmbedding | None:
    if said is None or said.token_offsets is None:
        return None
    inside = _inside(said.token_offsets, span)
    weights = said.token_weights[inside]
    return replace(
        said,
        token_embeddings=said.token_embeddings[inside],
        token_weights=weights / max(float(weights.sum()), 1e-9),
        token_offsets=said.token_offsets[inside] - span.start,
    )


def in_a_row(texts: Sequence[str], embedded: Sequence[QueryEmbedding]) -> QueryEmbedding | None:
    """Return the embeddings of texts as that of all, a line each; None where offsets are not told.

    The whole has the first one's `embedding`; its tokens are those of each text read alone.
    """
    begins = np.cumsum([0, *(len(text) + 1 for text in texts)], dtype=np.int32)
    offsets = [
        one.token_offsets + begin
        for one, begin in zip(embedded, begins, strict=False)
        if one.token_offsets is not None
    ]
    if not offsets or len(offsets) < len(texts):
        return None
    counts = np.array([len(one.token_weights) for one in embedded], dtype=np.float32)
    shares = counts / max(float(counts.sum()), 1.0)
    weights = [one.token_weights * share for one, share in zip(embedded, shares, strict=True)]
    return QueryEmbedding(
        embedded[0].embedding,
        np.concatenate([one.token_embeddings for one in embedded]),
        np.asarray(np.concatenate(weights), dtype=np.float32),
        np.concatenate(offsets),
    )


def _inside(offsets: Int32Array, span: Span) -> npt.NDArray[np.bool_]:
    return np.asarray((offsets[:, 0] >= span.start) & (offsets[:, 1] <= span.end))
