"""Reading Word, PowerPoint, OpenDocument and RTF."""

import io

import docx
import pptx
import pytest
from docx.oxml import parse_xml

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.models.documents import Block, Extracted, Fetched
from tests.support.extractors.office_maker import make_docx, make_odt, make_pptx, make_zip

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read(extractor: str, content: bytes, name: str = "some file.x") -> Extracted:
    return extract(extractor, Fetched(content, "x", name))


def code(extractor: str, content: bytes) -> str:
    with pytest.raises(SourceRefused) as caught:
        read(extractor, content)
    return caught.value.code


def texts(extracted: Extracted) -> list[str]:
    return [block.text for block in extracted.blocks]


def test_word_keeps_headings_lists_and_rows() -> None:
    extracted = read("docx", make_docx("The boiler", "Vera"))
    assert (extracted.title, extracted.author) == ("The boiler", "Vera")
    assert extracted.blocks == (
        Block("Installation", heading=True, level=2),
        Block("The boiler stands on a level floor of stone."),
        Block("Ports", heading=True, level=3),
        Block("Bring along:"),
        Block("- a wrench\n- a bucket"),
        Block("Port: A7; Size: 22 mm; Use: drain", row=2),
        Block("Port: B3; Size: 15 mm; Use: inlet", row=3),
    )
    assert read("docx", make_docx()).title == "Installation"


def test_word_takes_lines_that_are_set_as_headings_for_such() -> None:
    document = docx.Document()
    document.add_paragraph("ПРОТОКОЛ № 3")
    document.add_paragraph("Собрание прошло в школе.")
    document.add_paragraph("ПО ПЕРВОМУ ВОПРОСУ:")
    document.add_paragraph("За — 38, против — 1.")
    document.add_paragraph().add_run("Second question").bold = True
    document.add_paragraph("For 29, against 8.")
    document.add_paragraph().add_run("Pay by Friday.").bold = True
    document.add_paragraph("ВНИМАНИЕ! НЕ СТУЧАТЬ.")
    content = io.BytesIO()
    document.save(content)
    extracted = read("docx", content.getvalue(), "Протокол собрания.docx")
    assert [block.text for block in extracted.blocks if block.heading] == [
        "ПРОТОКОЛ № 3",
        "ПО ПЕРВОМУ ВОПРОСУ:",
        "Second question",
    ]
    assert extracted.title == "Протокол собрания"


@pytest.mark.parametrize("title", ["(anonymous)", "Презентация PowerPoint", "Лист1", "Book 2"])
def test_what_a_program_calls_a_document_is_no_title(title: str) -> None:
    assert read("docx", make_docx(title)).title == "Installation"


def test_word_keeps_what_stands_in_controls_and_was_inserted() -> None:
    document = docx.Document()
    body = document.element.body
    body.insert(
        0,
        parse_xml(
            f"<w:sdt {_W}><w:sdtContent><w:p><w:r><w:t>in a control</w:t></w:r></w:p>"
            "</w:sdtContent></w:sdt>"
        ),
    )
    body.insert(
        1,
        parse_xml(
            f"<w:p {_W}><w:r><w:t>kept </w:t></w:r><w:ins><w:r><w:t>new</w:t><w:tab/></w:r></w:ins>"
            "<w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>"
        ),
    )
    content = io.BytesIO()
    document.save(content)
    assert texts(read("docx", content.getvalue())) == ["in a control", "kept new"]


def test_word_repeats_what_cells_share() -> None:
    document = docx.Document()
    table = document.add_table(3, 3)
    for row, cells in enumerate([("Hall", "Day", "Hour"), ("Red", "Mon", "9"), ("", "Tue", "10")]):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    table.cell(1, 0).merge(table.cell(2, 0))
    content = io.BytesIO()
    document.save(content)
    assert texts(read("docx", content.getvalue()))[-1] == "Hall: Red; Day: Tue; Hour: 10"


def test_word_without_text_is_refused() -> None:
    content = io.BytesIO()
    docx.Document().save(content)
    assert code("docx", content.getvalue()) == "source-no-text"


def test_slides_are_pages() -> None:
    content = make_pptx([("Ports", ["Drain", "Inlet"]), ("", []), ("Care", ["Once a year."])])
    extracted = read("pptx", content)
    assert (extracted.title, extracted.pages, extracted.pages_without_text) == ("Ports", 3, 1)
    assert extracted.blocks == (
        Block("Ports", page=1, heading=True, level=1),
        Block("- Drain\n- Inlet", page=1),
        Block("Care", page=3, heading=True, level=1),
        Block("Once a year.", page=3),
    )


@pytest.mark.parametrize("mark", ["nothing", "bold", "repeated"])
def test_two_columns_are_what_is_what_unless_the_first_row_is_marked(mark: str) -> None:
    document = docx.Document()
    table = document.add_table(3, 2)
    for row, cells in enumerate((("Name", "Ivan Petrov"), ("City", "Moscow"), ("Phone", "123"))):
        for column, cell in enumerate(cells):
            run = table.cell(row, column).paragraphs[0].add_run(cell)
            run.bold = mark == "bold" and row == 0
    if mark == "repeated":
        table.rows[0]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {_W}/>"))
    buffer = io.BytesIO()
    document.save(buffer)
    said = texts(read("docx", buffer.getvalue()))
    if mark == "nothing":
        assert said == ["Name: Ivan Petrov", "City: Moscow", "Phone: 123"]
    else:
        assert said == ["Name: City; Ivan Petrov: Moscow", "Name: Phone; Ivan Petrov: 123"]


def test_slides_keep_tables_groups_and_notes() -> None:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    table = slide.shapes.add_table(2, 2, 0, 0, 100, 100).table
    for at, cell in enumerate(("Name", "Use", "Valve", "drain")):
        table.cell(at // 2, at % 2).text = cell
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 10, 10).text_frame.text = "Inside a group"
    slide.notes_slide.notes_text_frame.text = "Say it slowly"
    content = io.BytesIO()
    show.save(content)
    assert texts(read("pptx", content.getvalue())) == [
        "Name: Valve; Use: drain",
        "Inside a group",
        "Say it slowly",
    ]
    assert code("pptx", make_pptx([("", [])])) == "source-no-text"


def test_open_document_keeps_headings_lists_and_rows() -> None:
    names, *rows = (
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in row)
        + "</table:table-row>"
        for row in (("Stone", "Weight"), ("upper", "900 kg"))
    )
    cells = f"<table:table-header-rows>{names}</table:table-header-rows>{''.join(rows)}"
    extracted = read(
        "odt",
        make_odt(
            '<text:h text:outline-level="2">Stones</text:h>'
            '<text:p>Two<text:s text:c="999999999999"/>stones<text:tab/>grind '
            "<text:span>the rye</text:span>.<text:line-break/>Slowly.</text:p>"
            "<text:list><text:list-item><text:p>one</text:p></text:list-item>"
            "<text:list-item><text:p>two</text:p></text:list-item></text:list>"
            f"<text:section><table:table>{cells}</table:table></text:section>"
        ),
    )
    assert (extracted.title, extracted.author) == ("The mill", "Ivar")
    assert extracted.blocks == (
        Block("Stones", heading=True, level=2),
        Block("Two stones\tgrind the rye.\nSlowly."),
        Block("- one\n- two"),
        Block("Stone: upper; Weight: 900 kg", row=2),
    )
    assert code("odt", make_odt("<text:p> </text:p>")) == "source-no-text"
    assert code("odt", make_zip({"mimetype": "x", "content.xml": "<a/>"})) == "source-broken"


def test_rich_text_in_its_own_encoding() -> None:
    rich = (
        rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}\f0 "
        + "".join(f"\\'{byte:02x}" for byte in "Пасека".encode("cp1251")).encode()
        + rb" stands {\b here}.\par Second \u1076?\u1086?\u1084?\par}"
    )
    extracted = read("rtf", rich, "hive.rtf")
    assert texts(extracted) == ["Пасека stands here.", "Second дом"]
    assert extracted.title == "hive"
    assert code("rtf", rb"{\rtf1 }") == "source-no-text"


@pytest.mark.parametrize("extractor", ["docx", "pptx", "xlsx", "epub", "odt"])
def test_what_is_cut_short_is_broken(extractor: str) -> None:
    for content in (make_docx()[:900], b"PK\x03\x04", make_zip({"a.xml": "<a>"}), b""):
        assert code(extractor, content) == "source-broken"


def test_word_takes_no_line_for_a_heading_because_its_script_has_no_small_letters() -> None:
    document = docx.Document()
    document.add_heading("五、其他", 1)
    document.add_paragraph("电动车不可以在房间里充电")
    document.add_paragraph("无线网络名称是 Lotus")
    content = io.BytesIO()
    document.save(content)
    extracted = read("docx", content.getvalue())
    assert [block.text for block in extracted.blocks if block.heading] == ["五、其他"]
