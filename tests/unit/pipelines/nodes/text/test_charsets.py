"""Which encodings a site may say that its page is in, and what is made of such a page."""

import codecs

import pytest

from pipelines.errors import SourceRefused
from pipelines.nodes.text import charsets
from pipelines.nodes.text.charsets import text_codec, to_utf8

TEXT = "Вход 5"


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        *(("windows-1251", "cp1251"), ("CP1251", "cp1251"), ("KOI8-R", "koi8_r")),
        *(("utf-8", "utf_8"), ("UTF8", "utf_8"), ("utf-16", "utf_16"), ("ibm866", "cp866")),
        *(("iso-8859-1", "latin_1"), ("Shift_JIS", "shift_jis"), ("mac-cyrillic", "mac_cyrillic")),
    ],
)
def test_encodings_of_pages_are_known_by_all_their_names(label: str, codec: str) -> None:
    assert text_codec(label) == codec
    codecs.lookup(codec)


@pytest.mark.parametrize(
    "label",
    [
        *("zlib", "zip", "zlib_codec", "bz2", "hex", "base64", "uu", "quopri", "rot13"),
        *("idna", "punycode", "unicode_escape", "raw-unicode-escape", "utf-7", "undefined"),
        *("", None, "no-such", "os", "../x", "ср1251", "a" * 100_000),
    ],
)
def test_nothing_else_is_one(label: str | None) -> None:
    assert text_codec(label) is None


@pytest.mark.parametrize("codec", ["cp1251", "utf_16", "mac_cyrillic", "utf_8"])
def test_a_text_comes_in_utf8_with_its_mark(codec: str) -> None:
    assert to_utf8(TEXT.encode(codec), codec) == TEXT.encode("utf-8-sig")


def test_what_is_in_another_encoding_stays_as_it_is() -> None:
    assert to_utf8(TEXT.encode(), "ascii") == TEXT.encode()


def test_a_text_that_grows_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charsets, "MOST_BYTES", 1024 * 1024)
    with pytest.raises(SourceRefused) as caught:
        to_utf8("€".encode("cp1252") * 400_000, "cp1252")
    assert (caught.value.code, caught.value.values) == ("source-too-much-text", {"limit_mb": 1})
