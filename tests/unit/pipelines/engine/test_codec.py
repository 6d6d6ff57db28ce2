"""What goes into the record of a run comes out the same."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.codec import decode, decode_bytes, encode, encode_bytes, result_type
from pipelines.engine.graph import Failed, nodes
from pipelines.errors import Failure, SourceRefused
from pipelines.ingest.batch import Batch, ChunkPlan, Item, Member, Order
from pipelines.ingest.pipeline import INGEST
from pipelines.models.answers import Choice, Citation, Exchange, Timings
from pipelines.models.documents import (
    Anchor,
    Block,
    Chunk,
    CleanText,
    Extracted,
    FileRef,
    Message,
    PassagePlan,
    Source,
    Span,
)
from pipelines.models.requests import (
    AnswerRequest,
    BatchReport,
    IngestRequest,
    ItemReport,
)
from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.periods import Period
from pipelines.store.staging import KnownDocument

ORDER = Order("b-1", 7, '{"chat_id":1}', "fixed", 384, 0, None)
FILE = FileRef("artifact", "b-1/upload/0", "Отчёт «2024» 🙂.pdf", 12)
SOURCE = Source(0, "file", FILE.file_name, file=FILE)
KNOWN = KnownDocument("d", "Титул", "b-0", "web", "ru", None, 3)
FAILURE = Failure("source-too-large", (("limit_mb", 20), ("share", 0.5), ("host", "a\\b")), "ab12")
ITEM = Item(ORDER, SOURCE, "application/pdf", "Т", FILE.file_name, known=KNOWN, failure=FAILURE)
CITATION = Citation(1, "d", None, None, "a.pdf", 3, 12.5, 0, "цитата\n\t\u2028")
REQUEST = AnswerRequest("Что? \x00 \u202e", "5", None, interface_language="ru", run_id="r")
EXCHANGE = Exchange("Что?", "То [1]", ("Казань",), (1, 2), ("d",), ("цитата",), "about_document")
READING = Reading(
    "Что в Казани?",
    own="в Казани",
    hangs_on=("Казань",),
    part=1,
    shown="Казань",
    is_carried=True,
    leaning=1 / 3,
    order=2,
    is_corrected=True,
    hits=(Hit(1, 0.1, None, 0.3, 1 / 3),),
    unranked=1,
    confidence=0.123456789,
)

VALUES = [
    IngestRequest(Message("см. https://a.b", ("https://c.d",), (FILE,)), None, "", "sentence"),
    REQUEST,
    ITEM,
    Batch(ORDER, 1732222222.123456, (ITEM, Item(ORDER, SOURCE))),
    BatchReport("b-1", (ItemReport(0, "x", "refused", "file", FAILURE),), 1.5),
    AnswerState(
        REQUEST,
        "ru",
        has_model=True,
        intent=Intent("recent_documents", "что нового", period=Period("week", 1), language="ru"),
        earlier=EXCHANGE,
        spoken=("greeting", "question"),
        readings=(READING, Reading("")),
        text="t",
        aside="a",
        understood="Казань, 2023",
        citations=(CITATION,),
        choices=(Choice("d", "Титул"),),
        exchange=EXCHANGE,
        timings=Timings(1.5),
    ),
    AnswerState(REQUEST, "und", failure=FAILURE),
    ChunkPlan(
        (PassagePlan(Span(0, 4), (Span(0, 1), Span(2, 4))),),
        (
            Chunk(0, "а", "ru", 1, None, (Anchor(0, 1),), 0, ""),
            Chunk(1, "бв", "ru", 1, None, (Anchor(0, 1), Anchor(1, 2)), 0, "\n\u2028"),
        ),
    ),
    CleanText("абв", (Span(0, 3),), (Anchor(0, start_seconds=1.25),)),
    CleanText("абв", (Span(0, 3),), (Anchor(0, heading="Порты › Слив"), Anchor(1, row=17))),
    replace(CITATION, heading="Порты › Слив", row=17),
    replace(ITEM, members=(Member(replace(SOURCE, inside="a.zip")), Member(SOURCE, FAILURE))),
    Extracted((Block("a", 1), Block("b", None, 2.5, True)), "t", None, 9, "en"),
    FAILURE,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_survives_the_record(value: object) -> None:
    recorded = json.dumps(encode(value))
    assert decode(type(value), json.loads(recorded)) == value


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_survives_as_bytes(value: object) -> None:
    assert decode_bytes(type(value), encode_bytes(value)) == value


@given(st.lists(st.tuples(st.text(), st.one_of(st.text(), st.integers(), st.booleans()))))
def test_the_values_of_a_failure_keep_their_kind(values: list[tuple[str, str | int]]) -> None:
    failure = Failure("code", tuple(values))
    again = decode(Failure, json.loads(json.dumps(encode(failure))))
    assert again == failure
    kinds = [type(value) for _, value in again.values]
    assert [issubclass(kind, str) for kind in kinds] == [isinstance(v, str) for _, v in values]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_scores_keep_every_bit(score: float) -> None:
    hit = Hit(1, score, score, score, score)
    assert decode(Hit, json.loads(json.dumps(encode(hit)))) == hit


def test_what_does_not_fit_is_not_taken() -> None:
    with pytest.raises(ValidationError):
        decode(Hit, {"id": "not a number", "similarity": 0.5})
    with pytest.raises(SourceRefused, match="record-outdated"):
        decode_bytes(CleanText, b'{"text": "a"}')


def test_nothing_and_plain_values_pass() -> None:
    assert encode(None) is None
    assert encode("text") == "text"


def test_the_type_of_a_result_is_read_off_the_method() -> None:
    assert result_type(AnswerSteps.search) is AnswerState
    assert {node.name for node in nodes(INGEST.flow) if result_type(node.call) is BatchReport} == {
        *("report", "clean_up")
    }
    assert Failed(ITEM, FAILURE).failure is FAILURE
