"""Connections that are not safe."""

import asyncio
import datetime
import ssl
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fetching import HTML, get, refused
from tests.support.fetchers.loopback_site import respond, serve


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
