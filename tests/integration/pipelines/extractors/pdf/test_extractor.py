"""Reading PDFs."""

import io
import pickle

import pytest
from fpdf import FPDF
from PIL import Image
from pypdf import PdfWriter, Transformation
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    RectangleObject,
)

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.models.documents import Extracted, Fetched
from tests.support.extractors.pdf_maker import encrypt, make_pdf, make_scan
from tests.support.extractors.picture_maker import scan

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
        ("about:blank", "Water"),  # printed by a browser
        ("https://example.org/print?id=7", "Water"),
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


def test_the_pages_of_a_scan_are_named_for_whoever_recognises_letters() -> None:
    extracted = read(make_scan(3))
    assert (extracted.blocks, extracted.scans) == ((), (1, 2, 3))
    assert (extracted.pages, extracted.pages_without_text) == (3, 3)


def test_empty_pages_are_counted_and_not_taken_for_pictures() -> None:
    extracted = read(make_pdf([[PARAGRAPH], [], [PARAGRAPH]]))
    assert (extracted.pages, extracted.pages_without_text, extracted.scans) == (3, 1, ())
    assert refusal(make_pdf([[], []])).code == "source-no-text"


def test_a_picture_with_its_caption_is_a_picture_too() -> None:
    picture = Image.new("L", (400, 300), 200)
    mixed = scan(["Figure 1. The lighthouse in a storm.", picture, PARAGRAPH])
    assert read(mixed).scans == (2,)


def test_a_document_is_read_in_slices_as_it_is_at_once() -> None:
    fetched = Fetched(make_pdf([[f"# Chapter {n}", PARAGRAPH] for n in range(1, 6)]), "", "a.pdf")
    impatient = PdfExtractor(seconds=0)
    slices = []
    page: int | None = 1
    while page is not None:
        slices.append(impatient.read_pages(fetched, page))
        page = slices[-1].next_page
    assert len(slices) == 5
    assert impatient.join_pages(fetched, slices) == PdfExtractor().extract(fetched)


def test_columns_are_read_one_after_the_other() -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    with pdf.text_columns(ncols=2, gutter=8, text_align="J") as columns:
        for number in range(14):
            columns.write(f"Paragraph {number}. {SENTENCE * 3}\n\n")
    blocks = read(bytes(pdf.output())).blocks
    starts = [f"Paragraph {number}. The quick brown fox" for number in range(14)]
    assert [block.text[:30] for block in blocks] == [start[:30] for start in starts]


def test_a_word_broken_at_the_end_of_a_line_stands_where_it_stands() -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    for line in ("The two of them had lost the connec-", "tion to the house that was theirs."):
        pdf.cell(0, 5.5, line, new_x="LMARGIN", new_y="NEXT")
    (block,) = read(bytes(pdf.output())).blocks
    assert block.text.splitlines() == [
        "The two of them had lost the connec-",
        "tion to the house that was theirs.",
    ]


def test_letters_beyond_the_first_plane_are_read() -> None:
    codes = "1 beginbfchar <41> <D83DDE00> endbfchar 1 beginbfrange <43> <7A> <0043>"
    cmap = f"1 begincodespacerange <00> <FF> endcodespacerange {codes} endbfrange"
    writer = PdfWriter()
    page = writer.add_blank_page(400, 200)
    streams = []
    for content in (cmap, "BT /F 12 Tf 20 100 Td (CAD hello) Tj 0 -20 Td (wor-) Tj T* (ld) Tj ET"):
        stream = DecodedStreamObject()
        stream.set_data(content.encode())
        streams.append(writer._add_object(stream))
    names = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    font = DictionaryObject({NameObject(k): NameObject(v) for k, v in names.items()})
    font[NameObject("/ToUnicode")] = streams[0]
    fonts = DictionaryObject({NameObject("/F"): font})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    page[NameObject("/Contents")] = streams[1]
    content = io.BytesIO()
    writer.write(content)
    (block, *_) = read(content.getvalue()).blocks
    assert block.text.startswith("C😀D hello")


def test_the_table_of_contents_says_what_is_a_heading_and_of_which_level() -> None:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    for level, name in ((0, "1 Water"), (1, "1.1 Pipes"), (1, "1.2 Taps"), (0, "2 Fire")):
        pdf.add_page()
        pdf.start_section(name.partition(" ")[2], level=level)
        for text in (name, PARAGRAPH):  # set like the text, and numbered there only
            pdf.multi_cell(0, 6, text)
            pdf.ln(6)
    found = [(b.text, b.level, b.page) for b in read(bytes(pdf.output())).blocks if b.heading]
    assert found == [("1 Water", 1, 1), ("1.1 Pipes", 2, 2), ("1.2 Taps", 2, 3), ("2 Fire", 1, 4)]


def test_without_a_table_of_contents_larger_headings_stand_above_smaller_ones() -> None:
    pdf = FPDF()
    pdf.add_page()
    for size, text in ((20, "Water"), (11, PARAGRAPH), (15, "Pipes"), (11, PARAGRAPH)):
        pdf.set_font("Helvetica", size=size)
        pdf.multi_cell(0, size / 2, text)
        pdf.ln(5)
    found = [
        (block.text, block.level) for block in read(bytes(pdf.output())).blocks if block.heading
    ]
    assert found == [("Water", 1), ("Pipes", 2)]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_lies_on_its_side_is_read_as_it_is_seen(turn: int) -> None:
    upright = make_pdf([["# Water", PARAGRAPH, PARAGRAPH]])
    writer = PdfWriter(clone_from=io.BytesIO(upright))
    page = writer.pages[0]
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    moves = {90: (height, 0), 180: (width, height), 270: (0, width)}
    page.add_transformation(Transformation().rotate(turn).translate(*moves[turn]))
    if turn != 180:
        page.mediabox = RectangleObject((0, 0, height, width))
    page.rotate(turn)
    buffer = io.BytesIO()
    writer.write(buffer)
    assert [b.text for b in read(buffer.getvalue()).blocks] == [
        b.text for b in read(upright).blocks
    ]


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
