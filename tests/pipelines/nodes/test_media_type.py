"""Telling what bytes are."""

import io
import zipfile

import pytest

from pipelines.errors import SourceRefused
from pipelines.nodes.media_type import HTML, MARKDOWN, PDF, PLAIN, sniff_media_type


def zipped(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    return buffer.getvalue()


def refusal(content: bytes, **known: str) -> SourceRefused:
    with pytest.raises(SourceRefused) as caught:
        sniff_media_type(content, **known)
    return caught.value


@pytest.mark.parametrize(
    ("content", "name", "media_type"),
    [
        (b"%PDF-1.7 ...", "a.pdf", PDF),
        (b"\n\n%PDF-1.7 ...", None, PDF),
        (b"<!DOCTYPE html><p>x", "a.html", HTML),
        (b"  <!-- note --> <html lang=ru>", None, HTML),
        (b'<?xml version="1.0"?><html xmlns="x">', None, HTML),
        (b"no tags here", "a.htm", HTML),
        (b"# Title", "README.MD", MARKDOWN),
        (b"<div>md with html</div>", "a.markdown", MARKDOWN),
        ("Привет".encode(), "a.txt", PLAIN),
        ("Привет".encode("cp1251"), "a.txt", PLAIN),
        ("Привет, мир".encode("utf-16"), "a.txt", PLAIN),
        ("Привет, мир".encode("utf-16-le"), "a.txt", PLAIN),
        ("Hello, world".encode("utf-16-be"), "a.txt", PLAIN),
        (b"zero \x00 inside a text", "a.txt", PLAIN),
        (b"BMW and MZ are makers of cars", "a.txt", PLAIN),
        (b"log line", "server.log", PLAIN),
        (b"no name at all", None, PLAIN),
        (b"<html> described in a text", "notes.txt", PLAIN),
    ],
)
def test_bytes_tell_what_they_are(content: bytes, name: str | None, media_type: str) -> None:
    assert sniff_media_type(content, file_name=name) == media_type


@pytest.mark.parametrize("content", [b"", b" \n\t ", b"\0\0\0"])
def test_nothing_is_refused_as_empty(content: bytes) -> None:
    assert refusal(content, file_name="a.txt").code == "source-empty"


@pytest.mark.parametrize(
    ("content", "name", "format_name"),
    [
        (zipped("word/document.xml"), "a.docx", "DOCX"),
        (zipped("ppt/presentation.xml"), "a.pptx", "PPTX"),
        (zipped("xl/workbook.xml"), "a.xlsx", "XLSX"),
        (zipped("other.bin"), "a.epub", "EPUB"),
        (zipped("other.bin"), "a.zip", "ZIP"),
        (zipped("other.bin"), "a.pdf", "ZIP"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "a.xls", "XLS"),
        (b"\x89PNG\r\n\x1a\n....", "a.png", "PNG"),
        (b"\xff\xd8\xff\xe0....", "photo", "JPEG"),
        (b"BM\x00\x01\x02\x03\x04\x05\x06\x07\x00", "a.bmp", "BMP"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a.webp", "WEBP"),
        (b"\x00\x00\x00\x18ftypmp42\x00\x00", "a.mp4", "MP4"),
        (b"ID3\x04\x00....", "a.mp3", "MP3"),
        (b"{\\rtf1 hello}", "a.rtf", "RTF"),
        (b"a,b,c\n1,2,3", "table.csv", "CSV"),
        (b"<svg onload=alert(1)>", "a.svg", "SVG"),
        (b'<?xml version="1.0"?><feed/>', "feed", "XML"),
    ],
)
def test_formats_to_come_are_named(content: bytes, name: str, format_name: str) -> None:
    error = refusal(content, file_name=name)
    assert (error.code, error.values) == ("source-not-supported", {"format": format_name})


@pytest.mark.parametrize(
    ("content", "name", "found"),
    [
        (b"<!doctype html><title>Log in</title>", "report.pdf", "HTML"),
        (b"just words", "report.pdf", "text"),
        (b"%PDF-1.4", "notes.txt", "PDF"),
        (b"%PDF-1.4", "page.html", "PDF"),
        (b"just words", "report.docx", "text"),
        (b"just words", "photo.png", "text"),
    ],
)
def test_a_name_that_lies_is_refused(content: bytes, name: str, found: str) -> None:
    error = refusal(content, file_name=name)
    assert error.code == "source-wrong-extension"
    assert error.values == {"found": found, "extension": name.rsplit(".")[-1]}


def test_binary_rubbish_is_unreadable() -> None:
    rubbish = bytes(range(1, 256)) * 8
    assert refusal(rubbish, file_name="a.txt").code == "source-unreadable"
    assert refusal(rubbish, file_name="a.pdf").code == "source-broken"


@pytest.mark.parametrize(
    ("content", "declared", "media_type"),
    [
        (b"%PDF-1.4", "application/pdf", PDF),
        (b"%PDF-1.4", "application/octet-stream", PDF),
        (b"<html>", "text/plain; charset=utf-8", HTML),
        (b"<html>", "application/xhtml+xml", HTML),
        (b"text", "", PLAIN),
    ],
)
def test_a_header_may_say_less_than_the_bytes(
    content: bytes, declared: str, media_type: str
) -> None:
    assert sniff_media_type(content, declared=declared) == media_type


@pytest.mark.parametrize(
    ("content", "declared"),
    [(b"%PDF-1.4", "text/html"), (b"<html>", "application/pdf"), (b"words", "image/png")],
)
def test_a_header_must_not_lie(content: bytes, declared: str) -> None:
    assert refusal(content, declared=declared).code == "source-wrong-type"
