"""What is marked on a page is what was quoted: the letters under the marker are read again."""

import io
from collections.abc import Callable, Iterator

import pytest
from fpdf import FPDF
from PIL import Image
from pypdf import PdfReader, PdfWriter

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.extractors.pdf.file import open_for_reading
from pipelines.extractors.pdf.marked_page import draw_marked, find_boxes
from pipelines.models.documents import CleanText, Fetched
from pipelines.models.originals import PageQuote
from pipelines.nodes.text.clean import clean
from pipelines.nodes.text.words import split_sentences
from tests.support.extractors.pdf_maker import make_pdf

ICE = (
    "The glacier lies in a cirque on the eastern slope of the ridge. Its area fell by a quarter, "
    "and its tongue drew back by a hundred and forty metres. Sixteen was the year of the largest "
    "loss. A lake has stood at its edge since then, eighteen metres deep at the dam.\n\n"
)
NAMES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
NOTES = [
    ("- The reserve is 21 million", "- No deputy yet"),
    ("- Shelves come three weeks late", "- The opening is on 9 September"),
    ("- Four docks, 14 200 square metres", "- Two engineers, one driver"),
]
ROWS = [
    ("Boat", "Seats", "Hour, EUR", "Day, EUR"),
    ("Gull", "2", "350", "2100"),
    ("Tern", "3", "350", "2450"),
    ("Diver with an engine", "5", "990", "6400"),
]


def columns() -> bytes:
    """Two columns, in which lines are broken and everything is said twice."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=10)
    with pdf.text_columns(ncols=2, gutter=8, text_align="J") as set_in:
        for name in NAMES:
            set_in.write(f"Of the {name} valley this is known. " + ICE)
    return bytes(pdf.output())


def slides() -> bytes:
    pdf = FPDF("L", format=(190, 338))
    for number in range(3):
        pdf.add_page()
        pdf.set_font("Helvetica", size=30)
        for line, text in enumerate((f"Plan {NAMES[number]}", *NOTES[number])):
            pdf.set_xy(20, 20 + 30 * line)
            pdf.cell(0, 14, text)
    return bytes(pdf.output())


def table() -> bytes:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    with pdf.table() as rows:
        for row in ROWS:
            cells = rows.row()
            for cell in row:
                cells.cell(cell)
    return bytes(pdf.output())


def over_pages() -> bytes:
    return make_pdf([[ICE * 12]])


def turned() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(make_pdf([[ICE]]))))
    writer.pages[0].rotate(90)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def read(content: bytes) -> CleanText:
    return clean(PdfExtractor().extract(Fetched(content, "application/pdf", "made.pdf")))


def quotes(text: CleanText) -> Iterator[PageQuote]:
    """Every sentence of a text, as a citation has it: up to the end of its page."""
    for paragraph in text.paragraphs:
        words = text.text[paragraph.start : paragraph.end]
        for sentence in split_sentences(words):
            start, end = paragraph.start + sentence.start, paragraph.start + sentence.end
            place = [each for each in text.anchors if each.at <= start][-1]
            ends = [each.at for each in text.anchors if start < each.at < end]
            end = min([end, *ends])
            assert place.page is not None
            yield PageQuote(
                place.page,
                text.text[start:end],
                text.text[max(0, start - 200) : start],
                text.text[end : end + 200],
                is_row=place.row is not None,
            )


def under_the_marker(content: bytes, quote: PageQuote) -> str:
    page = open_for_reading(content)[quote.page - 1]
    text = page.get_textpage()
    return " ".join(text.get_text_bounded(*middle(*box)) for box in find_boxes(page, quote))


def middle(left: float, bottom: float, right: float, top: float) -> tuple[float, ...]:
    """Leave out what reaches over from the lines above and below."""
    across, along = 0.3 * (right - left), 0.3 * (top - bottom)
    if right - left < top - bottom:  # a turned line
        return left + across, bottom, right - across, top
    return left, bottom + along, right, top - along


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize("make", [columns, slides, over_pages, turned])
def test_every_sentence_is_marked_to_the_letter(make: Callable[[], bytes]) -> None:
    content = make()
    wanted = list(quotes(read(content)))
    assert len(wanted) >= 3
    assert [letters(under_the_marker(content, quote)) for quote in wanted] == [
        letters(quote.text) for quote in wanted
    ]


def test_of_what_is_said_twice_the_one_that_was_quoted_is_marked() -> None:
    content = columns()
    page = open_for_reading(content)[0]
    same = [quote for quote in quotes(read(content)) if "Sixteen was" in quote.text]
    places = {find_boxes(page, quote) for quote in same}
    assert len(places) == len(same) == len(NAMES)


def test_of_a_table_the_values_of_the_row_are_marked() -> None:
    content = table()
    rows = [quote for quote in quotes(read(content)) if quote.is_row]
    marked = [under_the_marker(content, quote).split() for quote in rows]
    assert marked == [" ".join(row).split() for row in ROWS[1:]]


def test_what_is_interrupted_on_the_page_is_marked_in_its_parts() -> None:
    content = make_pdf([["Its tongue drew back by a hundred [4] and forty metres in a year."]])
    quote = PageQuote(1, "Its tongue drew back by a hundred and forty metres in a year.")
    assert "tongue drew back by a hundred" in under_the_marker(content, quote)
    assert "and forty metres in a year" in under_the_marker(content, quote)


@pytest.mark.parametrize("text", ["", "…", "Nothing of the kind stands anywhere here at all."])
def test_what_is_not_there_is_not_marked(text: str) -> None:
    picture = draw_marked(make_pdf([[ICE]]), PageQuote(1, text))
    assert not picture.is_marked


def test_the_picture_shows_the_page_with_the_marker_on_the_words() -> None:
    content = make_pdf([["Nothing."], [ICE]])
    picture = draw_marked(content, PageQuote(2, "Sixteen was the year of the largest loss."))
    assert (picture.page, picture.pages, picture.is_marked) == (2, 2, True)
    shown = Image.open(io.BytesIO(picture.content))
    assert shown.format == "JPEG"
    assert shown.size == (picture.width, picture.height)
    assert max(shown.size) == 1600
    yellow = sum(count for count, colour in shown.getcolors(1 << 24) or () if is_yellow(colour))
    assert 0.002 < yellow / (picture.width * picture.height) < 0.05


def is_yellow(colour: object) -> bool:
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return red > 200 and green > 180 and blue < 150


@pytest.mark.parametrize("size", [(5, 3000), (3000, 5), (2, 2), (14000, 14000)])
def test_a_page_of_any_size_is_a_picture_that_telegram_takes(size: tuple[int, int]) -> None:
    pdf = FPDF(unit="pt", format=size)
    pdf.add_page()
    picture = draw_marked(bytes(pdf.output()), PageQuote(1))
    sides = picture.width, picture.height
    assert sum(sides) <= 10_000
    assert max(sides) <= 20 * min(sides)


@pytest.mark.parametrize("page", [0, 2])
def test_a_page_that_is_not_there_is_refused(page: int) -> None:
    with pytest.raises(SourceRefused):
        draw_marked(make_pdf([["One."]]), PageQuote(page))
