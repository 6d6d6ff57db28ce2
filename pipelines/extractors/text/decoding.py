"""Turn bytes of an unknown encoding into text."""

import codecs
import re

from charset_normalizer import from_bytes

from pipelines.nodes.sources.media_type import looks_like_utf16
from pipelines.nodes.text.charsets import text_codec
from pipelines.nodes.text.clean import strip_invisible

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic")
_OTHERS = (
    *("cp1252", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257"),
    *("shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"),
)
_DAMAGE = 0.1  # broken per whole characters beyond ASCII; below it a text is UTF-8 with damage
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_SAMPLE = 64 * 1024
# Letters per thousand of Russian text. A wrong Cyrillic encoding makes rare letters of common
# ones and capitals of small letters. Source: frequencies of the Russian National Corpus.
_FREQUENCY = dict(
    zip(
        "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
        (
            *(109, 85, 80, 74, 67, 63, 55, 47, 45, 44, 35, 32, 30, 28, 26, 20, 19),
            *(17, 17, 16, 16, 14, 12, 10, 9, 7, 6, 5, 4, 3, 3, 1, 1),
        ),
        strict=True,
    )
)
_LETTERS = re.compile(r"[A-Za-zА-Яа-яЁёІіЇїЄєҐґЎў]+")
_CYRILLIC_WORD = re.compile(r"[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+|[А-ЯЁІЇЄҐЎ]+")
_CAPITALS = 0.95  # a word in capitals is likely, but less so than one in small letters
_LIKELY = 32.0
_WESTERN = frozenset("éèêëàâäáãåæçíìîïñóòôöõøœúùûüýÿßšž’‘“”«»„…–—•·°§©®€£¡¿ºª\xa0\xad")
_WESTERN_SHARE = 0.95


def decode(content: bytes, declared: str | None = None) -> str:
    """Read bytes as text: by mark, by declaration, as UTF-8, or by what makes most sense.

    Args:
        declared: an encoding's name, as the document itself gives it.
    Returns:
        The text without invisible characters; bytes that mean nothing are left out.
    """
    return strip_invisible(_decode(content, declared))


def _decode(content: bytes, declared: str | None) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    for named in ("utf-8", text_codec(declared)):
        text = _try(content, named)
        if text is not None:
            return text
    unmarked = looks_like_utf16(content)
    if unmarked:
        return content.decode(unmarked, "replace")
    damaged = _SURROGATE.sub(b"", content).decode("utf-8", "replace")
    broken, beyond = damaged.count("\ufffd"), len(re.findall(r"[^\x00-\x7f]", damaged))
    if broken <= _DAMAGE * (beyond - broken):
        return damaged
    return content.decode(_guess(content[:_SAMPLE]), "replace")


def _try(content: bytes, encoding: str | None) -> str | None:
    if not encoding or (encoding == "utf-8" and looks_like_utf16(content)):
        return None
    try:
        return content.decode(encoding)
    except UnicodeError:
        return None


def _guess(sample: bytes) -> str:
    best = max(_CYRILLIC, key=lambda encoding: _likeness(sample, encoding))
    if _likeness(sample, best) > _LIKELY:
        return best
    if _is_western(sample.decode("cp1252", "replace")):
        return "cp1252"
    match = from_bytes(sample, cp_isolation=[*_OTHERS, *_CYRILLIC]).best()
    return match.encoding if match else "cp1252"


def _is_western(text: str) -> bool:
    """Say whether accents are the usual ones and stand among plain Latin letters."""
    beyond = [character for character in text if character > "\x7f"]
    usual = sum(character.lower() in _WESTERN for character in beyond)
    return usual > _WESTERN_SHARE * len(beyond) and len(text) > 3 * len(beyond)


def _likeness(sample: bytes, encoding: str) -> float:
    """Mean frequency, over all characters beyond ASCII, of letters in well-formed words."""
    text = sample.decode(encoding, "replace")
    beyond = sum(character > "\x7f" for character in text)
    total = 0.0
    for word in _LETTERS.findall(text):
        if _CYRILLIC_WORD.fullmatch(word):
            weight = _CAPITALS if word.isupper() else 1.0
            total += weight * sum(_FREQUENCY.get(letter, 5) for letter in word.lower())
    return total / max(beyond, 1)
