"""What is shown of how a question was understood, above its answer."""

from collections.abc import Sequence

from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.understanding import meant_by
from pipelines.nodes.questions.anchors import is_name
from pipelines.nodes.questions.asking import PRONOUNS, words_of
from pipelines.nodes.questions.follow_up.leaning import things_of
from pipelines.nodes.questions.follow_up.topics import thing_of
from pipelines.nodes.questions.politeness import core_question
from pipelines.nodes.text.words import content_words

_LONGEST_SHOWN = 90  # characters of an earlier question


def understood_as(state: AnswerState, told: Sequence[Told]) -> str:
    """Return what the first question that is answered was understood to be about.

    A name reads well by itself; of other words, torn out of the earlier question and inflected for
    it, that question is shown as it was written, if it says by itself what it is about.
    """
    readings = state.readings
    pairs = zip(readings, told, strict=True)
    answered = [(one, said) for one, said in pairs if said.lines and one.shown]
    reading, said = next(iter(answered), (readings[0], told[0]))
    if reading.is_carried and is_name(reading.shown) and _is_beside(reading, said):
        return ""
    if not reading.is_carried or state.earlier is None or is_name(reading.shown):
        read = [line.quote.passage.text for one in told for line in one.lines if line.quote]
        return meant_by(reading, state, read)
    written = state.earlier.written or (state.earlier.question,)
    asked = core_question(" ".join(written[-1].split()))
    if any(word.word in PRONOUNS for word in words_of(asked)):
        return ""  # whom "can he swim" is about is no clearer by "may he take nuts to school"
    is_long, is_empty = len(asked) > _LONGEST_SHOWN, not content_words(thing_of(asked))
    return reading.shown if is_long or is_empty else asked


def _is_beside(reading: Reading, told: Told) -> bool:
    """Say whether what is quoted holds all things that are named now, and not what was carried."""
    first = next((line.quote for line in told.lines if line.quote), None)
    things = content_words(" ".join(things_of(reading.own)))
    held = content_words(first.text) if first else frozenset()
    return bool(things) and things <= held and not content_words(reading.shown) & held
