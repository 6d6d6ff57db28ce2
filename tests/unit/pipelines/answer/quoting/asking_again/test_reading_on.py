"""What stands around the last answer is read to words that lean on it, if nothing else answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from pipelines.answer.quoting.asking_again.reading_on import ReadingOn
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Exchange, Passage
from pipelines.models.documents import Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.sentences.close_reading import Stretch
from pipelines.nodes.answering.sentences.sentence_scores import Place
from tests.support.nodes.passage_maker import make_passage

ROOF = "We chose Bright Roofing. It was cheaper. The work is paid by the council."
CHOSEN, CHEAPER, PAID = "We chose Bright Roofing.", "It was cheaper.", "The work is paid"
HERE = make_passage(ROOF, id=1, document_id="letter")
PAYING = make_passage("Everybody pays it.", id=3, document_id="letter")
ELSEWHERE = make_passage("Ida pays for the cakes.", id=2, document_id="minutes")
PAYS = Reading("who pays roofer?", own="who pays for it", shown="roofer", is_carried=True)
PAYS = replace(PAYS, leaning=0.9, confidence=0.5)
STATE = AnswerState(
    AnswerRequest("who pays for it", "chat", 1),
    "en",
    earlier=Exchange("which roofer did we choose?", "[1]", (), (1,), ("letter",), (CHOSEN,)),
)


@dataclass
class Reader:
    """Tells what it is given, and reads the odds that begin a sentence."""

    told: Told
    odds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    passage: Passage = HERE

    @property
    def store(self) -> "Reader":
        return self

    @property
    def search(self) -> "Reader":
        return self

    async def tell(self, reading: Reading, _state: AnswerState) -> tuple[Reading, Told]:
        return reading, self.told

    async def get_passages(self, _ids: Sequence[int], *, asker: int) -> Sequence[Passage]:
        assert asker == STATE.request.asker
        return (self.passage,)

    async def beside(self, asked: str, stretch: Stretch) -> dict[Place, float]:
        self.asked.append(asked)
        odds = self.odds.get(asked, {})
        said = {
            one: [v for k, v in odds.items() if one.text.startswith(k)] for one in stretch.sentences
        }
        return {one.place: (found or [-8.0])[0] for one, found in said.items()}


def quoting(passage: Passage, text: str, **more: Any) -> Told:
    start = passage.text.index(text)
    more = {"confidence": 0.9} | more
    return Told((Line(Quote(passage, Span(start, start + len(text)))),), **more)


async def told(reader: Reader, reading: Reading = PAYS, state: AnswerState = STATE) -> str:
    reading_on = ReadingOn(cast("Any", reader), cast("Any", reader), 0.3)
    _, said = await reading_on.tell(reading, state)
    return said.lines[0].quote.text if said.lines and said.lines[0].quote else ""


REPEATED, NEAREST = quoting(HERE, CHOSEN), quoting(HERE, CHEAPER, is_nearest=True)
FAR = quoting(ELSEWHERE, ELSEWHERE.text)


@pytest.mark.parametrize("before", [Told(confidence=0.0), NEAREST, REPEATED, FAR])
async def test_its_own_words_find_a_line_beside_the_last_answer(before: Told) -> None:
    reader = Reader(before, {"who pays for it": {PAID: 2.0, CHOSEN: -1.0}})
    assert (await told(reader)).startswith(PAID)


@pytest.mark.parametrize(
    ("before", "odds"),
    [
        (REPEATED, {PAID: 2.0, CHOSEN: 1.0}),  # what is told again answers about as well
        (FAR, {PAID: 0.5}),  # surely enough only where there is no other
        (quoting(PAYING, PAYING.text), {PAID: 5.0}),  # there is an answer, which is new
        (quoting(PAYING, PAYING.text, confidence=None), {PAID: 5.0}),  # a table tells it
    ],
)
async def test_what_was_told_stays(before: Told, odds: dict[str, float]) -> None:
    reader = Reader(before, {"who pays for it": odds})
    said = before.lines[0].quote
    assert said is not None
    assert await told(reader) == said.text


async def test_what_no_line_answers_is_asked_with_what_it_is_about_and_of_nothing_new() -> None:
    reader = Reader(Told(), {"who pays roofer?": {PAID: 1.0}})
    assert (await told(reader)).startswith(PAID)
    again = Reader(Told(), {"who pays roofer?": {CHOSEN: 3.0, PAID: 1.0}})
    assert await told(again) == "", "it has the words that were carried on"
    assert again.asked == ["who pays for it", "who pays roofer?"]
    both = {"who pays for it": {CHOSEN: -3.0}, "who pays roofer?": {CHOSEN: 3.0}}
    assert await told(Reader(Told(), both)) == CHOSEN, "its own words are nearest to it, too"


async def test_what_has_none_of_the_words_of_now_is_in_doubt() -> None:
    other = quoting(HERE, CHEAPER)
    assert (await told(Reader(other, {"who pays for it": {PAID: 2.0}}))).startswith(PAID)


async def test_a_price_is_of_what_stands_there() -> None:
    for own, text in (
        ("what does it cost to park?", ""),
        ("what does the other one cost?", CHEAPER),
    ):
        asked = replace(PAYS, own=own, question=own)
        assert await told(Reader(Told(), {own: {CHEAPER: 2.0}}), asked) == text


async def test_so_is_a_number() -> None:
    for own, text in (("how many do we give for presents?", ""), ("how many in all?", CHEAPER)):
        asked = replace(PAYS, own=own, question=own)
        assert await told(Reader(Told(), {own: {CHEAPER: 2.0}}), asked) == text


async def test_what_is_known_to_stand_nowhere_is_looked_for_no_more() -> None:
    reader = Reader(Told(missing=("fence",)), {"who pays for the fence?": {PAID: 5.0}})
    exchanged = replace(PAYS, question="who pays for the fence?", is_carried=False, shown="fence")
    assert await told(reader, exchanged) == ""
    assert reader.asked == []


@pytest.mark.parametrize(
    ("own", "text", "found"),
    [
        ("what is his number", "Ivo keeps it. It is hot. His number is on the door.", "His"),
        ("what is her number", "Ivo keeps it. It is hot. His number is on the door.", ""),
        ("what is his number", "Ivo keeps it. Ask Tom Hale. His number is on the door.", ""),
    ],
)
async def test_what_is_said_of_whom_was_quoted_is_told_in_its_own_words(
    own: str, text: str, found: str
) -> None:
    here = make_passage(text, id=1, document_id="letter")
    known = Exchange("who keeps the kiln?", "[1]", (), (1,), ("letter",), ("Ivo keeps it.",))
    asked = replace(PAYS, own=own, question="what is phone number kiln?")
    reader = Reader(Told(), passage=here)
    assert (await told(reader, asked, replace(STATE, earlier=known))).partition(" ")[0] == found


async def test_nothing_is_read_where_nothing_is_leant_on() -> None:
    reader = Reader(Told(), {"who pays for it": {PAID: 5.0}})
    assert await told(reader, replace(PAYS, leaning=0.25)) == ""
    assert await told(reader, state=replace(STATE, earlier=Exchange("who?", "no"))) == ""
    assert reader.asked == []


async def test_what_stands_for_another_thing_must_stand_there() -> None:
    exchanged = Reading("who pays for the fence?", own="the fence?", hangs_on=("fence",))
    exchanged = replace(exchanged, shown="the fence", leaning=1.0)
    reader = Reader(Told(), {"who pays for the fence?": {PAID: 5.0}, "the fence?": {PAID: 5.0}})
    assert await told(reader, exchanged) == ""
    assert await told(reader, replace(exchanged, hangs_on=("council",))) != ""
    assert await told(reader, replace(exchanged, hangs_on=("other council",))) != ""
    assert "the fence?" not in reader.asked, "one word asks nothing"


async def test_a_short_question_is_answered_by_what_was_quoted_if_that_names_all_of_it() -> None:
    """ "Is a text ok?", after "a text is not enough"; what it costs is told by nothing there."""
    rung = make_passage("Ring the parlour by 7.45 am; a text is not enough.", id=1)
    earlier = Exchange("when do i ring", "[1]", (), (1,), ("letter",), (rung.text,))
    for own, text in (("is a text ok?", rung.text), ("how much is a text?", "")):
        asked = Reading(own, confidence=0.3)
        state = replace(STATE, request=AnswerRequest(own, "chat", 1), earlier=earlier)
        assert await told(Reader(Told(), passage=rung), asked, state) == text
