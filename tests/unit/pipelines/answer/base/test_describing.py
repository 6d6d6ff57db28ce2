"""What of a passage stands under a heading."""

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from pipelines.answer.base.describing import Describing, _of_section, in_order, under_headings
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Exchange, Passage
from pipelines.models.documents import Anchor, Span
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import CitedText, Line, Quote, cite_lines
from tests.support.nodes.passage_maker import make_passage

PARTS = (
    "of last words.\n",
    "2. Fees\nThe fee is £48.\n",
    "3. Dates\nMarch and June.\n",
    "4. Dress\n",
)
TEXT = "".join(PARTS)
STARTS = [TEXT.index(part) for part in PARTS]
NAMES = ("1. Rehearsals", "2. Fees", "3. Dates", "4. Dress")
RULES = make_passage(
    TEXT,
    anchors=tuple(
        Anchor(at, heading=f"Rules › {name}") for at, name in zip(STARTS, NAMES, strict=True)
    ),
)


@pytest.mark.parametrize(
    ("wanted", "parts"), [("3", PARTS[2:3]), ("fees", PARTS[1:2]), ("rules", (TEXT,)), ("9", ())]
)
def test_a_section_is_read_from_its_heading_to_the_next(
    wanted: str, parts: tuple[str, ...]
) -> None:
    assert [quote.text for quote in _of_section(RULES, wanted)] == list(parts)


def test_what_a_document_says_stands_under_its_headings() -> None:
    text = "We repair boats.\nNo sails are mended here.\nПаруса здесь не чинят."
    starts = [text.index(line) for line in text.split("\n")]
    anchors = tuple(
        Anchor(at, heading=heading)
        for at, heading in zip(starts, ("Boatyard", "Not done", "Яхты › Не делаем"), strict=True)
    )
    passage = make_passage(text, anchors=anchors)
    quotes = [
        Quote(passage, Span(at, at + len(line)))
        for at, line in zip(starts, text.split("\n"), strict=True)
    ]
    lines = under_headings(quotes, "Boatyard")
    assert [line.text for line in lines] == [
        "",
        "Not done: No sails are mended here.",
        "Не делаем: Паруса здесь не чинят.",
    ]
    assert in_order(lines[::-1]) == lines


RULE = make_passage("The sauna closes at nine. The stove needs an hour to cool.", id=5)
ROW = replace(RULE, anchors=(Anchor(0, row=3),))
WHY = AnswerState(
    AnswerRequest("why?", "chat", 1),
    "en",
    earlier=Exchange(
        "When does the sauna close?",
        "The sauna closes at nine. [1]",
        passages=(5,),
        documents=("d",),
        quotes=("The sauna closes at nine.",),
    ),
    readings=(
        Reading("the sauna: why?", own="why", shown="the sauna", is_carried=True, leaning=1.0),
    ),
)


@dataclass
class Passages:
    """The one passage that was cited."""

    passage: Passage

    @property
    def search(self) -> "Passages":
        return self

    async def get_passages(self, _ids: object, **_: object) -> tuple[Passage, ...]:
        return (self.passage,)

    async def document_passages(self, _document: str, **_: object) -> tuple[Passage, ...]:
        return (self.passage,)


def cited(passage: Passage, end: int) -> CitedText:
    return cite_lines([Line(Quote(passage, Span(0, end)))])


@pytest.mark.parametrize(("passage", "told"), [(RULE, RULE.text), (ROW, RULE.text[:25])])
async def test_why_is_told_what_stands_around_the_answer_where_no_reason_is_found(
    passage: Passage, told: str
) -> None:
    describing = Describing(cast("Any", Passages(passage)), cast("Any", None), cast("Any", None))
    for found in (cited(passage, 25), cite_lines([])):
        said = await describing.around_reason(WHY, found, None)
        assert said is not None
        assert [citation.quote for citation in said.citations] == [told]
    assert await describing.around_reason(WHY, cited(passage, 58), None) is None
    reason = make_passage("The pool is shut because its pump broke.", id=5)
    quoted = replace(WHY, earlier=replace(WHY.earlier, quotes=(reason.text,)))
    assert await describing.around_reason(quoted, cited(reason, len(reason.text)), None) is None
    asked = replace(WHY, readings=(Reading("Is there a stove?"),))
    assert await describing.around_reason(asked, cited(passage, 25), None) is None
    refused = replace(WHY, earlier=Exchange("Is there a pool?", "No answer."))
    assert await describing.around_reason(refused, cite_lines([]), None) is None
