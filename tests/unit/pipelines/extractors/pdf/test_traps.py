"""PDFs that somebody built, or broke, to do harm."""

import io
import zlib
from collections.abc import Callable

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject, StreamObject

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.models.documents import Extracted, Fetched
from tests.support.extractors.pdf_maker import encrypt, make_pdf

TEXT = "The keeper climbs the stairs every evening and winds the clockwork of the lens. " * 3


def read(content: bytes) -> Extracted:
    return PdfExtractor().extract(Fetched(content, "application/pdf", "trap.pdf"))


def refused(content: bytes) -> str:
    with pytest.raises(SourceRefused) as caught:
        read(content)
    return caught.value.code


def bent(change: Callable[[PdfWriter], None]) -> bytes:
    """Write a PDF anew with something in it changed."""
    writer = PdfWriter(clone_from=io.BytesIO(make_pdf([[TEXT]])))
    change(writer)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def with_content(data: bytes, *filters: str) -> bytes:
    """Make a PDF whose page is drawn by a stream of ours."""

    def change(writer: PdfWriter) -> None:
        stream = StreamObject()
        stream._data = data
        stream[NameObject("/Filter")] = ArrayObject(map(NameObject, filters))
        writer.pages[0][NameObject("/Contents")] = writer._add_object(stream)

    return bent(change)


def test_hostile_08_circular_xref() -> None:
    whole = make_pdf([[TEXT]])
    start = int(whole[whole.rfind(b"startxref") + 9 :].split()[0])
    itself = whole.replace(b"trailer\n<<", b"trailer\n<<\n/Prev %d" % start)
    assert PdfReader(io.BytesIO(itself)).pages, "a lenient reader gets through"
    assert refused(itself) == "source-broken"


def test_hostile_08_circular_xref_of_two_tables() -> None:
    whole = make_pdf([[TEXT]])
    first = int(whole[whole.rfind(b"startxref") + 9 :].split()[0])
    second = len(whole)
    trailer = b"xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 1 0 R /Prev %d >>\n"
    joined = whole.replace(b"trailer\n<<", b"trailer\n<<\n/Prev %010d" % (second + 17))
    first_table = trailer % first + b"startxref\n%d\n%%%%EOF\n" % len(joined)
    assert len(joined) == second + 17
    assert refused(joined + first_table) == "source-broken"


def test_a_chain_of_tables_is_followed_to_its_end() -> None:
    writer = PdfWriter(io.BytesIO(make_pdf([[TEXT]])), incremental=True)
    writer.add_metadata({"/Title": "The second edition"})
    buffer = io.BytesIO()
    writer.write(buffer)
    assert read(buffer.getvalue()).title == "The second edition"


def test_an_outline_whose_entries_name_each_other_is_no_circle() -> None:
    def change(writer: PdfWriter) -> None:
        for name in ("first", "second", "third"):
            writer.add_outline_item(title=name, page_number=0)

    assert read(bent(change)).pages == 1
    assert read(b"moved by so many bytes\n" * 9 + bent(change)).pages == 1


@pytest.mark.parametrize("field", ["/Next", "/First"])
def test_hostile_09_cyclic_outlines(field: str) -> None:
    def change(writer: PdfWriter) -> None:
        first = writer.add_outline_item(title="first", page_number=0)
        second = writer.add_outline_item(title="second", page_number=0)
        second.get_object()[NameObject(field)] = first

    assert refused(bent(change)) == "source-broken"


def test_hostile_10_flate_bomb() -> None:
    bomb = with_content(zlib.compress(b" " * 200_000_000, 9), "/FlateDecode")
    assert len(bomb) < 300_000
    assert refused(bomb) == "source-unpacks-to-too-much"


def test_hostile_10_flate_bomb_within_a_flate_bomb() -> None:
    inner = zlib.compress(zlib.compress(b" " * 200_000_000, 9), 9)
    bomb = with_content(inner, "/FlateDecode", "/FlateDecode")
    assert refused(bomb) == "source-unpacks-to-too-much"


def test_hostile_10_lzw_bomb() -> None:
    assert refused(with_content(lzw_bomb(), "/LZWDecode")) == "source-unpacks-to-too-much"


def lzw_bomb() -> bytes:
    """Pack spaces by LZW: ever longer runs, until the table is full and begins anew."""
    bits = []
    codes = [(256, 9), (32, 9), *((code, width(code)) for code in range(258, 4093))]
    bits = "".join(f"{code:0{size}b}" for code, size in codes)
    clear = f"{256:012b}{32:09b}" + "".join(f"{c:0{width(c)}b}" for c in range(258, 4093))
    whole = bits + clear * 11
    whole += "0" * (-len(whole) % 8)
    return int(whole, 2).to_bytes(len(whole) // 8, "big")


def width(code: int) -> int:
    """How many bits a code takes when the table has just grown to it."""
    return 9 if code < 511 else 10 if code < 1023 else 11 if code < 2047 else 12


def test_hostile_11_inline_image_without_end() -> None:
    drawn = b"BT (hello) Tj ET BI /W 10 /H 10 /BPC 8 /CS /G ID \x00\x01\x02"
    assert refused(with_content(drawn)) == "source-broken"


def test_hostile_12_encrypted() -> None:
    assert refused(encrypt(make_pdf([[TEXT]]), "secret")) == "source-encrypted"


def test_hostile_14_ten_thousand_pages() -> None:
    def change(writer: PdfWriter) -> None:
        tree = writer.root_object["/Pages"].get_object()
        page = tree["/Kids"][0]
        tree[NameObject("/Kids")] = ArrayObject([page] * 10_000)
        tree[NameObject("/Count")] = type(tree["/Count"])(10_000)

    with pytest.raises(SourceRefused) as caught:
        read(bent(change))
    assert caught.value.code == "source-too-many-pages"
    assert caught.value.values == {"pages": 10_000, "limit": 2000}


def test_a_damaged_file_that_can_be_read_is_read() -> None:
    whole = make_pdf([[TEXT], [TEXT]])
    start = whole.rfind(b"startxref")
    for damaged in (
        whole[:start],  # the end is lost
        whole[:start] + b"startxref\n7\n%%EOF",  # it points somewhere else
        b"GARBAGE BEFORE THE FILE\n" + whole,
    ):
        extracted = read(damaged)
        assert extracted.pages == 2
        assert "clockwork of the lens" in " ".join(block.text for block in extracted.blocks)
