"""Read on around what was quoted, where one asks on in words that lean on it.

"Who pays for it?" and "to what hour?" hardly say anything to search for. A reader that sees the
lines around the last answer together with those words tells whether one of them answers. It is
asked where nothing else answers surely, or only what was quoted before, or what stands elsewhere.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.answer.quoting.asking_again.paraphrasing import Paraphrasing
from pipelines.answer.quoting.beside import LEANS, quoted_in
from pipelines.answer.quoting.found import Told, evidence_of, subject_of
from pipelines.answer.quoting.said_before import tells_more
from pipelines.answer.quoting.weighing.named import named_of
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.understanding import SAYS_NOTHING
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.asked import asked_kind, without_asking
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.fitting.sorts import names_thing, stands
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.close_reading import Stretch, beside
from pipelines.nodes.answering.sentences.sentence_scores import Place
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.questions.asking import is_of_same_person
from pipelines.nodes.questions.follow_up.forms.alternatives import names_another
from pipelines.nodes.questions.follow_up.leaning import things_of
from pipelines.nodes.questions.follow_up.tokens import lists, strip_back
from pipelines.nodes.text.words import content_words, fold

_SURELY_HELD = 0.8  # from which on a sentence is taken to hold what is asked for, and no other
_SHORT = 5  # words of a question that what was quoted may answer
_CITED = 2  # passages of the last answer
_ANSWERS = 0.0  # log odds from which on a line answers, where nothing else does
_ANSWERS_SURELY = 1.0  # the same, where what stands elsewhere does
_DENIED = -4.0  # log odds, under which its own words find nothing at all
_AHEAD = 2.0  # log odds, by which a line must be ahead of what was quoted before


@dataclass(frozen=True, slots=True)
class ReadingOn:
    """What is read with, and from which confidence on there is an answer."""

    paraphrasing: Paraphrasing
    scoring: Scoring
    least: float

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.paraphrasing.tell(reading, state)
        if _is_in_doubt(answered, told, state):
            told = await self._beside(answered, told, state)
        if _quoted_first(told) is None and (said := await self._in_what_was_said(answered, state)):
            told = Told((Line(said),), confidence=max(self.least, answered.confidence))
        return answered, told

    async def _in_what_was_said(self, reading: Reading, state: AnswerState) -> Quote | None:
        """Return what was quoted before where it names all that a short question does.

        "Is a text ok?", after "ring by 7.45; a text is not enough".
        """
        question, earlier = reading.own or reading.question, state.earlier
        things = [thing for thing in things_of(question) if names_thing(thing)]
        things = [thing for thing in things if fold(thing) not in lists()["approved"]]
        is_long = len(question.split()) > _SHORT
        if earlier is None or state.request.left_out or is_long or not things:
            return None
        kind = asked_kind(question)
        held = (one for one in earlier.quotes if holds(kind, one, question) >= _SURELY_HELD)
        named = (one for one in held if all(stands(thing, one) for thing in things))
        if (said := next(named, None)) is None:
            return None
        cited = await self.scoring.store.search.get_passages(
            earlier.passages[:_CITED], asker=state.request.asker
        )
        return quoted_in(said, cited)

    async def _beside(self, reading: Reading, told: Told, state: AnswerState) -> Told:
        """Return what stands around the last answer, if that answers better than what was told."""
        stretch = await self._around_last(state)
        if stretch is None or are_foreign(state.language, stretch.best.passage.language):
            return told
        said, nearest = _quoted_first(told), None
        if said is None and (called := _of_same_person(stretch, reading.own)) is not None:
            return Told((Line(called),), confidence=max(self.least, reading.confidence))
        for asked in _asked(reading)[: None if said is None else 1]:
            odds = await self.scoring.beside(asked, stretch)
            best, sure = _best_of(stretch, odds)
            if asked == reading.own and sure > _DENIED:
                nearest = best
            if sure < _ANSWERS or _lacks(reading, best):
                continue
            if asked != reading.own and best != nearest and _is_repeated(best, reading, state):
                continue
            if said is not None and not _is_better(best, said, odds):
                return told
            subject = subject_of(reading.question, best)
            return Told((Line(best),), subject, confidence=max(self.least, reading.confidence))
        return told

    async def _around_last(self, state: AnswerState) -> Stretch | None:
        """Return the lines around what was quoted last; None where that was a row of a table."""
        assert state.earlier is not None
        cited = await self.scoring.store.search.get_passages(
            state.earlier.passages[:_CITED], asker=state.request.asker
        )
        first = quoted_in(state.earlier.quotes[0], cited)
        return beside(first) if first is not None else None


def _is_in_doubt(reading: Reading, told: Told, state: AnswerState) -> bool:
    """Say whether a question leans on what was quoted, and has no answer yet that is sure and new.

    What a table tells is sure, where it has a word of it.
    """
    earlier = state.earlier
    if earlier is None or not earlier.quotes or reading.leaning < LEANS:
        return False
    is_exchanged = bool(reading.shown) and not reading.is_carried
    if reading.preferred or state.request.left_out or (told.missing and is_exchanged):
        return False
    said = _quoted_first(told)
    if said is None:
        return True
    asked = reading.own or reading.question
    if said.text in earlier.quotes and tells_more(asked, earlier.question, said.text):
        return False
    if told.confidence is None:
        return _tells_only_of_before(reading, said)
    is_elsewhere = said.passage.document_id not in earlier.documents
    is_elsewhere = is_elsewhere and reading.leaning >= SAYS_NOTHING
    return is_elsewhere or said.text in earlier.quotes or _tells_only_of_before(reading, said)


def _tells_only_of_before(reading: Reading, said: Quote) -> bool:
    """Say whether a line has none of the words written now: at most those that are carried on."""
    if reading.shown and not reading.is_carried:
        return False
    own = content_words(strip_back(reading.own or reading.question)) - lists()["pro_forms"]
    return not own & content_words(said.text) if own else not reading.shown


def _quoted_first(told: Told) -> Quote | None:
    """Return what was told surely by a sentence; None where nothing was."""
    if told.is_nearest or told.missing:
        return None
    return next((line.quote for line in told.lines if line.quote is not None), None)


def _asked(reading: Reading) -> Sequence[str]:
    """Return a question in its own words, and with what it was taken to be about.

    What was put in another's place asks hardly anything by itself, "and on Sundays?", and nothing
    where it is one word.
    """
    own = (reading.own,) if reading.own else ()
    if reading.is_carried or not reading.shown:
        return tuple(dict.fromkeys((*own, reading.question)))
    return (reading.question, *(one for one in own if len(content_words(one)) > 1))


def _of_same_person(stretch: Stretch, own: str) -> Quote | None:
    """Return what says further on in the words of a question what it asks: "His number is …".

    Of whoever was quoted, as long as nobody else is named in between.
    """
    asked = content_words(strip_back(without_asking(own))) or content_words(strip_back(own))
    between = ""
    for line in stretch.sentences[stretch.sentences.index(stretch.best) + 1 :]:
        if names_another(between, stretch.best.text):
            return None
        if asked and asked <= line.words and is_of_same_person(own, line.text):
            return Quote(line.passage, line.span)
        between = f"{between} {line.text}"
    return None


def _best_of(stretch: Stretch, odds: Mapping[Place, float]) -> tuple[Quote, float]:
    """Return the line that answers best, and its log odds; no heading, unless it was quoted."""
    lines = [one for one in stretch.sentences if one == stretch.best or one.answers_alone]
    best = max(lines, key=lambda one: odds.get(one.place, -math.inf))
    return Quote(best.passage, best.span), odds.get(best.place, -math.inf)


def _is_repeated(quote: Quote, reading: Reading, state: AnswerState) -> bool:
    """Say whether a line was quoted before, and has what is carried on for that alone."""
    said = state.earlier.quotes if state.earlier else ()
    return reading.is_carried and quote.text in said


def _lacks(reading: Reading, quote: Quote) -> bool:
    """Say whether a line stands nowhere near what was put in another's place.

    Nor near what a price or a number is asked of: there is one of many a thing.
    """
    named = [word for put in reading.hangs_on for word in put.split()]
    question = strip_back(reading.own or reading.question)
    if not named and (kind := asked_kind(question)).name == "how_many":
        named = [*(things_of(question) if kind.quantity == "money" else named_of(question))]
    told = [Anchor.named(word) for word in named if not _tells_nothing(word)]
    return bool(missing(told, evidence_of(quote.passage)))


def _tells_nothing(word: str) -> bool:
    """Say whether a word is "the other one", or what is done with any thing: "get back"."""
    names = ("the_other", "pro_forms", "light_verbs", "particles", "prices")
    return any(fold(word) in lists()[name] for name in names)


def _is_better(quote: Quote, said: Quote, odds: Mapping[Place, float]) -> bool:
    """Say whether a line answers better than what was told, if that was read with it."""
    if (place := (said.passage.id, said.span.start)) in odds:
        return odds[quote.passage.id, quote.span.start] - odds[place] >= _AHEAD
    return odds[quote.passage.id, quote.span.start] >= _ANSWERS_SURELY
