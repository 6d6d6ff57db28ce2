"""What is refused before a library opens it: bombs and entities; and archives of files."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.extractors.office.archive import MOST_FILES, survey, take_out
from pipelines.extractors.office.zip_safety import MOST_MEMBERS, open_zip
from pipelines.models.documents import ArchiveMember, Fetched
from pipelines.nodes.sources.media_type import ZIP, sniff_media_type
from tests.support.extractors.office_maker import (
    make_docx,
    make_epub,
    make_odt,
    make_pptx,
    make_xlsx,
    make_zip,
    repacked,
)

MIB = 1024 * 1024
MADE = {
    "docx": make_docx(),
    "pptx": make_pptx([("Ports", ["one"])]),
    "xlsx": make_xlsx({"One": [["a", "b"], ["c", "d"]]}),
    "epub": make_epub(["<p>x</p>"]),
    "odt": make_odt("<text:p xmlns:text='x'>x</text:p>"),
}
LAUGHS = (
    '<?xml version="1.0"?><!-- ' + "x" * 70_000 + ' --><!DOCTYPE r [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 if n else str()};" * 10}">' for n in range(10))
    + "]><Relationships>&a9;</Relationships>"
)  # fmt: skip
OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'


def code(extractor: str, content: bytes) -> str:
    with pytest.raises(SourceRefused) as caught:
        extract(extractor, Fetched(content, "x", "a.x"))
    return caught.value.code


def zeros(count: int) -> str:
    return f"<w:document>{' ' * count}</w:document>"


def test_hostile_02_a_docx_that_unpacks_to_200_mib(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w") as part:
            for _ in range(200):
                part.write(b" " * MIB)
    content = bomb.read_bytes()
    assert len(content) < 450 * 1024
    assert code("docx", content) == "source-archive-too-large"


def test_hostile_02_a_docx_that_is_packed_too_tightly() -> None:
    assert code("docx", repacked(MADE["docx"], word__document=zeros(9 * MIB))) == (
        "source-archive-too-tight"
    )


def test_hostile_03_an_xlsx_of_more_than_fits_in_memory() -> None:
    cells = '<c t="n"><v>1</v></c>' * 100
    sheet = f"<worksheet><sheetData>{f'<row>{cells}</row>' * 20_000}</sheetData></worksheet>"
    content = repacked(MADE["xlsx"], **{"xl__worksheets__sheet1.xml": sheet})
    assert len(content) < MIB // 2
    assert code("xlsx", content) == "source-archive-too-tight"


def test_hostile_03_an_xlsx_that_claims_cells_without_end() -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c>'
        '<c r="XFD1"><v>2</v></c></row></sheetData></worksheet>'
    )
    content = repacked(MADE["xlsx"], **{"xl__worksheets__sheet1.xml": sheet})
    extracted = extract("xlsx", Fetched(content, "x", "a.xlsx"))
    assert [block.text for block in extracted.blocks] == ["One", "1"]


@pytest.mark.parametrize("extractor", MADE)
def test_hostile_06_billion_laughs(extractor: str) -> None:
    content = repacked(MADE[extractor], **{"_rels__.rels": LAUGHS})
    assert code(extractor, content) == "source-xml-entities"


@pytest.mark.parametrize("extractor", MADE)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_hostile_07_an_external_entity(extractor: str, encoding: str) -> None:
    part = f'<?xml version="1.0" encoding="{encoding}"?>{OUTSIDE}'.encode(encoding)
    content = repacked(MADE[extractor], **{"docProps__core.xml": part})
    assert code(extractor, content) == "source-xml-entities"


def test_hostile_07_an_entity_in_a_chapter_is_not_resolved() -> None:
    book = repacked(MADE["epub"], **{"OEBPS__ch 0.xhtml": '<?xml version="1.0"?>' + OUTSIDE})
    assert code("epub", book) == "source-xml-entities"


def test_too_many_members() -> None:
    content = make_zip({f"{n}": "" for n in range(MOST_MEMBERS + 1)})
    with pytest.raises(SourceRefused, match="source-archive-too-many"):
        open_zip(content)


def test_files_are_listed_without_what_systems_leave_behind() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.mkdir("folder")
        archive.writestr("folder/a.txt", "A")
        for junk in ("__MACOSX/._a.txt", "folder/.DS_Store", "Thumbs.db"):
            archive.writestr(junk, "x")
    found = survey(content.getvalue())
    assert found == (ArchiveMember(1, "folder/a.txt", 1),)
    assert take_out(content.getvalue(), (1,)) == (b"A",)


def test_russian_names_from_windows_are_readable() -> None:
    content = make_zip({"xxxxx.txt": "A"}).replace(b"xxxxx.txt", "Отчёт.txt".encode("cp866"))
    assert [member.name for member in survey(content)] == ["Отчёт.txt"]
    assert [member.name for member in survey(make_zip({"Ёлка.txt": "A"}))] == ["Ёлка.txt"]


def test_archives_that_are_not_opened() -> None:
    many = make_zip({f"{n}.txt": "x" for n in range(MOST_FILES + 1)})
    for content, expected in (
        (many, "source-archive-too-many"),
        (make_zip({}), "source-archive-empty"),
        (make_zip({"a.txt": "x" * 9 * MIB}), "source-archive-too-tight"),
        (many[:-30], "source-broken"),
    ):
        with pytest.raises(SourceRefused, match=expected):
            survey(content)


def test_members_that_are_not_taken_out() -> None:
    secret = bytearray(make_zip({"a.txt": "A", "b.txt": "B"}))
    at = bytes(secret).index(b"PK\x01\x02")
    secret[at + 8] |= 1
    first, second = survey(bytes(secret))
    assert (first.refusal, second.refusal) == ("source-archive-encrypted", None)
    big = make_zip({"big.bin": b"\0" * 21 * MIB}, stored=True)
    assert [member.refusal for member in survey(big)] == ["source-too-large"]


def test_hostile_05_a_size_that_lies() -> None:
    honest = make_zip({"a.txt": b"\0" * 5 * MIB, "b.txt": "B"})
    content = honest.replace(struct.pack("<L", 5 * MIB), struct.pack("<L", 10))
    members = survey(content)
    assert [member.size for member in members] == [10, 1]
    assert take_out(content, (0, 1)) == (None, b"B")
    assert sniff_media_type(content, file_name="a.zip") == ZIP
