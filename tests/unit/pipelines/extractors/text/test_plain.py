"""Reading plain text in any encoding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SourceRefused
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.text.plain import TextExtractor
from pipelines.models.documents import Extracted, Fetched

RUSSIAN = "Музей открыт ежедневно с 9:00 до 18:00, кроме понедельника."


def read(content: bytes, name: str | None = "note.txt") -> Extracted:
    return TextExtractor().extract(Fetched(content, "text/plain", name))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((RUSSIAN, name) for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")),
        *((RUSSIAN, name) for name in ("utf-32", "cp1251", "koi8-r", "cp866", "iso8859-5")),
        *(("Привет, мир!", name) for name in ("utf-16-le", "cp1251", "koi8-r", "cp866")),
        *(("ИНСТРУКЦИЯ ПО ТЕХНИКЕ", name) for name in ("cp1251", "koi8-r")),
        ("Музей", "cp1251"),
        ("Скільки коштує квиток до музею?", "cp1251"),
        ("Die Größe beträgt über fünf Meter.", "cp1252"),
        ("Les élèves français vont à l'école.", "cp1252"),
        ("Zażółć gęślą jaźń, proszę bardzo.", "cp1250"),
        ("これは長い文章です。日本語のテキスト。", "shift_jis"),
        ("中文文本，这是一个测试。今天天气很好。", "gb18030"),
        ("plain ASCII", "utf-16-le"),
    ],
)
def test_the_encoding_is_found(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_declared_encoding_counts_when_it_fits() -> None:
    text = "Вход 5"
    assert decode(text.encode("mac-cyrillic"), "mac-cyrillic") == text
    assert decode(text.encode(), "cp1251") == text
    assert decode(text.encode("cp1251"), "no-such-encoding") == text


def test_damage_is_left_out_and_does_not_change_the_encoding() -> None:
    assert (
        decode(RUSSIAN.encode() + b"\xed\xa0\x80 \xff" + RUSSIAN.encode()) == f"{RUSSIAN} {RUSSIAN}"
    )
    assert decode(RUSSIAN.encode()[:-21]).startswith("Музей открыт")


def test_invisible_characters_are_stripped() -> None:
    assert decode("a\u200bb\x00\u2066c\U000e0041d\r\ne".encode()) == "abcd\ne"


@given(st.binary(max_size=300))
def test_any_bytes_become_text_that_can_be_stored(content: bytes) -> None:
    text = decode(content)
    assert "\0" not in text
    text.encode("utf-8")


def test_blank_lines_divide_paragraphs() -> None:
    extracted = read("Заголовок\n\nПервый абзац\nв две строки.\n \t\n\n\nВторой.\n".encode())
    assert [block.text for block in extracted.blocks] == [
        "Заголовок",
        "Первый абзац\nв две строки.",
        "Второй.",
    ]
    assert extracted.title == "Заголовок"


@pytest.mark.parametrize(
    ("content", "name", "title"),
    [
        (b"It is a sentence.", "My notes.txt", "My notes"),
        (b"= A title =\ntext", "x.txt", "A title"),
        (b"word " * 100, "long.txt", "long"),
        (b"Harbour Estates Ltd\n\nDear tenant,", "landlord letter.txt", "landlord letter"),
        (b"Harbour Estates Ltd\nDear tenant,", "landlord_letter-2.txt", "landlord letter 2"),
        (b"Harbour Estates Ltd\nx", "Letter 2024-03-05.txt", "Letter 2024-03-05"),
        (b"Harbour Estates Ltd\nx", "co-op letter.txt", "co-op letter"),
        (b"Harbour Estates Ltd\nx", "IMG_1234.txt", "Harbour Estates Ltd"),
        (b"Harbour Estates Ltd\nx", "New Text Document.txt", "Harbour Estates Ltd"),
        (b"Harbour Estates Ltd\nx", "3f2a9c71bd.txt", "Harbour Estates Ltd"),
        (b"Harbour Estates Ltd\nx", "2024-03-05.txt", "Harbour Estates Ltd"),
        (b"Lease of the office, 2024\nx", "lease.txt", "Lease of the office, 2024"),
        (b"The office\n==========\nx", "lease.txt", "The office"),
        (b"# The office\nx", "lease.txt", "The office"),
        (b"It is a sentence.", None, "It is a sentence."),
        (b"It is a sentence.", "../../\xd0\xb0.txt", "а"),
    ],
)
def test_a_document_always_has_a_title(
    content: bytes, name: str | bytes | None, title: str
) -> None:
    readable = name.encode("latin-1").decode() if isinstance(name, str) else name
    assert read(content, readable).title == title


@pytest.mark.parametrize(
    ("content", "name", "title"),
    [
        ("ООО «Гавань»\n\nУважаемый", "письмо арендодателя.txt", "письмо арендодателя"),
        ("ООО «Гавань»\n\nУважаемый", "договор_аренды.txt", "договор аренды"),
        ("ООО «Гавань»\n\nУважаемый", "Новый текстовый документ (2).txt", "ООО «Гавань»"),
        ("Пасека на южном склоне\n\nУльи", "bees.txt", "Пасека на южном склоне"),
        ("Harbour Estates\n\nDear", "письмо.txt", "письмо"),
        ("Протокол собрания 3 мая\n\nx", "протоколы_собраний.txt", "Протокол собрания 3 мая"),
    ],
)
def test_a_telling_name_is_the_title_in_russian_too(content: str, name: str, title: str) -> None:
    assert read(content.encode(), name).title == title


def test_white_space_is_no_text() -> None:
    with pytest.raises(SourceRefused) as caught:
        read("\ufeff \n\u200b\n".encode())
    assert caught.value.code == "source-no-text"
