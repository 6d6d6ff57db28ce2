"""The value that travels through the answer pipeline.

Passages travel as ids with their scores, not as text: a step that needs text or token vectors
reads them anew as the asking user. The record of a run holds the question, the answer and the
sentences it quotes, and no other text of a document; where a language model was at work, also what
it asked of tools, with titles and names of columns.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pipelines.errors import Failure
from pipelines.models.answers import (
    Answer,
    Choice,
    Citation,
    Exchange,
    Passage,
    Timings,
)
from pipelines.models.chat import ToolCall, Usage
from pipelines.models.learning.rules import OwnWords, Rule
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.follow_up.leaning import things_of
from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.secrets.find import kinds_removed
from pipelines.nodes.text.words import content_words

QUESTION = Intent("question")

NotHad: TypeAlias = Literal["", "silent", "spent"]  # the model is, or what one may take of it


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage by its id, with the scores it has so far."""

    id: int
    similarity: float
    rerank_score: float | None = None
    fused_score: float | None = None
    lexical_score: float | None = None

    @classmethod
    def of(cls, passage: Passage) -> "Hit":
        """Keep of a passage what may be recorded."""
        return cls(
            passage.id,
            passage.similarity,
            passage.rerank_score,
            passage.fused_score,
            passage.lexical_score,
        )


def restore(hits: Sequence[Hit], passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Give passages read anew the scores that hits remember; the gone stay out."""
    by_id = {hit.id: hit for hit in hits}
    return tuple(
        replace(
            passage,
            similarity=by_id[passage.id].similarity,
            rerank_score=by_id[passage.id].rerank_score,
            fused_score=by_id[passage.id].fused_score,
            lexical_score=by_id[passage.id].lexical_score,
        )
        for passage in passages
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a question, and what the base has on it.

    Passages the reranker had no time for are counted, and speak neither for an answer nor against
    one: whether to abstain is decided by the passages that it did read.
    """

    question: str
    own: str = ""  # what of it was written now; "" when all of it
    hangs_on: tuple[str, ...] = ()  # besides names and numbers, what its answer must stand for
    part: int = 0  # which of the message's questions it is
    shown: str = ""  # what was taken from before, for whoever asked
    is_carried: bool = False  # `shown` is what it is about; otherwise, what was exchanged
    leaning: float = 0.0  # how little the message says by itself, 0..1
    is_whole: bool = False  # as it was written it may stand alone: it points back by no word
    asked: str = ""  # one of several questions, as it was put; "" where `question` is that
    order: int = 0  # among readings of its kind, the likeliest first
    day: str = ""  # ISO 8601, which `question` names in place of "tomorrow"
    undated: str = ""  # the question with that word, where there is such a day
    is_corrected: bool = False  # words of it were taken for others that the base holds
    is_guess: bool = False  # a model's, in words that nobody said: see `understanding.meant_by`
    translation: str = ""  # what is searched for in its place, in `language`
    own_translation: str = ""  # of `own`
    language: str = ""  # of the translation; "" when there is none
    hits: tuple[Hit, ...] = ()
    unranked: int = 0  # passages the reranker had no time for
    for_tables: tuple[Hit, ...] = ()  # all that was found, when a table may answer
    is_of_column: bool = False  # a table's column may be asked for
    confidence: float = 0.0  # 0..1, that the passages hold an answer
    stands: bool = False  # one of the best passages holds all things that were named now
    goes_on: bool = False  # what was found first is of a document that was cited before
    stands_in: int = 0  # CRC-32 of the text that does, which chunks of it share; 0: none
    rules: tuple[Rule, ...] = ()  # that are for this question
    added: tuple[int, ...] = ()  # passages among the hits that only a rule names
    preferred: tuple[Rule, ...] = ()  # whose right passages alone are to answer
    left_out: frozenset[tuple[str, int]] = frozenset()  # places of documents not to answer with
    acted: tuple[int, ...] = ()  # ids of the rules that changed something
    own_words: tuple[OwnWords, ...] = ()  # of whoever asks, against an earlier answer

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def searched_for(self) -> str:
        """The question in the words that are held against the passages."""
        return self.translation or self.question

    @property
    def put(self) -> str:
        """The question as whoever asked will know it again."""
        return self.asked or self.undated or self.question

    @property
    def legible(self) -> str:
        """The question in words that may be shown, whatever was found: not in a model's own."""
        return self.asked if self.is_guess else self.undated or self.question

    @property
    def exchanged(self) -> frozenset[str]:
        """The words that a follow-up puts in the place of others, or asks anew of what it is about.

        In those that are held against the passages, as `content_words` gives them: "lose" of "what
        if I lose it". Where it is asked when or who, that tells the answer, in whatever words.
        """
        is_told = asked_kind(self.own).name not in ("any", "whether")
        anew = things_of(self.own) if self.is_carried and not is_told else ()
        put = content_words(" ".join(self.hangs_on or anew))
        if put and self.translation:
            put = content_words(self.own_translation) & content_words(self.translation)
        return put

    def with_passages(self, passages: Sequence[Passage]) -> "Reading":
        """Remember these passages, in this order."""
        return replace(self, hits=tuple(Hit.of(passage) for passage in passages))


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that a language model had called, and what it gave: passages by their ids.

    told: besides passages, what a column comes to, titles, names of columns, or what was wrong.
    round: which of the model's turns asked for it, from 1.
    """

    call: ToolCall
    passages: tuple[int, ...] = ()
    told: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document that is read as a whole, and what a language model noted of it.

    The marks of `note` count the passages of the part, from 1.
    """

    document_id: str
    title: str
    first: int  # number of its first passage, from 0
    count: int  # of its passages
    number: int  # of the part, from 1
    of: int  # how many parts there are
    question: str
    language: str
    asker: int | None
    payer: int | None  # see `AnswerRequest.billed_to`
    origin: str
    run: str
    note: str = ""
    model: str = ""  # the language model that noted it
    tokens: Usage = field(default_factory=Usage)
    is_lost: bool = False  # it could not be read
    not_had: NotHad = ""  # as the model could not be had


@dataclass(frozen=True, slots=True)
class AnswerState:
    """A message on its way to an answer."""

    request: AnswerRequest
    language: str
    has_model: bool = False  # a language model writes the answer
    is_composed: bool = False  # a text is to be written, or translated
    intent: Intent = QUESTION
    earlier: Exchange | None = None  # what a follow-up leans on
    spoken: tuple[str, ...] = ()  # kinds of the last messages, oldest first
    readings: tuple[Reading, ...] = ()  # after `select` one for each question of the message
    spare: tuple[Reading, ...] = ()  # after `select` what else it may mean, surest first
    to_search: bool = True  # the readings have not been searched for yet
    is_rewritten: bool = False  # a model has worded the question anew, or could not
    is_doubtful: bool = False  # found so unsurely that only sentences may say whether they answer
    rounds: int = 0  # turns of the model so far
    calls: tuple[ToolCall, ...] = ()  # of tools, that the model waits for
    used: tuple[ToolUse, ...] = ()
    thought: Literal["", "an_answer", "nothing"] = ""  # what came of the model's turns
    is_declined: bool = False  # the model found no answer
    not_had: NotHad = ""  # why the model could not be had
    written: str = ""  # by the model, which is to write it anew without what is `doubted`
    doubted: tuple[str, ...] = ()  # sentences of it that no passage bears out
    unsupported: int = 0  # sentences that it wrote, and no passage bears out
    is_unsupported: bool = False  # no passage bears out most of what it wrote
    model: str = ""  # the language model that answered
    tokens: Usage = field(default_factory=Usage)  # without those of what failed
    parts: tuple[Part, ...] = ()  # of a document that is read as a whole
    abstained: bool = False
    is_base_empty: bool = False  # to whoever asked
    is_nearest: bool = False  # it says that nothing answers, and shows what comes closest
    has_nearest: bool = False  # it says so and shows nothing, though passages were found
    is_of_column: bool = False  # a table's column as a whole answers it, exactly
    text: str = ""
    aside: str = ""
    understood: str = ""
    citations: tuple[Citation, ...] = ()
    choices: tuple[Choice, ...] = ()
    exchange: Exchange | None = None  # what the next follow-up may lean on
    interaction_id: str = ""  # under which it is on record; "" when nothing was asked of the base
    shown_at: int = 0  # the message that shows it, for the notifier; 0 when there is none
    timings: Timings = field(default_factory=Timings)
    failure: Failure | None = None
    trouble: str = ""  # the code of what the owners of this copy should mend

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def asked(self) -> Literal["nothing", "the_base", "a_question"]:
        """What has to be done to answer the message."""
        if self.intent.is_smalltalk:
            return "nothing"
        is_of_base = self.intent.is_catalogue or self.intent.is_reading
        return "the_base" if is_of_base else "a_question"

    @property
    def is_single(self) -> bool:
        """Whether its one reading stands for all that is asked."""
        return len(self.readings) == 1 and self.asked == "a_question"

    @property
    def _tells_of_base(self) -> bool:
        """Whether it says what is there, rather than which command does what is wanted."""
        return self.asked == "the_base" and not (self.abstained or self.intent.wants_command)

    @property
    def _is_replaced(self) -> bool:
        """Whether sentences are quoted in the place of a model's that nothing bears out."""
        return bool(self.citations) and self.thought == "nothing" and self.is_unsupported

    @property
    def may_be_followed(self) -> bool:
        """Whether questions to ask next can be shown under it."""
        return bool(self.shown_at and self.citations and self.interaction_id)

    @property
    def found(self) -> Literal["passages", "hardly", "computed", "nothing"]:
        """What searching came to: `hardly` what only sentences can tell an answer by."""
        if self.is_of_column:
            return "computed"
        if self.abstained:
            return "nothing"
        return "hardly" if self.is_doubtful else "passages"

    @property
    def is_of_whole(self) -> bool:
        """Whether a language model is to tell what is in a document."""
        is_about = self.intent.kind == "about_document" and bool(self.citations)
        return is_about and self.has_model

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The passages of all readings, each once, in the order of the readings."""
        unique = {hit.id: hit for reading in reversed(self.readings) for hit in reading.hits[::-1]}
        return tuple(reversed(unique.values()))

    def language_of(self, reading: Reading) -> str:
        """Return the language that a reading is searched for in."""
        return reading.language or self.language

    @property
    def unranked(self) -> int:
        """How many passages the reranker had no time for."""
        return sum(reading.unranked for reading in self.readings)

    @property
    def rules(self) -> tuple[int, ...]:
        """Ids of the rules that acted, each once."""
        return tuple(dict.fromkeys(rule for reading in self.readings for rule in reading.acted))

    @property
    def confidence(self) -> float:
        """That there is an answer to any of the questions, 0..1."""
        return max((reading.confidence for reading in self.readings), default=0.0)

    def answer(self, passages: Sequence[Passage] = ()) -> Answer:
        """Give the answer as people and programs see it."""
        return Answer(
            text=self.text,
            abstained=self.abstained or self.is_nearest,
            language=self.language,
            citations=self.citations,
            passages=tuple(passages),
            timings=self.timings,
            removed=kinds_removed(self.request.question),
            aside=self.aside,
            understood=self.understood,
            choices=self.choices,
            question=self.request.question,
            interaction_id=self.interaction_id,
            can_be_rated=bool(self.citations) or self._tells_of_base,
            can_be_repeated=bool(self.citations) and self.asked == "a_question",
            has_nearest=self.has_nearest,
            is_partial=bool(self.unsupported and self.thought == "an_answer"),
            is_replaced=self._is_replaced,
            is_base_empty=self.is_base_empty,
        )


class Clock:
    """Milliseconds since it was made, for the timings of a state."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        """Return how many have passed."""
        return (time.perf_counter() - self._start) * 1000
