"""Documents in the other language are asked in its words, and answer where they alone can."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.asking_again.translating import Translating, things_held, words_said
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

RENT = replace(make_passage("Плата вносится до 5-го числа."), id=1, language="ru")
RECEIPTS = replace(make_passage("Receipts come by the 5th."), id=2, language="en")
DOGS = replace(make_passage("С собакой можно."), id=3, language="ru")
LEAD = replace(make_passage("Dogs come on a lead."), id=4, language="en")


def says(passage: Passage, confidence: float | None = 0.9, **more: Any) -> Told:
    return Told((Line(Quote(passage, Span(0, len(passage.text)))),), confidence=confidence, **more)


@dataclass
class Base:
    """Tells by the ids of the hits, and by the translation where there is one."""

    told: dict[tuple[int, ...], Told]
    passages: Sequence[Passage]
    translated_to: Told = field(default_factory=Told)
    is_translated: bool = False
    language: str = "en"  # of the translation

    @property
    def itself(self) -> "Base":
        return self

    searching = ranking = composing = scoring = itself

    async def tell(self, reading: Reading, _state: AnswerState) -> Told:
        if reading.translation:
            return self.translated_to
        return self.told[tuple(hit.id for hit in reading.hits)]

    async def handed_on(self, hits: Sequence[Hit], _state: AnswerState) -> Sequence[Passage]:
        return [one for one in self.passages if one.id in {hit.id for hit in hits}]

    async def translated(self, reading: Reading, _state: AnswerState) -> Reading | None:
        self.is_translated = True
        return replace(reading, translation="in other words", language=self.language)

    async def rank(self, reading: Reading, _state: AnswerState) -> Reading:
        return reading

    async def strengthen(self, reading: Reading, _state: AnswerState) -> Reading:
        return reading


async def told_by(base: Base, question: str, language: str) -> Told:
    reading = Reading(question, hits=tuple(Hit(one.id, 0.5) for one in base.passages))
    state = AnswerState(AnswerRequest(question, "chat", 1), language)
    work = cast("Any", base)
    return (await Translating(work, work, work).tell(reading, state))[1]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (says(LEAD, 0.8), says(LEAD, 0.8)),
        (says(LEAD, 0.65), says(DOGS)),
        (says(LEAD, 0.8, is_nearest=True), says(DOGS)),
        (Told(), says(DOGS)),
    ],
)
async def test_of_two_that_answer_alike_the_one_in_the_language_of_the_question_is_told(
    own: Told, expected: Told
) -> None:
    base = Base({(3, 4): says(DOGS), (4,): own}, [DOGS, LEAD])
    assert await told_by(base, "can i bring my dog", "en") == expected


async def test_what_says_less_of_the_question_does_not_go_before_the_other_language() -> None:
    paid = replace(make_passage("We pay you £20 for each lesson."), id=5, language="en")
    more = replace(make_passage("Ещё один урок — 700 рублей."), id=6, language="ru")
    base = Base({(5, 6): says(paid), (6,): says(more, 0.95)}, [paid, more])
    assert await told_by(base, "сколько мне платят за урок", "ru") == says(paid)
    assert await told_by(base, "сколько стоит урок", "ru") == says(more, 0.95)


def test_what_is_said_of_a_question_is_read_in_the_sentence_alone() -> None:
    text = "The stove is at 60 degrees. The water is tested on Mondays."
    pool = replace(make_passage(text), language="en")
    assert words_said("how warm is the water", "en", Quote(pool, Span(0, 27))) == frozenset()
    assert words_said("насколько тёплая вода", "ru", Quote(pool, Span(28, len(text)))) == {"вода"}


async def test_what_lacks_the_thing_is_no_answer_where_the_other_language_has_it() -> None:
    base = Base({(1, 2): says(RENT)}, [RENT, RECEIPTS], translated_to=says(RECEIPTS, 0.6))
    assert await told_by(base, "до какого числа сдавать чеки", "ru") == says(RECEIPTS, 0.6)
    base = Base({(1, 2): says(RENT)}, [RENT, RECEIPTS], translated_to=says(RECEIPTS, 0.4))
    assert await told_by(base, "до какого числа сдавать чеки", "ru") == says(RENT)


async def test_a_translation_that_lost_the_thing_answers_nothing() -> None:
    near = says(LEAD, 0.5)
    base = Base({(1, 4): near}, [RENT, LEAD], translated_to=says(RENT))
    base.language = "ru"
    assert await told_by(base, "when are dogs fed", "en") == near
    base = Base({(3, 4): near}, [DOGS, LEAD], translated_to=says(DOGS))
    base.language = "ru"
    assert await told_by(base, "when are dogs fed", "en") == says(DOGS)


async def test_what_has_all_that_is_named_is_not_asked_again() -> None:
    base = Base({(1, 2): says(RENT)}, [RENT, RECEIPTS], translated_to=says(RECEIPTS))
    assert await told_by(base, "до какого числа вносится плата", "ru") == says(RENT)
    assert not base.is_translated


async def test_what_has_it_in_another_line_lacks_nothing() -> None:
    both = replace(says(DOGS), lines=(*says(DOGS).lines, *says(RENT).lines))
    base = Base({(1, 2, 3): both}, [RENT, RECEIPTS, DOGS], translated_to=says(RECEIPTS))
    assert await told_by(base, "до какого числа вносится плата", "ru") == both
    assert not base.is_translated


def test_a_thing_is_held_in_any_form_and_either_language() -> None:
    assert things_held("can i bring my dog", "en", LEAD) == {"dog"}
    assert things_held("до какого числа сдавать чеки", "ru", RECEIPTS) == {"чеки"}
    assert things_held("до какого числа сдавать чеки", "ru", RENT) == frozenset()
    cards = replace(make_passage("На входе принимают карты."), language="ru")
    assert things_held("можно ли платить картой", "ru", cards) == {"картой"}


@pytest.mark.parametrize("asked", ["What is the fee per week?", "How high is the fee per year?"])
async def test_what_leads_to_a_measure_is_no_thing_that_another_language_may_have(
    asked: str,
) -> None:
    fee = replace(make_passage("The weekly fee of the agent is 40 crowns."), id=1, language="en")
    other = replace(make_passage("Пётр платит за вывоз 90 крон в неделю."), id=2, language="ru")
    base = Base({(1, 2): says(fee, 0.8)}, [fee, other], says(other), language="ru")
    assert await told_by(base, asked, "en") == says(fee, 0.8)
    assert not base.is_translated
