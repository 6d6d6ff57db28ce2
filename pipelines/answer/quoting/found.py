"""What is at hand for one question, and what is told of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from babel.dates import format_date

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import TokenVectors, are_foreign
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.sentences.sentence_scores import Place
from pipelines.nodes.questions.anchors import Anchor, names_in
from pipelines.nodes.text.words import content_words

_BEYOND_DOUBT = 0.8  # confidence of sentences
_MOST_NAMES = 2  # that a follow-up may lean on
_FILE_WORD = re.compile(r"[\W\d_]+|\.\w+$")


@dataclass(frozen=True, slots=True)
class Own:
    """What of a question was written now: nothing carried on may answer in its place."""

    question: str
    query: QueryEmbedding


@dataclass(frozen=True, slots=True)
class Found:
    """What is at hand for one question."""

    question: str
    anchors: Sequence[Anchor]  # what its answer must stand for
    language: str
    query: QueryEmbedding
    passages: Sequence[Passage]  # best first
    vectors: Mapping[int, TokenVectors]
    own: Own
    quoted: Sequence[str] = ()  # to the question before
    put_in: Sequence[str] = ()  # what a follow-up has put in another's place, as it is written
    said: Sequence[str] = ()  # what was quoted before, and is hardly what is asked now
    asked_before: str = ""  # the question that it was quoted to
    confidence: float = 0.0  # of the reading
    heads: Mapping[str, str] = field(default_factory=dict)  # how documents begin, by their ids
    put: str = ""  # in the words of whoever asks, where `question` is a translation or a paraphrase
    wording: str = ""  # without the days that "today" or "this year" stand for
    read: Mapping[Place, float] = field(default_factory=dict)  # see `Scoring.closely`
    left_out: frozenset[tuple[str, int]] = frozenset()  # places of documents not to answer with
    exchanged: frozenset[str] = frozenset()  # words that were put in the place of others
    today: date | None = None
    around: Sequence[Passage] = ()  # the document that says two things, in reading order


@dataclass(frozen=True, slots=True)
class Told:
    """What is said to one question."""

    lines: tuple[Line, ...] = ()
    subject: tuple[str, ...] = ()  # what a follow-up may be about
    missing: tuple[str, ...] = ()  # what the question hangs on and the base has nothing about
    there: tuple[str, ...] = ()  # what it has of the same kind
    confidence: float | None = None  # 0..1, that it answers; None: as the passages were found
    is_nearest: bool = False  # what comes closest, where nothing answers surely
    is_clear: bool = True  # cells of one row, or ones that stand for every word of the question
    is_of_column: bool = False  # a column of a table, or the calendar, says it as a whole
    own_words: tuple[Line, ...] = ()  # of whoever asks, who says that this is wrong

    def of_rows_with(self, words: frozenset[str]) -> "Told":
        """Leave out the rows that lack what a follow-up put in another's place, where one has it.

        "And concession?" after the price of an adult ticket is asked of one row.
        """
        texts = [line.quote.text if line.quote else "" for line in self.lines]
        held = [words <= content_words(text) for text in texts]
        if self.confidence is not None or not (words and all(texts) and any(held)):
            return self
        kept = (line for line, is_held in zip(self.lines, held, strict=True) if is_held)
        return replace(self, lines=tuple(kept))

    def where_declined(self) -> "Told":
        """Return it as it is shown where a model read the same and found no answer there.

        What is beyond doubt is told all the same: a small model declines what stands there.
        """
        is_sure = self.is_clear if self.confidence is None else self.confidence >= _BEYOND_DOUBT
        return self if is_sure or not self.lines else replace(self, missing=(), is_nearest=True)


def without_shown(told: Told) -> Told:
    """Say of nothing that it is missing which stands in the very lines that are shown."""
    shown = content_words("\n".join(one.quote.text for one in told.lines if one.quote))
    lacking = (one for one in told.missing if not (said := content_words(one)) or said - shown)
    return replace(told, missing=tuple(lacking))


def evidence_of(passage: Passage) -> str:
    """Return what a passage is read with: its headings, what its document is called.

    A file that is named after somebody has hardly a capital in its name: "contract_maslova.pdf".
    """
    named = _FILE_WORD.sub(" ", passage.file_name or "").title()
    return f"{passage.text}\n{name_of(passage)}\n{named}"


def name_of(passage: Passage) -> str:
    """Return what a passage stands under: what its document is called, its headings."""
    headings = {anchor.heading or "" for anchor in passage.anchors}
    return "\n".join((passage.title or "", passage.file_name or "", *sorted(headings)))


def crosses(found: Found, passage: Passage) -> bool:
    """Say whether a passage is in another language than the question."""
    return are_foreign(found.language, passage.language)


def subject_of(question: str, best: Quote) -> tuple[str, ...]:
    """Return what a follow-up may be about: who or what the answer names, if that was asked."""
    if asked_kind(question).name not in ("who", "named"):
        return ()
    asked = content_words(question)
    names = [n for n in names_in(best.text) if any(map(str.isalpha, n))]  # no "2.1", no "10.00"
    names = [name for name in names if not content_words(name) & asked]
    return tuple(names[:_MOST_NAMES])


def written_day(day: date, speech: str | None) -> str:
    """Write a day as people do: "28 November 2026"."""
    return format_date(day, "d MMMM y", locale="ru" if speech == "ru" else "en")
