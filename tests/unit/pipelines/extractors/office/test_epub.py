"""Reading books."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.extractors.web.markup import markup_blocks
from pipelines.models.documents import Block, Extracted, Fetched
from tests.support.extractors.office_maker import make_epub

CHAPTER = (
    "<nav>contents</nav><h1>The heron</h1><p>It stands&nbsp;still<br/>for hours. "
    "<i>Then</i> it strikes.</p><h2>Food</h2><ul><li>frogs</li><li>eels</li></ul>"
    "<div>loose <p>inner</p> rest</div><script>alert(1)</script>"
)


def read(content: bytes) -> Extracted:
    return extract("epub", Fetched(content, "application/epub+zip", "b.epub"))


def test_chapters_come_in_the_order_of_the_spine() -> None:
    extracted = read(make_epub([CHAPTER, "<h1>The otter</h1><p>It swims.</p>"]))
    assert extracted.blocks == (
        Block("The heron", heading=True, level=1),
        Block("It stands still\nfor hours. Then it strikes."),
        Block("Food", heading=True, level=2),
        Block("- frogs\n- eels"),
        Block("loose"),
        Block("inner"),
        Block("rest"),
        Block("The otter", heading=True, level=1),
        Block("It swims."),
    )
    assert (extracted.title, extracted.author) == ("The book", "Vera Holm")
    assert (extracted.language, extracted.published) == ("en", "2019-05-01")


def test_a_locked_or_empty_book_is_refused() -> None:
    locked = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        'xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:CipherData>'
        '<e:CipherReference URI="OEBPS/ch%200.xhtml"/></e:CipherData></e:EncryptedData>'
        "</encryption>"
    )
    for content, code in (
        (make_epub(["<p>x</p>"], more=locked), "source-locked-book"),
        (make_epub(["<p> </p>"]), "source-no-text"),
        (make_epub([]), "source-no-text"),
    ):
        with pytest.raises(SourceRefused, match=code):
            read(content)


def test_hostile_22_a_cell_that_spans_more_columns_than_there_are() -> None:
    page = (
        "<table><tr><th>Name</th><th colspan='9007199254740991'>Use</th></tr>"
        "<tr><td>Valve</td><td colspan=99>drain</td></tr></table>"
    )
    assert [block.text for block in markup_blocks(page)] == ["Name: Valve; Use: drain"]


def test_a_chapter_that_is_named_time_and_again_is_read_once() -> None:
    book = make_epub(["<p>A.</p>", "<p>B.</p>"], times=25_000)
    assert [block.text for block in read(book).blocks] == ["A.", "B."]
