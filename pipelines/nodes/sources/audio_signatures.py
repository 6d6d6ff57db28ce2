"""What sounds, told by the first bytes: recordings, music, films."""

SPEECH = "audio/x-speech"  # any of them: the transcriber finds out which

_BEGINNINGS = (
    b"OggS",
    b"ID3",
    b"fLaC",
    b"\x1aE\xdf\xa3",  # Matroska and WebM
    b"#!AMR",
    b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",  # ASF: WMA and WMV
)
_PICTURES_IN_A_BOX = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis", b"crx ")


def sounds(content: bytes) -> bool:
    """Tell whether the bytes are a sound or a film, as far as their beginning shows.

    Source: Gary Kessler's file signature table; ISO/IEC 14496-12 for `ftyp`.
    """
    if content.startswith(_BEGINNINGS):
        return True
    if content[4:8] == b"ftyp":
        return content[8:12].lower() not in _PICTURES_IN_A_BOX
    if content[:4] == b"RIFF":
        return content[8:12] in (b"WAVE", b"AVI ")
    # An MPEG audio frame: eleven set bits, then a layer and a rate that are not reserved.
    return (
        len(content) > 3
        and content[0] == 0xFF
        and content[1] & 0xE0 == 0xE0
        and content[1] & 0x06 != 0
        and content[2] & 0xF0 != 0xF0
        and content[:3] != b"\xff\xd8\xff"
        and content[:2] not in (b"\xff\xfe", b"\xff\xff")
    )
