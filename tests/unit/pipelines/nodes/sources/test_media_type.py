"""Telling what bytes are."""

import io
import zipfile

import pytest

from pipelines.errors import SourceRefused
from pipelines.nodes.sources.media_type import (
    CSV,
    DOCX,
    EPUB,
    HTML,
    MARKDOWN,
    ODT,
    PDF,
    PLAIN,
    PPTX,
    RTF,
    SPEECH,
    XLSX,
    ZIP,
    refuse_by_name,
    sniff_media_type,
)


def zipped(*names: str, mimetype: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        if mimetype:
            archive.writestr(zipfile.ZipInfo("mimetype"), mimetype)
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "x")
    return buffer.getvalue()


def office(name: str) -> bytes:
    return zipped("[Content_Types].xml", name)


def refusal(content: bytes, **known: str) -> SourceRefused:
    with pytest.raises(SourceRefused) as caught:
        sniff_media_type(content, **known)
    return caught.value


@pytest.mark.parametrize("name", ["setup.EXE", "feed.xml", "plan.pages"])
def test_a_name_that_promises_nothing_readable_is_refused_before_its_bytes(name: str) -> None:
    with pytest.raises(SourceRefused, match="source-not-supported"):
        refuse_by_name(name)


@pytest.mark.parametrize("name", ["a.txt", "a.eml", "a.doc", "a.zip", "a.unheard", "exe", None])
def test_any_other_name_is_left_to_the_bytes(name: str | None) -> None:
    refuse_by_name(name)


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
        (b"ID3 tags are written in front of the music.", "notes.txt", PLAIN),
        (b"a,b,c\n1,2,3", "table.csv", CSV),
        (b"a\tb", "table.tsv", CSV),
        (b"{\\rtf1 hello}", "a.rtf", RTF),
        (b"{\\rtf1 hello}", "letter.doc", RTF),
        (office("word/document.xml"), "a.docx", DOCX),
        (office("ppt/presentation.xml"), "a.pptx", PPTX),
        (office("xl/workbook.xml"), "a.xlsx", XLSX),
        (office("xl/workbook.xml"), None, XLSX),
        (office("xl/workbook.xml")[:60], "cut-short.xlsx", XLSX),
        (office("xl/workbook.xml")[:60], "cut-short.zip", ZIP),
        (zipped("META-INF/container.xml"), "a.epub", EPUB),
        (zipped(mimetype="application/epub+zip"), "a.epub", EPUB),
        (zipped(mimetype="application/vnd.oasis.opendocument.text"), "a.odt", ODT),
        (zipped("other.bin"), "a.zip", ZIP),
        (zipped("word/a.txt"), "my words.zip", ZIP),
        (b"\x89PNG\r\n\x1a\n....", "a.png", "image/png"),
        (b"\xff\xd8\xff\xe0....", "photo", "image/jpeg"),
        (b"BM\x00\x01\x02\x03\x00\x00\x00\x00\x00", "a.bmp", "image/bmp"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a.webp", "image/webp"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00", "a.heic", "image/heic"),
        (b"\x00\x00\x00\x18ftypavif\x00\x00", "a.avif", "image/avif"),
        (b"\x00\x00\x00\x18ftypmp42\x00\x00", "a.mp4", SPEECH),
        (b"ID3\x04\x00....", "a.mp3", SPEECH),
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
        (zipped("Index/Document.iwa"), "a.pages", "PAGES"),
        (zipped(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "a.ods", "ODS"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "a.xls", "XLS"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "a.7z", "7Z"),
        (b"\0" * 257 + b"ustar" + b"\0" * 99, "a.tar", "TAR"),
        (b"MZ\x90\x00\x03\x00\x00\x00\x04\x00", "a.exe", "EXE"),
        (b"MZ, says its text", "setup.exe", "EXE"),
        (b"@echo off", "run.BAT", "BAT"),
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
        (b"just words", "song.mp3", "text"),
        (zipped("other.bin"), "a.pdf", "ZIP"),
        (zipped("other.bin"), "a.epub", "ZIP"),
        (office("word/document.xml"), "a.xlsx", "DOCX"),
        (b"\x89PNG\r\n\x1a\n....", "scan.pdf", "PNG"),
        (b"ID3\x04\x00....", "report.docx", "audio"),
    ],
)
def test_hostile_16_a_name_that_lies_is_refused(content: bytes, name: str, found: str) -> None:
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
        (b"{\\rtf1 hello}", "text/rtf", RTF),
        (office("xl/workbook.xml"), "application/zip", XLSX),
        (b"\xff\xd8\xff\xe0....", "image/png", "image/jpeg"),
        (b"OggS\x00\x02\x00\x00", "video/ogg", SPEECH),
    ],
)
def test_a_header_may_say_less_than_the_bytes(
    content: bytes, declared: str, media_type: str
) -> None:
    assert sniff_media_type(content, declared=declared) == media_type


@pytest.mark.parametrize(
    ("content", "declared"),
    [
        (b"%PDF-1.4", "text/html"),
        (b"<html>", "application/pdf"),
        (b"words", "image/png"),
        (b"OggS\x00\x02\x00\x00", "text/html"),
        (office("xl/workbook.xml"), "text/html"),
    ],
)
def test_a_header_must_not_lie(content: bytes, declared: str) -> None:
    assert refusal(content, declared=declared).code == "source-wrong-type"
