"""What a fetched file is called, and what kind it is taken for."""

import pytest

from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fetching import HTML, get, refused
from tests.support.fetchers.loopback_site import Site, respond


async def test_files_keep_their_names(site: Site, transport: GuardedTransport) -> None:
    site.pages["/d/%D0%B0.pdf"] = respond(b"%PDF-1.4 x", content_type="application/pdf")
    site.pages["/README.md"] = respond(b"# Hi", content_type="text/plain")
    assert (await get(transport, site.url("/d/а.pdf"))).file_name == "а.pdf"
    assert (await get(transport, site.url("/README.md"))).media_type == "text/markdown"


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="report.md"', "report.md"),
        ("attachment; filename=report.md", "report.md"),
        ("attachment; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.md", "отчёт.md"),
        ("attachment; filename=\"x.md\"; filename*=utf-8'ru'%D0%B0.md", "а.md"),
        ("attachment; filename*=no-such'en'%61.md", "a.md"),
        ('attachment; filename="../../etc/cron.d/x.md"', "x.md"),
        ('attachment; filename="C:\\\\dir\\\\y.md"', "y.md"),
        ('attachment; filename="%D0%B0.md"', "а.md"),
        ('attachment; filename="100% true.md"', "100% true.md"),
        ("inline", "z.md"),
        ('attachment; filename=""', "z.md"),
        ('attachment; filename="' + "n" * 4000 + '.md"', "n" * 252 + ".md"),
    ],
)
async def test_a_site_may_name_its_file(
    site: Site, transport: GuardedTransport, disposition: str, name: str
) -> None:
    site.pages["/get/z.md"] = respond(
        b"# Hi", content_type="application/octet-stream", content_disposition=disposition
    )
    fetched = await get(transport, site.url("/get/z.md"))
    assert (fetched.file_name, fetched.media_type) == (name, "text/markdown")


async def test_a_name_in_plain_utf8_is_read(site: Site, transport: GuardedTransport) -> None:
    page = respond(b"# Hi", content_type="text/plain")
    header = 'Content-Disposition: attachment; filename="отчёт.md"\r\n'.encode()
    site.pages["/"] = page.replace(b"\r\n", b"\r\n" + header, 1)
    assert (await get(transport, site.url())).file_name == "отчёт.md"


async def test_a_page_about_a_file_is_a_page(site: Site, transport: GuardedTransport) -> None:
    for name in ("README.md", "table.csv", "paper.pdf"):
        site.pages[f"/blob/{name}"] = respond(HTML, content_type="text/html; charset=utf-8")
        fetched = await get(transport, site.url(f"/blob/{name}"))
        assert (fetched.media_type, fetched.file_name) == ("text/html", None)
    site.pages["/paper.html"] = respond(b"%PDF-1.4 x", content_type="application/pdf")
    fetched = await get(transport, site.url("/paper.html"))
    assert (fetched.media_type, fetched.file_name) == ("application/pdf", "paper.html")


@pytest.mark.parametrize(
    ("path", "declared", "media_type"),
    [
        ("/export", "text/csv; charset=utf-8", "text/csv"),
        ("/a.csv", "text/plain", "text/csv"),
        ("/a.csv", "application/octet-stream", "text/csv"),
        ("/export", "text/markdown", "text/markdown"),
        ("/export", "text/plain", "text/plain"),
        ("/a.md", None, "text/markdown"),
    ],
)
async def test_kinds_of_text_are_told_by_site_or_name(
    site: Site, transport: GuardedTransport, path: str, declared: str | None, media_type: str
) -> None:
    site.pages[path] = respond(b"town,year\nVisby,1203\n", content_type=declared)
    assert (await get(transport, site.url(path))).media_type == media_type


async def test_hostile_16_a_page_under_the_name_of_a_file_is_named(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/a.pdf"] = respond(HTML, content_type="application/octet-stream")
    error = await refused(transport, site.url("/a.pdf"))
    assert (error.code, error.values) == (
        "source-wrong-type",
        {"declared": "pdf", "found": "HTML"},
    )


@pytest.mark.parametrize(
    ("charset", "codec"), [("windows-1251", "cp1251"), ('"UTF-16"', "utf_16"), ("utf-8", None)]
)
async def test_the_charset_of_the_header_is_kept_for_who_reads_the_text(
    site: Site, transport: GuardedTransport, charset: str, codec: str | None
) -> None:
    site.pages["/"] = respond(HTML, content_type=f"text/html; charset={charset}")
    fetched = await get(transport, site.url())
    assert (fetched.content, fetched.charset) == (HTML, codec)


@pytest.mark.parametrize("charset", ["no-such", "punycode", "hex", "zlib", "bz2", "z" * 1000])
async def test_a_charset_that_is_no_encoding_of_text_is_ignored(
    site: Site, transport: GuardedTransport, charset: str
) -> None:
    body = "Привет".encode()
    site.pages["/"] = respond(body, content_type=f'text/plain; charset="{charset}"')
    fetched = await get(transport, site.url())
    assert (fetched.content, fetched.charset) == (body, None)


@pytest.mark.parametrize(
    ("body", "content_type", "code"),
    [
        (b"", "text/html", "source-empty"),
        (b"\x7fELF\x02\x01\x01" + bytes(9), "application/pdf", "source-not-supported"),
        (b"\x7fELF\x02\x01\x01" + bytes(9), "text/html", "source-not-supported"),
        (HTML, "application/pdf", "source-wrong-type"),
        (b"%PDF-1.4", "text/html", "source-wrong-type"),
    ],
)
async def test_hostile_38_the_bytes_say_what_they_are(
    site: Site, transport: GuardedTransport, body: bytes, content_type: str, code: str
) -> None:
    site.pages["/"] = respond(body, content_type=content_type)
    assert (await refused(transport, site.url())).code == code
