"""What sounds, told by its first bytes."""

import pytest

from pipelines.nodes.sources.media_type import sounds


@pytest.mark.parametrize(
    "head",
    [
        b"OggS\x00\x02",
        b"ID3\x03\x00",
        b"\xff\xfb\x90\x64",
        b"\xff\xf3\x40\xc0",
        b"fLaC\x00",
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
        b"RIFF\x24\x00\x00\x00AVI LIST",
        b"\x00\x00\x00\x20ftypisom",
        b"\x00\x00\x00\x20ftypM4A ",
        b"\x1aE\xdf\xa3\x9f\x42",
    ],
)
def test_recordings_and_films_sound(head: bytes) -> None:
    assert sounds(head)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"Ogg",
        b"plain words",
        b"\xff\xd8\xff\xe0 a photo",
        b"\xff\xfeT\x00e\x00x\x00t\x00",  # UTF-16
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x20ftypheic",
        b"\x00\x00\x00\x1cftypavif",
        b"RIFF\x24\x00\x00\x00WEBPVP8 ",
        b"%PDF-1.7",
        b"PK\x03\x04",
    ],
)
def test_nothing_else_does(head: bytes) -> None:
    assert not sounds(head)
