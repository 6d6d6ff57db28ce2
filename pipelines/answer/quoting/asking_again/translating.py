"""Ask documents in the other language in their own words, where nothing else answers.

A multilingual model finds what is meant in another language, and is less sure of it than of what is
beside the point in the question's own. So where an answer is in doubt the question is put again,
translated word by word, and what that finds counts only in documents of that language. So it is
where an answer lacks what the question names, and documents in the other language have it.

And where both answer about as well, what is in the language of the question is told.
"""

from dataclasses import dataclass, replace

from pipelines.answer.quoting.composing import Composing
from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.weighing.things import things_held, things_named
from pipelines.answer.ranking import Ranking
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.questions.follow_up.tokens import lists, measures_of, tokens_of
from pipelines.nodes.text.dictionary import LANGUAGES, lemmas, translations
from pipelines.nodes.text.words import content_words, fold, words_of

_SURE = 0.6  # confidence of an answer from which on no other is looked for
_ANSWERS = 0.5  # confidence from which on the other one is taken
_AHEAD = 0.05  # of confidence, that the other answer has to be
_ALIKE = 0.2  # of it, by which two answers are about as sure


@dataclass(frozen=True, slots=True)
class Translating:
    """What a question is asked with once more."""

    searching: Searching
    ranking: Ranking
    composing: Composing

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        reading, told = await self._in_own_language(
            reading, await self.composing.tell(reading, state), state
        )
        sure = sureness(told)
        if reading.preferred or state.request.left_out:
            return reading, told
        is_short = sure >= _SURE and await self._is_held_elsewhere(reading, told, state)
        if sure >= _SURE and not is_short:
            return reading, told
        translated = await self.searching.translated(reading, state)
        if translated is None:
            return reading, told
        ranked = await self.ranking.rank(translated, state)
        strong = await self.ranking.strengthen(ranked, state)
        other = await self.composing.tell(strong, state)
        unranked = reading.unranked + strong.unranked
        least = _ANSWERS if is_short else max(_ANSWERS, sure + _AHEAD)
        language = state.language_of(reading)
        lost = _has_besides(reading.question, language, told, other)
        has_it = not lost and (
            not is_short or _has_besides(reading.question, language, other, told)
        )
        is_surer = sureness(other) >= least and has_it
        taken = is_surer and is_in(strong.language, other)
        answered, said = (strong, other) if taken else (reading, told)
        return replace(answered, unranked=unranked), said

    async def _in_own_language(
        self, reading: Reading, told: Told, state: AnswerState
    ) -> tuple[Reading, Told]:
        """Return what documents in the language of the question tell, where it is as sure."""
        language, first = state.language_of(reading), quoted_first(told)
        if first is None or not are_foreign(language, first.passage.language):
            return reading, told
        found = await self.ranking.scoring.handed_on((*reading.hits, *reading.for_tables), state)
        ids = {one.id for one in found if not are_foreign(language, one.language)}
        hits = [hit for hit in (*reading.hits, *reading.for_tables) if hit.id in ids]
        if not hits:
            return reading, told
        own = replace(reading, hits=tuple({hit.id: hit for hit in hits}.values()))
        own = await self.ranking.strengthen(own, state)
        said = await self.composing.tell(own, state)
        is_sure = sureness(said) >= max(_SURE, sureness(told) - _ALIKE)
        lost = _has_besides(reading.question, language, told, said)
        lost = lost or _says_more(reading.question, language, told, said)
        return (own, said) if is_sure and not lost else (reading, told)

    async def _is_held_elsewhere(self, reading: Reading, told: Told, state: AnswerState) -> bool:
        """Say whether an answer lacks what is asked about, which a text in another language has."""
        first = quoted_first(told)
        language = state.language_of(reading)
        if first is None or are_foreign(language, first.passage.language):
            return False
        asked = reading.question
        quoted = [line.quote.passage for line in told.lines if line.quote is not None]
        held = frozenset().union(*(things_held(asked, language, one) for one in quoted))
        if held >= things_named(asked):
            return False
        found = await self.ranking.scoring.handed_on(reading.hits, state)
        foreign = [one for one in found if are_foreign(language, one.language)]
        return any(things_held(asked, language, one) - held for one in foreign)


def _has_besides(asked: str, language: str, one: Told, other: Told) -> bool:
    """Say whether one answer stands where something is that a question names, and the other not."""
    first, second = quoted_first(one), quoted_first(other)
    if first is None:
        return False
    held = things_held(asked, language, second.passage) if second else frozenset()
    return not things_held(asked, language, first.passage) <= held


def _says_more(asked: str, language: str, one: Told, other: Told) -> bool:
    """Say whether the sentence or row of one answer says more of a question than that of another.

    What is done counts as well: "each rehearsal is paid with £35" is what somebody is paid, and
    the price of a further one is not.
    """
    first, second = quoted_first(one), quoted_first(other)
    if first is None or second is None:
        return False
    return words_said(asked, language, first) > words_said(asked, language, second)


def words_said(asked: str, language: str, quote: Quote) -> frozenset[str]:
    """Return the words of a question that a quote says, with its heading, in either language."""
    place, said_in = place_at(quote.passage, quote.span.start), quote.passage.language
    text = "\n".join((quote.text, place.heading or "", quote.passage.title or ""))
    crosses = are_foreign(language, said_in)
    held = content_words(text)
    forms = {form for word in words_of(text) for form in _forms(word, said_in)}
    measures = measures_of(asked)

    def is_said(word: str) -> bool:
        if not missing([Anchor.named(word)], text, crosses=crosses):
            return True
        options = translations(word, said_in) if crosses and said_in in LANGUAGES else ()
        return any(option in forms or content_words(option) <= held for option in options)

    empty = lists()["predicates"] | lists()["prices"]
    telling = (fold(token.text) for token in tokens_of(asked) if token.text not in measures)
    return frozenset(word for word in telling if word not in empty and is_said(word))


def _forms(word: str, language: str) -> tuple[str, ...]:
    return (word, *lemmas(word, language)) if language in LANGUAGES else (word,)


def quoted_first(told: Told) -> Quote | None:
    """Return what is quoted first; None where nothing is."""
    return next((line.quote for line in told.lines if line.quote is not None), None)


def sureness(told: Told) -> float:
    """Return 0..1 how surely something was told; a table's cell is found or is not."""
    if not told.lines or told.is_nearest:
        return 0.0
    return 1.0 if told.confidence is None else told.confidence


def is_in(language: str, told: Told) -> bool:
    """Say whether what answers stands in a document of this language."""
    first = quoted_first(told)
    return first is not None and first.passage.language == language
