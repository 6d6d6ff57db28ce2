"""Fetching from the web, guarded."""

import asyncio
import datetime
import gzip
import ssl
import tracemalloc
import zlib
from collections.abc import Sequence
from email.utils import format_datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.guard import GuardedTransport, resolve
from pipelines.fetchers.http import HttpFetcher
from pipelines.models import Fetched, Source
from tests.pipelines.fetchers.loopback_site import Request, Site, respond, serve

HTML = b"<!doctype html><title>Hello</title><p>Some text"


async def get(transport: GuardedTransport, url: str, **settings: float) -> Fetched:
    source = Source(idx=0, kind="web", label=url, url=url)
    return await HttpFetcher(transport, **settings).fetch(source)


async def refused(transport: GuardedTransport, url: str, **settings: float) -> SourceRefused:
    with pytest.raises(SourceRefused) as caught:
        await get(transport, url, **settings)
    return caught.value


async def test_a_page_comes_with_its_type_and_address(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/a"] = respond(HTML)
    fetched = await get(transport, site.url("/a?x=1#part"))
    assert fetched == Fetched(HTML, "text/html", None, site.url("/a?x=1"))


async def test_it_says_who_it_is_and_nothing_else(site: Site, transport: GuardedTransport) -> None:
    site.pages["/"] = respond(HTML, set_cookie="id=1")
    address = site.url("/", host="user:secret@127.0.0.1")
    await get(transport, address)
    await get(transport, address)
    headers = site.requests[1].headers
    assert headers["user-agent"].startswith("Paragraf/")
    assert not {"cookie", "authorization"} & headers.keys()


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


@pytest.mark.parametrize("charset", ["windows-1251", "utf-16", "utf-8"])
async def test_the_charset_of_the_header_counts(
    site: Site, transport: GuardedTransport, charset: str
) -> None:
    text = "<html><p>Привет</p></html>"
    site.pages["/"] = respond(text.encode(charset), content_type=f"text/html; charset={charset}")
    assert (await get(transport, site.url())).content.decode("utf-8-sig") == text


@pytest.mark.parametrize("charset", ["no-such", "punycode", "hex", "ascii"])
async def test_a_senseless_charset_is_ignored(
    site: Site, transport: GuardedTransport, charset: str
) -> None:
    body = "<html>Привет".encode()
    site.pages["/"] = respond(body, content_type=f'text/html; charset="{charset}"')
    assert (await get(transport, site.url())).content == body


@pytest.mark.parametrize(
    ("status", "code"),
    [
        *((404, "source-not-found"), (410, "source-not-found"), (418, "source-not-found")),
        *((401, "source-forbidden"), (403, "source-forbidden"), (304, "source-not-found")),
    ],
)
async def test_hostile_43_a_final_no_is_refused(
    site: Site, transport: GuardedTransport, status: int, code: str
) -> None:
    site.pages["/"] = respond(HTML, status=status)
    error = await refused(transport, site.url())
    assert (error.code, error.values) == (code, {"status": status})


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
async def test_hostile_43_a_no_for_now_can_be_tried_again(
    site: Site, transport: GuardedTransport, status: int
) -> None:
    site.pages["/"] = respond(status=status)
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url())


@pytest.mark.parametrize(
    ("retry_after", "wait_s"),
    [("7", 7.0), (" 60 ", 60.0), ("", 0.0), ("soon", 0.0), ("-5", 0.0), ("١", 0.0), ("1.5", 0.0)],
)
@pytest.mark.parametrize("status", [429, 503])
async def test_hostile_43_a_site_says_when_it_may_be_asked_again(
    site: Site, transport: GuardedTransport, status: int, retry_after: str, wait_s: float
) -> None:
    page = respond(status=status).replace(
        b"\r\n", b"\r\nRetry-After: " + retry_after.encode() + b"\r\n", 1
    )
    site.pages["/"] = page
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert caught.value.wait_s == wait_s


async def test_hostile_43_a_site_may_name_the_moment(
    site: Site, transport: GuardedTransport
) -> None:
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=40)
    site.pages["/"] = respond(status=503, retry_after=format_datetime(moment, usegmt=True))
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert 0 < caught.value.wait_s <= 40
    site.pages["/"] = respond(status=503, retry_after="Wed, 21 Oct 2015 07:28:00 -0000")
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert caught.value.wait_s == 0


async def test_hostile_43_a_site_that_asks_for_too_much_patience_is_named(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/"] = respond(status=429, retry_after="3601")
    error = await refused(transport, site.url())
    assert (error.code, error.values) == ("source-busy", {"host": "127.0.0.1", "minutes": 61})


async def test_hostile_34_a_loop_of_redirects_ends(site: Site, transport: GuardedTransport) -> None:
    site.pages["/a"] = respond(status=302, location="/b")
    site.pages["/b"] = respond(status=307, location="/a")
    assert (await refused(transport, site.url("/a"))).code == "source-redirects"
    assert len(site.requests) == 6


async def test_hostile_34_redirects_are_followed_five_times(
    site: Site, transport: GuardedTransport
) -> None:
    for number in range(7):
        site.pages[f"/{number}"] = respond(status=302, location=f"{number + 1}")
    site.pages["/7"] = respond(HTML)
    assert (await get(transport, site.url("/2"))).url == site.url("/7")
    error = await refused(transport, site.url("/1"))
    assert (error.code, error.values) == ("source-redirects", {"limit": 5})


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("http://169.254.169.254/latest/meta-data", "source-private-address"),
        ("file:///etc/passwd", "source-scheme"),
        ("gopher://127.0.0.1/", "source-scheme"),
        ("http://ex.com:99999/", "source-bad-address"),
    ],
)
async def test_hostile_30_a_redirect_leads_nowhere_forbidden(
    site: Site, transport: GuardedTransport, target: str, code: str
) -> None:
    site.pages["/"] = respond(status=301, location=target)
    assert (await refused(transport, site.url())).code == code


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "127.1", "2130706433", "0177.0.0.1", "0x7f000001", "0"),
        *("[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "①②⑦.0.0.1", "10.0.0.1"),
        *("169.254.169.254", "100.64.0.1", "224.0.0.1", "[fe80::1]"),
    ],
)
async def test_no_spelling_of_a_private_address_is_asked(site: Site, host: str) -> None:
    async with GuardedTransport() as guarded:
        error = await refused(guarded, site.url("/", host=host))
    assert error.code in {"source-private-address", "source-no-such-host", "source-bad-address"}
    assert site.requests == []


async def test_hostile_32_one_private_answer_among_public_ones_is_enough(site: Site) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ("93.184.216.34", "127.0.0.1")

    async with GuardedTransport(resolver=resolver) as guarded:
        error = await refused(guarded, site.url("/", host="mixed.example"))
    assert (error.code, error.values) == ("source-private-address", {"host": "mixed.example"})


async def test_hostile_31_a_name_is_resolved_once_a_connection_and_checked_each_time(
    site: Site,
) -> None:
    asked: list[str] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("169.254.169.254",)

    site.pages["/"] = respond(status=302, location="/next")
    site.pages["/next"] = respond(HTML)
    async with GuardedTransport(allow_private=True, resolver=resolver) as guarded:
        error = await refused(guarded, site.url("/", host="rebind.example"))
    assert error.code == "source-private-address"
    assert asked == ["rebind.example", "rebind.example"]
    assert [request.headers["host"] for request in site.requests] == [f"rebind.example:{site.port}"]


async def test_the_next_address_is_tried_when_one_does_not_answer(site: Site) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ("127.0.0.2", "127.0.0.1") if host == "two.example" else ()

    site.pages["/"] = respond(HTML)
    async with GuardedTransport(allow_private=True, resolver=resolver) as guarded:
        assert (await get(guarded, site.url("/", host="two.example"))).content == HTML
        with pytest.raises(SourceUnavailable):
            await get(guarded, site.url("/", host="none.example"))


@pytest.mark.parametrize("host", ["a_b!", "x.invalid", "X.onion.", "a" * 64 + ".com"])
async def test_hostile_33_a_name_nobody_has_is_refused(host: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        await resolve(host, 80)
    assert (caught.value.code, caught.value.values) == ("source-no-such-host", {"host": host})


@pytest.mark.parametrize("url", ["http://nothing.invalid/", "http://..", "https://a..b/"])
async def test_hostile_33_a_host_that_does_not_exist_is_refused(
    transport: GuardedTransport, url: str
) -> None:
    code = (await refused(transport, url)).code
    assert code in {"source-no-such-host", "source-bad-address"}


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://ex.com/a", "source-scheme"),
        ("file:///etc/passwd", "source-scheme"),
        ("gopher://ex.com/1", "source-scheme"),
        ("data:text/html;base64,AA", "source-scheme"),
        ("https://", "source-bad-address"),
        ("http://ex.com:99999/", "source-bad-address"),
        ("", "source-scheme"),
    ],
)
async def test_hostile_39_only_web_addresses_are_fetched(
    transport: GuardedTransport, url: str, code: str
) -> None:
    assert (await refused(transport, url)).code == code


@pytest.mark.parametrize(
    "page",
    [
        respond(b"x" * 2000),
        respond(b"x" * 2000, content_encoding="identity"),
        respond(gzip.compress(b"x" * 1_000_000), content_encoding="gzip"),
        respond(zlib.compress(b"x" * 1_000_000), content_encoding="deflate"),
    ],
)
async def test_hostile_36_a_body_over_the_limit_is_refused(
    site: Site, transport: GuardedTransport, page: bytes
) -> None:
    site.pages["/"] = page
    assert (await refused(transport, site.url(), byte_limit=1999)).code == "source-too-large"


async def test_hostile_37_a_bomb_is_never_unpacked_whole(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/"] = respond(gzip.compress(bytes(100_000_000)), content_encoding="gzip")
    tracemalloc.start()
    error = await refused(transport, site.url(), byte_limit=1_000_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.code == "source-too-large"
    assert peak < 20_000_000


async def test_a_packed_body_is_unpacked(site: Site, transport: GuardedTransport) -> None:
    site.pages["/"] = respond(gzip.compress(HTML), content_encoding="gzip")
    assert (await get(transport, site.url())).content == HTML


async def test_a_body_packed_in_pieces_is_unpacked_whole(
    site: Site, transport: GuardedTransport
) -> None:
    text = b"<html>" + b"abc " * 300_000
    parts = gzip.compress(text[:100_000]) + gzip.compress(text[100_000:])
    site.pages["/"] = respond(parts, content_encoding="gzip")
    assert (await get(transport, site.url())).content == text


@pytest.mark.parametrize("charset", ["utf-8", "windows-1251", "shift_jis"])
async def test_a_long_page_is_decoded_slice_by_slice(
    site: Site, transport: GuardedTransport, charset: str
) -> None:
    text = "<html>я" + "Жж" * 300_001
    site.pages["/"] = respond(text.encode(charset), content_type=f"text/html; charset={charset}")
    assert (await get(transport, site.url())).content.decode("utf-8-sig") == text


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "gzip"])
async def test_an_unknown_packing_is_refused(
    site: Site, transport: GuardedTransport, encoding: str
) -> None:
    site.pages["/"] = respond(b"not packed at all", content_encoding=encoding)
    assert (await refused(transport, site.url())).code == "source-unreadable"


async def test_hostile_36_an_endless_body_ends_at_the_limit(
    site: Site, transport: GuardedTransport
) -> None:
    async def endless(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        while True:
            writer.write(b"again and again " * 64)
            await writer.drain()

    site.pages["/"] = endless
    assert (await refused(transport, site.url(), byte_limit=100_000)).code == "source-too-large"


async def test_hostile_35_one_byte_after_another_ends_with_the_time(
    site: Site, transport: GuardedTransport
) -> None:
    """Each byte comes well within the patience of a read; it is the whole that takes too long."""

    async def drip(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)  # the pace of the drip, nothing waits for it

    site.pages["/"] = drip
    error = await refused(transport, site.url(), seconds_limit=0.4, patience_seconds=0.2)
    assert (error.code, error.values) == ("source-too-slow", {"seconds": 0})


async def test_hostile_35_a_site_that_dawdles_is_left(
    site: Site, transport: GuardedTransport
) -> None:
    left = asyncio.Event()

    async def dawdle(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nx")
        await writer.drain()
        await left.wait()

    site.pages["/"] = dawdle
    error = await refused(transport, site.url(), seconds_limit=0.3)
    left.set()
    assert error.code == "source-too-slow"


async def test_a_silent_site_can_be_tried_again(site: Site, transport: GuardedTransport) -> None:
    left = asyncio.Event()

    async def silent(request: Request, writer: asyncio.StreamWriter) -> None:
        await left.wait()

    site.pages["/"] = silent
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url(), patience_seconds=0.2)
    left.set()


@pytest.mark.parametrize(
    "page",
    [
        respond(HTML)[:-5],
        respond(gzip.compress(HTML)[:-9], content_encoding="gzip"),
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
    ],
)
async def test_hostile_15_an_answer_cut_short_can_be_tried_again(
    site: Site, transport: GuardedTransport, page: bytes
) -> None:
    site.pages["/"] = page
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url())


async def test_a_closed_port_can_be_tried_again(transport: GuardedTransport) -> None:
    async with serve() as gone:
        url = gone.url()
    with pytest.raises(SourceUnavailable):
        await get(transport, url)


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


def certificate(
    folder: Path, host: str, days: tuple[int, int] = (-1, 1)
) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Make a certificate; return what a server shows and what a client trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    begin, end = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=d) for d in days)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(end)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    public = signed.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "pair.pem").write_bytes(private + public)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "pair.pem")
    return server, ssl.create_default_context(cadata=public.decode())


async def test_hostile_44_tls_is_verified_by_the_name_of_the_host(tmp_path: Path) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ("127.0.0.1",)

    shown, trusted = certificate(tmp_path, "good.example")
    async with serve(shown) as site:
        site.pages["/"] = respond(HTML)
        private = {"allow_private": True, "resolver": resolver}
        async with GuardedTransport(**private, verify=trusted) as guarded:
            assert (await get(guarded, site.url("/", host="good.example"))).content == HTML
            error = await refused(guarded, site.url("/", host="other.example"))
        assert (error.code, error.values) == ("source-bad-certificate", {"host": "other.example"})
        async with GuardedTransport(**private) as guarded:
            error = await refused(guarded, site.url("/", host="good.example"))
        assert error.code == "source-bad-certificate"


async def test_hostile_44_a_certificate_that_has_run_out_is_refused(tmp_path: Path) -> None:
    shown, trusted = certificate(tmp_path, "127.0.0.1", (-9, -2))
    async with (
        serve(shown) as site,
        GuardedTransport(allow_private=True, verify=trusted) as guarded,
    ):
        site.pages["/"] = respond(HTML)
        assert (await refused(guarded, site.url())).code == "source-bad-certificate"
        assert site.requests == []


async def test_hostile_44_a_site_that_cannot_encrypt_is_refused(
    transport: GuardedTransport,
) -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 This is not https\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        error = await refused(transport, f"https://127.0.0.1:{port}/")
    assert error.code == "source-bad-certificate"


async def test_hostile_30_a_redirect_takes_nothing_along(
    site: Site, transport: GuardedTransport
) -> None:
    async with serve() as other:
        target = other.url("/b", host="user:secret@127.0.0.1")
        site.pages["/"] = respond(status=302, location=target, set_cookie="id=1")
        other.pages["/b"] = respond(HTML)
        fetched = await get(transport, site.url("/", host="me:pw@127.0.0.1"))
        assert fetched.url == other.url("/b")
        assert not {"cookie", "authorization", "referer"} & other.requests[0].headers.keys()


async def test_a_public_post_of_telegram_is_asked_for_where_it_can_be_read(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/gardeners/42"] = respond(HTML)
    fetcher = HttpFetcher(transport, telegram=site.url(""))
    url = "https://t.me/gardeners/42"
    fetched = await fetcher.fetch(Source(0, "web", url, url=url))
    assert (fetched.content, fetched.url) == (HTML, url)
    assert site.requests[0].path == "/gardeners/42?embed=1&mode=tme"


@pytest.mark.parametrize("url", ["https://t.me/+AbCdEf", "https://t.me/c/1234567890/55"])
async def test_what_telegram_keeps_to_members_is_refused(
    transport: GuardedTransport, url: str
) -> None:
    assert (await refused(transport, url)).code == "source-telegram-closed"
