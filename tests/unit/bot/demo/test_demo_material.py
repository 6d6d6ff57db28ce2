"""The demo's documents say what its questions ask for, where they say it."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pipelines.extractors import extract
from pipelines.models.documents import CleanText, Fetched
from pipelines.nodes.sources.media_type import sniff_media_type
from pipelines.nodes.text.clean import clean
from tests.support import ROOT

FOLDER = ROOT / "bot" / "demo"
MATERIAL: dict[str, Any] = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
READERS = {
    "application/pdf": "pdf",
    "text/html": "html",
    "text/markdown": "markdown",
    "text/plain": "text",
}


@dataclass(frozen=True, slots=True)
class Read:
    """A demo document after reading."""

    title: str | None
    pages: int | None
    cleaned: CleanText

    def page_of(self, words: str) -> int | None:
        """Return the page the words stand on."""
        at = self.cleaned.text.index(words)
        pages = [anchor.page for anchor in self.cleaned.anchors if anchor.at <= at]
        return pages[-1] if pages else None


def read(file: str) -> Read:
    content = (FOLDER / file).read_bytes()
    media_type = sniff_media_type(content, file_name=file)
    extracted = extract(READERS[media_type], Fetched(content, media_type, file))
    return Read(extracted.title, extracted.pages, clean(extracted))


DOCUMENTS = {document["file"]: read(document["file"]) for document in MATERIAL["documents"]}


@pytest.mark.parametrize("document", MATERIAL["documents"], ids=lambda document: document["file"])
def test_documents_are_read_as_they_are_described(document: dict[str, Any]) -> None:
    got = DOCUMENTS[document["file"]]
    assert (got.title, got.pages) == (document["title"], document["pages"])


@pytest.mark.parametrize(
    "question",
    [question for question in MATERIAL["questions"] if question["document"]],
    ids=lambda question: question["text"],
)
def test_answers_stand_where_they_are_said_to(question: dict[str, Any]) -> None:
    document = DOCUMENTS[question["document"]]
    assert document.page_of(question["answer_has"]) == question["page"]


def test_site_furniture_is_not_in_the_page() -> None:
    text = DOCUMENTS["seals.html"].cleaned.text
    for words in ("cookies", "Tide tables", "Crossword", "Back to top", "All rights", "dataLayer"):
        assert words not in text


def test_running_lines_are_not_in_the_handbook() -> None:
    text = DOCUMENTS["handbook.pdf"].cleaned.text
    assert "Handbook 2024" not in text
    assert "of 6" not in text
