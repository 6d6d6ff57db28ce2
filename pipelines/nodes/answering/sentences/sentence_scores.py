"""Sentence scores: how surely each sentence of the passages answers a question.

From the token vectors: how well the question's tokens find each other in the sentence and the one
before it, which of them find no better place in the passage, and how alike both are as a whole.
From the words: whether the sentence holds the kind of thing that is asked for, and the question's
rare words. Words that call the document by its title count for each of its sentences: who asks how
many seats the Marrow Lane Theatre has is not asking for the sentence that names it. And how well
its passage was found, and, where it is in doubt, what reading it once more together with the
question says (`close_reading`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from types import MappingProxyType

import numpy as np

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import FloatArray, Span, TokenVectors
from pipelines.nodes.answering.asked import AskedKind, asked_kind
from pipelines.nodes.answering.cite import place_at
from pipelines.nodes.answering.fitting.bounds import fits_of_steps
from pipelines.nodes.answering.fitting.parties import is_of_other_party
from pipelines.nodes.answering.fitting.payments import tells_how_to_pay
from pipelines.nodes.answering.fitting.proposals import is_only_proposed
from pipelines.nodes.answering.fitting.ranges import fit_of_ranges
from pipelines.nodes.answering.fitting.reductions import tells_reduction
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import answers_alone, asks, is_no_heading, quotable_spans
from pipelines.nodes.answering.sentences.endings import asks_for_end, holds_end
from pipelines.nodes.answering.sentences.headings import heading_over
from pipelines.nodes.answering.sentences.letters import closes
from pipelines.nodes.answering.sentences.mail import asks_of_mail, header_starts
from pipelines.nodes.answering.sentences.values import share_apart
from pipelines.nodes.questions.asking import SUBJECT_PRONOUNS
from pipelines.nodes.questions.follow_up.tokens import words_calling
from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.ranking.late_interaction import match_ranges
from pipelines.nodes.text.calendar import (
    YearDay,
    days_in,
    days_named,
    is_of_year,
    season_of,
    share_within,
    within_stretches,
    year_days,
)
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.glossary import compounds_in, inflected, meanings, meant
from pipelines.nodes.text.layout.entries import day_of_entry
from pipelines.nodes.text.layout.messages import MESSAGE, asks_in_chat, body_of, within_message
from pipelines.nodes.text.words import content_words, coverage, word_weights, words_of

Place = tuple[int, int]  # a passage, and the character of it at which a sentence begins

_REPLIES = 3  # messages, one of which may answer the one that asks
_TELLS = 0.5  # how surely a stretch tells of a time that is not within it: that it is none
_OF_IT = 0.2  # share of the words besides the time that is asked about, at least
_ALIKE = 0.6  # of the most of them that a sentence with a stretch has
_MOST_READ = 8.0  # log odds
_TELLS_OF = re.compile(r"\s*(?:г\.?|года)?\s*[:–—-]\s")
_WORD = re.compile(r"\w+")
_TIME_WORD = re.compile(r"[^\W\d_]+")
_DATED = re.compile(r"\b[^\W\d_]+,?\s(?P<date>\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?[^\W\d_]{3,})")


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """What each piece of evidence counts, in units of MaxSim.

    Fitted to XQuAD's questions in Russian and English (a softmax over the sentences of each) and
    tested on articles left out; the figures are in benchmarks/RESULTS.md, "Best sentences". Those
    ask of no weekday: `day` is set by hand, a little over what an hour counts for "what time", and
    so are `date`, `under`, `ends`, `apart`, `ranged`, `party`, `paid`, `shaped` and `exchanged`:
    who goes on with "and snipe?" hardly means the sentence on lapwings.
    """

    matches: float = 1.0  # MaxSim of the sentence and the one before it
    likeness: float = 0.6  # cosine of the means of the tokens
    only_here: float = 0.1  # share of the tokens that match nothing better in the passage
    asked: float = 0.15  # a name for who, a date for when
    shaped: float = 0.6  # a telephone number, without which nothing is an answer
    lexical: float = 0.25  # share of the question's words, by their rarity
    day: float = 0.2  # a day of the week that is asked about
    date: float = 0.2  # a day that is asked about: "on 20 June"
    within: float = 0.4  # "from 1 May to 30 September", where one asks of July or of summer
    under: float = 0.2  # a heading of the time of year that is asked about
    ends: float = 0.4  # until when it is, where one asks when it ends
    apart: float = 0.4  # less: the things that a price is asked of, not in the clause of one
    ranged: float = 0.4  # a range that holds the age asked of; less: one that does not
    party: float = 0.6  # less: what follows if the other side does it, or what was turned down
    paid: float = 0.6  # the ways to pay, where nothing else is asked; a discount, asked for one
    exchanged: float = 0.2  # what a follow-up has put in another's place
    passage: float = 2.4  # the passage's fused_score
    after_question: float = 0.02  # what the sentence after a question falls short of it
    read: float = 0.025  # log odds that it answers, of whoever reads both together


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, and how surely it answers.

    evidence: of the token vectors, in units of MaxSim; held: 0..1, of what is asked for; read: what
    reading it closely adds to its score; is_named: its heading has a word of the question;
    is_of_header: it is of the header of an e-mail, about which nothing is asked.
    closes: it is "Kind regards," or the like, which answers nothing.
    """

    passage: Passage
    idx: int  # among the sentences of its passage
    span: Span
    words: frozenset[str]
    evidence: float
    held: float = 0.0
    score: float = 0.0
    read: float = 0.0
    is_named: bool = False
    is_of_header: bool = False
    closes: bool = False

    @property
    def text(self) -> str:
        """The characters of the sentence."""
        return self.passage.text[self.span.start : self.span.end]

    @property
    def line_start(self) -> int:
        """Where in the passage its line begins."""
        return self.passage.text.rfind("\n", 0, self.span.start) + 1

    @property
    def answers_alone(self) -> bool:
        """Whether it is more than a heading, a menu or a crumb."""
        return answers_alone(self.text, item=is_no_heading(self.passage.text, self.span))

    @property
    def asks(self) -> bool:
        """Whether it is a question; in a chat many a one has no mark."""
        if asks(self.text):
            return True
        said = within_message(self.passage.text, self.span)
        return said is not None and asks_in_chat(said)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.passage.id, self.span.start


def score_sentences(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    weights: ScoreWeights = ScoreWeights(),
    *,
    read: Mapping[Place, float] = MappingProxyType({}),
    exchanged: frozenset[str] = frozenset(),
) -> list[Sentence]:
    """Score every sentence of the passages, in the order of the text.

    Args:
        question, query, passages, token_vectors, exchanged: see `weigh_sentences`.
        read: see `score_read`.
    """
    work = question, query, passages, token_vectors, weights
    return score_read(question, weigh_sentences(*work, exchanged=exchanged), weights, read=read)


def weigh_sentences(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    weights: ScoreWeights = ScoreWeights(),
    *,
    exchanged: frozenset[str] = frozenset(),
) -> list[Sentence]:
    """Weigh all that is known of sentences before any is read closely, in the order of the text.

    It takes ten times as long as `score_read`, which makes scores of it.

    Args:
        question: as it was asked; `query` is its embedding.
        passages: with `fused_score`.
        token_vectors: by passage id; a passage without any is judged by its words.
        exchanged: words, as `content_words` does, that a follow-up has put in the place of others.
    """
    kind = asked_kind(question)
    sentences = [
        replace(sentence, held=holds(kind, sentence.text, question))
        for passage in passages
        for sentence in _read(question, passage, query, token_vectors.get(passage.id), weights)
    ]
    wanted, of_end = content_words(question), asks_for_end(question)
    days, dates = days_in(question), _dates(question)
    sentences = [_with_meanings(sentence, wanted, question) for sentence in sentences]
    rarity = word_weights(sentence.words for sentence in sentences)
    told, under = _within(question, sentences, rarity), _under(question, sentences)
    steps = fits_of_steps(question, [(one.passage.id, one.text) for one in sentences])
    found = [
        replace(
            sentence,
            score=sentence.evidence
            + weights.passage * (sentence.passage.fused_score or 0.0)
            + weights.lexical * coverage(wanted, sentence.words, rarity)
            + weights.day * bool(days and days & _days_told(sentence.text, dates))
            + weights.date * bool(dates and dates & _dates(sentence.text))
            + weights.within * told.get(sentence.place, 0.0)
            + weights.under * under.get(sentence.place, 0.0)
            + weights.ends * (of_end and holds_end(sentence.text))
            + weights.ranged * step
            + _fits(question, kind, sentence, weights)
            + weights.exchanged * bool(exchanged and exchanged <= sentence.words),
        )
        for sentence, step in zip(sentences, steps, strict=True)
    ]
    return _pass_on(found, weights.after_question)


def score_read(
    question: str,
    sentences: Sequence[Sentence],
    weights: ScoreWeights = ScoreWeights(),
    *,
    read: Mapping[Place, float] = MappingProxyType({}),
) -> list[Sentence]:
    """Score sentences that were weighed.

    Args:
        read: log odds that a sentence answers, by its place, of those that were read closely.
    """
    kind, behind = asked_kind(question), _behind(sentences, read)
    asked = weights.shaped if kind.name in ("phone", "email") else weights.asked
    return [_whole(one, weights, behind.get(one.place, 0.0), asked) for one in sentences]


def _fits(question: str, kind: AskedKind, sentence: Sentence, weights: ScoreWeights) -> float:
    """Return what it counts whether a sentence is of what is asked: of that thing, of that side."""
    text, language = sentence.text, sentence.passage.language
    return (
        weights.paid * (tells_how_to_pay(question, text) or tells_reduction(question, text))
        + weights.ranged * _in_range(question, kind, text)
        - weights.apart * share_apart(kind, text, question, language)
        - weights.party * is_of_other_party(question, text)
        - weights.party * is_only_proposed(question, text)
    )


def _in_range(question: str, kind: AskedKind, text: str) -> int:
    """Return 1 for a range that holds the age asked of, -1 for another: to whether, it answers."""
    fit = fit_of_ranges(question, text)
    return max(fit, 0) if kind.name == "whether" else fit


def _behind(sentences: Sequence[Sentence], read: Mapping[Place, float]) -> dict[Place, float]:
    """Return how far the log odds of those that were read lie below the best of them, by place."""
    known = {one.place: read[one.place] for one in sentences if one.place in read}
    likeliest = max(known.values(), default=0.0)
    return {place: odds - likeliest for place, odds in known.items()}


def _within(
    question: str, sentences: Sequence[Sentence], rarity: Mapping[str, float]
) -> dict[Place, float]:
    """Return how surely sentences tell of the time of year that is asked about, -1..1, by place.

    One with a stretch of days tells of it, most of all where that holds the time; but it, or the
    sentence before it that it leans on, has to be of what is asked besides: that a terrace is open
    from May on tells nothing of the pool. One beside it whose stretch does not hold the time tells
    of the rest of the year, and so does one in the passage of a line for the very day.
    """
    times = year_days(question)
    if not times:
        return {}
    rest = _TIME_WORD.sub(lambda word: "" if is_of_year(word[0]) else word[0], question)
    asked = frozenset(w for w in content_words(rest) & rarity.keys() if not w.isdecimal())
    told: dict[Place, tuple[float, str]] = {}
    for before, one in zip([None, *sentences], sentences, strict=False):
        if not within_stretches(one.text):
            continue
        leans = not SUBJECT_PRONOUNS.isdisjoint(words_of(one.text))
        is_next = before is not None and before.passage.id == one.passage.id
        said = one.words | (before.words if before and is_next and leans else frozenset())
        is_of_it = not asked or are_opposed(question, one.text)  # closed, asked whether open
        told[one.place] = 1.0 if is_of_it else coverage(asked, said, rarity), one.text
    most = max((held for held, _ in told.values()), default=0.0)
    of_it = {at: text for at, (held, text) in told.items() if held >= max(_OF_IT, _ALIKE * most)}
    shares = {place: share_within(times, text) for place, text in of_it.items()}
    found = {place: _TELLS + (1.0 - _TELLS) * share for place, share in shares.items()}
    for one, other in pairwise(sentences):
        for each, beside in ((one, other), (other, one)):
            is_beside = each.passage.id == beside.passage.id and shares.get(beside.place, 0.0) > 0
            if is_beside and shares.get(each.place) == 0:
                found[each.place] = -shares[beside.place]
    of_day = {one.passage.id for one in sentences if is_line_for(_dates(question), one.text)}
    return found | {place: -1.0 for place in shares if not shares[place] and place[0] in of_day}


def _days_told(text: str, dates: frozenset[YearDay]) -> frozenset[str]:
    """Return the days of the week that a text tells of: "Sunday 26 October" is one date alone.

    Args:
        dates: those that are asked about, one of which that may be.
    """
    return days_in(text if dates else _DATED.sub(_undated, text))


def _undated(match: re.Match[str]) -> str:
    """Leave out a day of the week right before the date that it is."""
    return " " if days_named(match["date"]) else match[0]


def is_line_for(days: frozenset[YearDay], text: str) -> bool:
    """Say whether a line begins with one of some days, and tells what is then: "24 May: shut"."""
    return any(
        (month, day) in days and span.start == 0 and _TELLS_OF.match(text, span.end) is not None
        for (_, month, day), span in days_named(text)
    )


def _under(question: str, sentences: Sequence[Sentence]) -> dict[Place, float]:
    """Return which sentences are under a heading, or an entry, of the time asked about, by place.

    1 for those, -1 for those under one of another time: "Winter (1 November to 28 February)" beside
    "Summer". Nothing where no heading, and no entry, of the document is of that time.
    """
    times, shares = year_days(question), dict[tuple[str, Place], float]()
    for one in sentences if times else ():
        place = place_at(one.passage, one.span.start)
        heading = (place.heading or "").split(BETWEEN)[-1]
        if within_stretches(heading) or season_of(heading):
            shares[place.document_id, one.place] = float(bool(times & year_days(heading)))
        elif day := day_of_entry(one.passage.text, one.span.start):
            shares[place.document_id, one.place] = float(day in times)
    of_it = {document for (document, _), share in shares.items() if share}
    return {
        place: 2.0 * share - 1.0 for (document, place), share in shares.items() if document in of_it
    }


def _whole(sentence: Sentence, weights: ScoreWeights, behind: float, asked: float) -> Sentence:
    closely = weights.read * max(behind, -_MOST_READ)
    score = sentence.score + asked * sentence.held + closely
    return replace(sentence, score=score, read=closely)


def _dates(text: str) -> frozenset[tuple[int, int]]:
    """Return the months and days that a text names; of a message no more than what it says."""
    return frozenset((month, day) for (_, month, day), _ in days_named(body_of(text)))


def _with_meanings(sentence: Sentence, wanted: frozenset[str], question: str) -> Sentence:
    """Take a form of a wanted word, and what means it in the passage's language, for itself."""
    held = sentence.words | compounds_in(sentence.text, frozenset(words_of(question)))
    known = meanings(wanted, sentence.passage.language)
    there = meant(known, held) | inflected(wanted - held, held) | (wanted & held)
    return replace(sentence, words=sentence.words | there) if there else sentence


def _read(
    question: str,
    passage: Passage,
    query: QueryEmbedding,
    vectors: TokenVectors | None,
    weights: ScoreWeights,
) -> Iterator[Sentence]:
    spans = quotable_spans(passage.text)
    evidence = np.zeros(len(spans), dtype=np.float32)
    named = words_calling(passage.title or "", question)
    headed = _headed(passage, spans)
    if vectors is not None and len(query.token_embeddings):
        named_tokens = _tokens_of(named, question, query)
        evidence = _evidence(query, vectors, spans, weights, named_tokens, headed)
    asked = content_words(question)
    headers = frozenset[int]() if asks_of_mail(question) else header_starts(passage.text)
    for idx, (span, value) in enumerate(zip(spans, evidence, strict=True)):
        words = content_words(passage.text[span.start : span.end]) | named
        above = headed.get(idx)
        under = asked & (content_words(_cut(passage, above)) if above else frozenset())
        line = passage.text.rfind("\n", 0, span.start) + 1
        yield Sentence(
            passage,
            idx,
            span,
            words | under,
            float(value),
            is_named=bool(under),
            is_of_header=line in headers,
            closes=closes(passage.text[span.start : span.end]),
        )


def _cut(passage: Passage, span: Span) -> str:
    return passage.text[span.start : span.end]


def _headed(passage: Passage, spans: Sequence[Span]) -> dict[int, Span]:
    """Return which heading each line without a stop is under, by its number."""
    over = ((idx, heading_over(passage, span)) for idx, span in enumerate(spans))
    return {idx: heading for idx, heading in over if heading is not None}


def _tokens_of(words: frozenset[str], question: str, query: QueryEmbedding) -> list[int]:
    """Return which tokens of a question are of these words, as `content_words` gives them."""
    if not words or query.token_offsets is None:
        return []
    spans = [match.span() for match in _WORD.finditer(question) if content_words(match[0]) & words]
    return [
        at
        for at, (start, end) in enumerate(query.token_offsets)
        if any(start < until and begin < end for begin, until in spans)
    ]


def _evidence(
    query: QueryEmbedding,
    vectors: TokenVectors,
    spans: Sequence[Span],
    weights: ScoreWeights,
    named: Sequence[int],
    headed: Mapping[int, Span],
) -> FloatArray:
    """Weigh what the token vectors say of each span, float32 [spans].

    Args:
        named: tokens that the title holds: all of the document is about them, wherever they stand.
        headed: see `_headed`.
    """
    headings = list(dict.fromkeys(headed.values()))
    matches = match_ranges(query.token_embeddings, vectors, [*spans, *headings])
    if not len(spans):
        return matches.likeness
    best, likeness = matches.best[: len(spans)], matches.likeness[: len(spans)]
    above = dict(zip(headings, matches.best[len(spans) :], strict=True))
    best[:, named] = best[:, named].max(axis=0)
    with_before = best.copy()
    np.maximum(with_before[1:], best[:-1], out=with_before[1:])
    for idx, heading in headed.items():
        np.maximum(with_before[idx], above[heading], out=with_before[idx])
    summed = weights.matches * (with_before @ query.token_weights)
    only_here = _only_here(best, query.token_weights)
    total = summed + weights.likeness * likeness + weights.only_here * only_here
    return np.asarray(total, dtype=np.float32)


def _only_here(best: FloatArray, token_weights: FloatArray) -> FloatArray:
    """Return for each sentence the share, 0..1, of tokens that match best in it.

    A token counts by how far its best sentence is above the middle one: what all of them hold
    tells none from the others.
    """
    top = best.max(axis=0)
    telling = token_weights * (top - np.median(best, axis=0))
    total = telling.sum()
    if total <= 0.0:
        return np.zeros(len(best), dtype=np.float32)
    return np.asarray((best >= top) @ (telling / total), dtype=np.float32)


def _pass_on(sentences: Sequence[Sentence], short: float) -> list[Sentence]:
    """Let a question hand its score to the sentence after it, which is likely its answer.

    In a chat to the next messages as well: whoever asks may say more before somebody answers, and
    others may jest.
    """
    handed = list(sentences)
    for at, before in enumerate(sentences):
        if before.asks:
            replies = {at + 1: 1} | {
                each: n for n, each in enumerate(_replies_to(sentences, at), 1)
            }
            for reply, far in replies.items():
                if reply < len(handed) and handed[reply].passage.id == before.passage.id:
                    score = max(handed[reply].score, before.score - far * short)
                    handed[reply] = replace(handed[reply], score=score)
    return handed


def _replies_to(sentences: Sequence[Sentence], at: int) -> list[int]:
    """Return which sentences begin the messages after the one that asks; none outside of chats."""
    asking = sentences[at]
    text, line = asking.passage.text, asking.line_start
    if not MESSAGE.match(text, line):
        return []
    of_passage = takewhile(lambda one: one.passage.id == asking.passage.id, sentences[at:])
    found = []
    for number, one in enumerate(of_passage, at):
        if one.line_start > line:
            line = one.line_start
            found.append(number)
            if len(found) == _REPLIES or not MESSAGE.match(text, line):
                break
    return [number for number in found if MESSAGE.match(text, sentences[number].line_start)]
