"""The size of a picture is read from its first bytes."""

import struct

import pytest

from bot.sandbox.user_api.images import picture_size

_SOF = b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 30, 40)
_APP = b"\xff\xe0" + struct.pack(">H", 6) + b"JFIF"


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (b"GIF89a" + struct.pack("<HH", 3, 4), (3, 4)),
        (b"\x89PNG\r\n\x1a\n" + bytes(8) + struct.pack(">II", 5, 6), (5, 6)),
        (b"\xff\xd8" + _APP + _SOF, (40, 30)),
        (b"\xff\xd8\xff\xe0\x00\x00", None),
        (b"\xff\xd8" + _APP, None),
        (b"RIFF....WEBPVP8X" + bytes(8) + b"\x09\0\0\x13\0\0", (10, 20)),
        (b"RIFF....WEBPVP8 " + bytes(10) + struct.pack("<HH", 7, 8), (7, 8)),
        (b"RIFF....WEBPVP8L" + bytes(5) + struct.pack("<I", 2 | 4 << 14) + bytes(5), (3, 5)),
        (b"RIFF....WEBPVP8?" + bytes(20), None),
        (b"RIFF....WEBP", None),
        (b"%PDF-1.7", None),
        (b"", None),
    ],
)
def test_sizes(head: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(head) == size
