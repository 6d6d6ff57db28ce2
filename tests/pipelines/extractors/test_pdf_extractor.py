"""Reading PDFs."""

import pickle

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf import PdfExtractor
from pipelines.models import Extracted, Fetched
from tests.pipelines.extractors.pdf_maker import encrypt, make_pdf, make_scan

SENTENCE = "The quick brown fox jumps over the lazy dog and runs far away from the old farm. "
PARAGRAPH = (SENTENCE * 4).strip()


def read(content: bytes, *, page_limit: int = 2000, name: str = "some-file.pdf") -> Extracted:
    fetched = Fetched(content, "application/pdf", name)
    return PdfExtractor(page_limit=page_limit).extract(fetched)


def refusal(content: bytes, **settings: int) -> SourceRefused:
    with pytest.raises(SourceRefused) as caught:
        read(content, **settings)
    return caught.value


def test_paragraphs_and_headings_come_with_their_pages() -> None:
    content = make_pdf([["# Water", PARAGRAPH, PARAGRAPH], ["# Heating", PARAGRAPH]])
    extracted = read(content)
    assert extracted.pages == 2
    assert [(block.page, block.heading) for block in extracted.blocks] == [
        (1, True),
        (1, False),
        (1, False),
        (2, True),
        (2, False),
    ]
    assert extracted.blocks[0].text == "Water"
    assert "\n" in extracted.blocks[1].text
    assert extracted.blocks[1].text.replace("\n", " ") == PARAGRAPH


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("Annual Report", "Annual Report"),
        ("Microsoft Word - report_final.docx", "Water"),
        ("untitled", "Water"),
        ("report.indd", "Water"),
        (None, "Water"),
    ],
)
def test_a_title_left_by_a_program_is_no_title(given: str | None, title: str) -> None:
    assert read(make_pdf([["# Water", PARAGRAPH]], title=given)).title == title


def test_without_title_and_heading_the_file_names_it() -> None:
    assert read(make_pdf([[PARAGRAPH]]), name="Отчёт за год.pdf").title == "Отчёт за год"
    assert read(make_pdf([[PARAGRAPH]]), name="").title.startswith("The quick brown fox")


def test_a_password_is_refused_but_not_an_empty_one() -> None:
    content = make_pdf([[PARAGRAPH]])
    assert refusal(encrypt(content, "secret")).code == "source-encrypted"
    assert read(encrypt(content, "")).pages == 1


def test_a_scan_is_refused_with_its_pages() -> None:
    error = refusal(make_scan(3))
    assert (error.code, error.values) == ("source-scanned", {"pages": 3})


def test_too_many_pages_are_refused_and_not_cut() -> None:
    error = refusal(make_pdf([[PARAGRAPH]] * 4), page_limit=3)
    assert (error.code, error.values) == ("source-too-many-pages", {"pages": 4, "limit": 3})


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n",
        b"%PDF-1.7 and then nothing of the kind",
        make_pdf([[PARAGRAPH]])[:400],
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n"
        b"trailer << /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF",
    ],
)
def test_a_damaged_file_is_refused(content: bytes) -> None:
    assert refusal(content).code == "source-broken"


def test_the_extractor_can_be_sent_to_a_child_process() -> None:
    content = make_pdf([[PARAGRAPH]])
    copy = pickle.loads(pickle.dumps(PdfExtractor(page_limit=5)))
    assert copy.extract(Fetched(content, "application/pdf")).pages == 1
