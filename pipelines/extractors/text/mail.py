"""Read an e-mail that was saved as a file: RFC 5322 with MIME, the `.eml` of mail programs."""

import email
import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from email.utils import parseaddr, parsedate_to_datetime

from pipelines.errors import SourceRefused
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.titles import choose_title
from pipelines.extractors.web.markup import markup_blocks
from pipelines.models.documents import Block, Extracted, Fetched

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_ENCODED = re.compile(r"=\?[^?\s]+\?[bq]\?", re.IGNORECASE)
_MOST_NAMED = 50  # attachments


class MailExtractor:
    """Reads `message/rfc822` through Python's email package: who, to whom, when, and the text."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return a block of header lines, and those of the text: plain, else what its HTML says.

        Attachments are named among the header lines and not read.

        Raises:
            SourceRefused: there is nothing in it, or it is nested too deeply.
        """
        try:
            message = email.message_from_bytes(fetched.content, policy=compat32)
            body, attached = tuple(_body(message)), tuple(_attached(message))
        except RecursionError as error:
            raise SourceRefused("source-too-complex") from error
        if not body and not attached:
            raise SourceRefused("source-no-text")
        headers = {name: header for name in _SHOWN if (header := _header(message, name))}
        lines = [f"{name}: {header}" for name, header in headers.items()]
        if attached:
            lines.append(f"Attachments: {', '.join(attached[:_MOST_NAMED])}")
        top = (Block(text="\n".join(lines)),) if lines else ()
        name, address = parseaddr(headers.get("From", ""))
        return Extracted(
            blocks=(*top, *body),
            title=choose_title([headers.get("Subject")], fetched, body),
            author=name or address or None,
            published=_day(headers.get("Date", "")),
        )


def _body(part: Message) -> Iterator[Block]:
    """Yield the text of a part; of alternatives, of the plain one if there are words in it."""
    if part.get_content_type() == "multipart/alternative":
        ways = sorted(_parts(part), key=lambda way: way.get_content_type() != "text/plain")
        yield from next((blocks for way in ways if (blocks := tuple(_body(way)))), ())
    elif part.get_content_maintype() == "multipart":
        for inner in _parts(part):
            yield from _body(inner)
    elif not _is_attached(part):
        yield from _text(part)


def _attached(part: Message) -> Iterator[str]:
    """Yield the names of the files that a part carries."""
    if part.get_content_maintype() == "multipart":
        for inner in _parts(part):
            yield from _attached(inner)
    elif _is_attached(part) and (name := _decoded(part.get_filename() or "")):
        yield name


def _parts(part: Message) -> list[Message]:
    held = part.get_payload()
    return [each for each in held if isinstance(each, Message)] if isinstance(held, list) else []


def _is_attached(part: Message) -> bool:
    is_text = part.get_content_type() in ("text/plain", "text/html")
    return not is_text or part.get_content_disposition() == "attachment"


def _text(part: Message) -> Iterator[Block]:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes) or not content.strip():
        return
    text = decode(content, part.get_content_charset())
    if part.get_content_type() == "text/html":
        try:
            yield from markup_blocks(text)
        except SourceRefused:  # nothing in it but comments
            return
    else:
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        yield from (
            Block(text=each.strip("\n")) for each in _BLANK_LINES.split(lines) if each.strip()
        )


def _header(message: Message, name: str) -> str:
    """Return a header on one line, in whichever encoding its bytes and words are."""
    raw = next((str(held) for key, held in message.raw_items() if key.lower() == name.lower()), "")
    return _decoded(raw)


def _decoded(raw: str) -> str:
    text = decode(raw.encode("utf-8", "surrogateescape"))
    if _ENCODED.search(text):
        try:
            pieces = decode_header(text)
        except HeaderParseError:
            pieces = []
        text = "".join(_piece(*piece) for piece in pieces) or text
    return " ".join(text.split())


def _piece(piece: str | bytes, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    if charset is None:  # as decode_header leaves what stands between encoded words
        return piece.decode("raw-unicode-escape", "replace")
    return decode(piece, charset)


def _day(date: str) -> str | None:
    try:
        return parsedate_to_datetime(date).date().isoformat() if date else None
    except (ValueError, TypeError, OverflowError):
        return None
