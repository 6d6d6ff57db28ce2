"""Take out of a text what no reader sees: controls, zero-width characters, hidden tags."""

import re
import unicodedata

_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# Zero-width joiners shape Arabic, Indic scripts and emoji; elsewhere they only hide.
_JOINER = "[\u0590-\u0dff\u1000-\u109f\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # controls, but for white space and next line
    "\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd"
    "\ud800-\udfff"  # lone surrogates
    "\U000e0000-\U000e0fff]"  # tags and supplementary variation selectors
    f"|(?<!{_JOINER})[\u200c\u200d]"
)
_NEW_LINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")


def strip_invisible(text: str) -> str:
    """Return the text composed (NFC), with newlines as "\\n", ligatures spelled out, and without
    control, zero-width, bidirectional and tag characters, U+FFFD and lone surrogates.

    Soft hyphens stay: `clean` needs them to join broken words.
    """
    text = _NEW_LINE.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)
    return unicodedata.normalize("NFC", text)
