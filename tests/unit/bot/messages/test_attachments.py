"""Files in messages, and the labels they get."""

import datetime as dt

import pytest
from telegram import (
    Animation,
    Audio,
    Chat,
    Document,
    Message,
    PhotoSize,
    Video,
    VideoNote,
    Voice,
)

from bot.messages.message import attachment_of, presentable

NOW = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)


def message(**content: object) -> Message:
    return Message(1, NOW, Chat(1, Chat.PRIVATE), **content)  # type: ignore[arg-type]


def photo(side: int, size: int) -> PhotoSize:
    return PhotoSize(f"P{side}", f"U{side}", side, side, size)


def test_a_document_keeps_its_name_and_one_without_gets_the_name_it_is_given() -> None:
    found = attachment_of(message(document=Document("F", "U", "plan.pdf", "application/pdf")))
    assert found is not None
    assert found.named("File").file_name == "plan.pdf"
    found = attachment_of(message(document=Document("F", "U", mime_type="application/pdf")))
    assert found is not None
    file = found.named("File no. 1")
    assert (file.place, file.key, file.file_name) == ("telegram", "F", "File no. 1.pdf")


def test_the_largest_photo_that_fits_is_taken() -> None:
    sizes = (photo(90, 1_000), photo(1280, 300_000), photo(320, 20_000))
    for largest, wanted in ((None, "P1280"), (300_000, "P1280"), (100_000, "P320"), (1, "P90")):
        found = attachment_of(message(photo=sizes), largest=largest)
        assert found is not None
        assert (found.key, found.kind, found.suffix) == (wanted, "photo", ".jpg")


@pytest.mark.parametrize(
    ("content", "kind", "name"),
    [
        ({"voice": Voice("F", "U", 3, "audio/ogg")}, "voice", "Note.ogg"),
        ({"audio": Audio("F", "U", 3, mime_type="audio/mpeg")}, "audio", "Note.mp3"),
        ({"audio": Audio("F", "U", 3, title="Lecture 1")}, "audio", "Lecture 1"),
        ({"video": Video("F", "U", 1, 1, 3, mime_type="video/mp4")}, "video", "Note.mp4"),
        ({"video_note": VideoNote("F", "U", 1, 3)}, "round", "Note.mp4"),
    ],
)
def test_recordings_are_files_that_sound(content: dict, kind: str, name: str) -> None:
    found = attachment_of(message(**content))
    assert found is not None
    assert found.kind == kind
    assert (found.media_type or "").startswith(("audio/", "video/"))
    assert found.named("Note").file_name == name


def test_an_animation_is_no_document_and_a_text_has_no_file() -> None:
    animation = Animation("F", "U", 1, 1, 1)
    assert attachment_of(message(animation=animation, document=Document("F", "U"))) is None
    assert attachment_of(message(text="x")) is None


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("../../etc/passwd", "../../etc/passwd"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("two\nlines\t\x00.txt", "two lines .txt"),
        ("\u200b", None),
        (None, None),
    ],
)
def test_hostile_17_names_are_labels(name: str | None, label: str | None) -> None:
    assert presentable(name) == label


def test_hostile_17_a_long_name_is_cut_but_keeps_its_ending() -> None:
    label = presentable("я" * 4096 + ".pdf")
    assert label is not None
    assert len(label) == 120
    assert label.endswith("….pdf")
