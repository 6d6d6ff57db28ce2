"""Encodings that a page may be written in, by the names that sites give them.

Python's own list holds codecs that are no encodings of text: one named "zlib" unpacks a thousand
times what it is given. Others that are, no page is written in, and some are slow to read.
"""

import codecs
from encodings import normalize_encoding
from encodings.aliases import aliases

from pipelines.errors import SourceRefused

UTF8 = "utf_8"
MOST_BYTES = 40 * 1024 * 1024  # in UTF-8
_LONGEST_NAME = 40
# Source: the encodings of the WHATWG Encoding Standard that Python has.
_CODECS = frozenset(
    f"""
    ascii latin_1 {UTF8} utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be
    cp866 cp874 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258
    iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10
    iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 tis_620
    koi8_r koi8_u mac_roman mac_cyrillic
    gb2312 gbk gb18030 big5 big5hkscs euc_jp iso2022_jp shift_jis cp932 euc_kr cp949
    """.split()
)


def text_codec(label: str | None) -> str | None:
    """Return what Python calls an encoding; None for one that no page is written in."""
    if not label or len(label) > _LONGEST_NAME or not label.isascii():
        return None
    name = normalize_encoding(label).lower()
    name = aliases.get(name, name)
    return name if name in _CODECS else None


def to_utf8(content: bytes, codec: str) -> bytes:
    """Write a text in UTF-8 with its mark, which readers believe before anything else.

    Args:
        codec: one of those that `text_codec` returns.
    Returns:
        The content as it is where it is in another encoding after all.
    Raises:
        SourceRefused: it comes to more than MOST_BYTES.
    """
    try:
        text = content.decode(codec).removeprefix("\ufeff").encode()
    except UnicodeError:
        return content
    if len(text) > MOST_BYTES:
        raise SourceRefused("source-too-much-text", limit_mb=MOST_BYTES // 1024**2)
    return codecs.BOM_UTF8 + text
