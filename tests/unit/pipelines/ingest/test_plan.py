"""Work on whole documents."""

import pytest

from pipelines.engine.codec import encode_bytes
from pipelines.errors import SourceRefused
from pipelines.ingest.plan import clean_document, plan_document
from pipelines.models.documents import Anchor, Block, CleanText, Extracted, Span
from pipelines.nodes.text.clean import clean

PROSE = "Each of these words is plain prose, and there are enough of them to make up a passage."
ROW = "Item: valve; Price: 12; Hall: 3; Shelf: 4; Keeper: Vera Holm; Since: 2020; Left: 17"


class Listener:
    """A detector that says what it was asked about."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def detect(self, text: str, hint: str | None = None) -> str:
        self.heard.append(text)
        return "fr"


def test_rows_are_in_the_language_of_their_document() -> None:
    text = f"{PROSE}\n\n{ROW}"
    at = len(PROSE) + 2
    document = CleanText(
        text, (Span(0, len(PROSE)), Span(at, len(text))), (Anchor(0), Anchor(at, row=2))
    )
    listener = Listener()
    language, plan = plan_document(listener, document, "en", "paragraph", None, 384, 32)
    assert language == "fr"
    assert len(plan.passages) == 2
    assert [chunk.language for chunk in plan.chunks] == ["fr", "fr"]
    assert [anchor.row for anchor in plan.chunks[1].anchors] == [2]
    assert listener.heard == [text, PROSE], "the document, and each passage that is no row"


def test_a_document_is_cleaned_as_it_is_stored() -> None:
    extracted = Extracted(
        (Block("Herons", heading=True, level=1), Block("They  wade.")), "Birds", None
    )
    assert clean_document(encode_bytes(extracted)) == clean(extracted)
    with pytest.raises(SourceRefused, match="record-outdated"):
        clean_document(b'{"blocks": 1}')
