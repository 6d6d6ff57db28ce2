"""An answer as Telegram messages: formatted text, then numbered sources with links."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from telegram import MessageEntity
from telegramify_markdown import RenderConfig, convert

from bot.transport.split import Piece, join, split
from bot.views.secrets import kinds_text
from bot.views.text import clock, styled
from pipelines.models.answers import Answer, Citation
from pipelines.nodes.text.headings import BETWEEN
from pipelines.ports import Phrasebook

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_NOT_MARKUP = re.compile(r"\$|\|(?=\|)|(?<=\d)\*(?=\d)")  # prices, pipes, multiplication
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")  # what Markdown lets a backslash escape
_ESCAPED = r"\\\g<0>"
_TARGET = re.compile(r"(?<=\])\([^()\s]*\)")  # the address of a link
_LONGEST = 12_000  # characters
_NESTED = re.compile(r"^[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]*){6}", re.MULTILINE)  # takes for ever
_LONGEST_PATH = 100  # characters of headings that a source's line names
_LEFT_OUT = f"…{BETWEEN}"
_TELEGRAM = "t.me"
_VIDEO_HOSTS = ("youtube.com", "youtu.be")


def render_answer(answer: Answer, phrases: Phrasebook) -> tuple[Piece, ...]:
    """Lay out an answer and its sources, in the language of the question.

    What is longer than four messages is cut: a model that says so much answers nothing.
    """
    quotes = [citation.quote for citation in answer.citations]
    text = answer.text.strip()
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
    parts = [Piece(text) if _NESTED.search(text) else _formatted(text, quotes)]
    if answer.citations:
        heading = phrases.say("sources-heading", answer.language)
        parts += [Piece("\n\n"), styled(heading, MessageEntity.BOLD)]
        for citation in answer.citations:
            parts += [Piece("\n"), *source_line(citation, answer.language, phrases)]
    if answer.removed:
        kinds = kinds_text(answer.removed, answer.language, phrases)
        parts += [Piece("\n\n"), Piece(phrases.say("question-bared", answer.language, kinds=kinds))]
    return split(join(parts))


def source_line(citation: Citation, language: str | None, phrases: Phrasebook) -> list[Piece]:
    """Name a source: its number, its title with a link, the file or the site, the place."""
    title = citation.title or citation.file_name or _host(citation.url)
    title = title or phrases.say("source-untitled", language)
    line = phrases.say("source-line", language, n=citation.n, title=title)
    url = citation_url(citation)
    mark, _, _ = line.partition(title)
    pieces = [Piece(mark), styled(line[len(mark) :], MessageEntity.TEXT_LINK, url)]
    details = [_where_from(citation, title), *citation_place(citation, language, phrases)]
    return pieces + [Piece(f", {detail}") for detail in details if detail]


def citation_url(citation: Citation) -> str | None:
    """Return the address of what is cited; for a video, of the second that is cited."""
    try:
        address = urlsplit(citation.url or "")
    except ValueError:  # brackets that are no address
        return None
    if address.scheme not in ("http", "https") or not address.hostname:
        return None
    if citation.start_seconds is None or not _is_video(address.hostname):
        return citation.url
    query = [(key, value) for key, value in parse_qsl(address.query) if key != "t"]
    query.append(("t", f"{int(citation.start_seconds)}s"))
    return urlunsplit(address._replace(query=urlencode(query)))


def citation_place(citation: Citation, language: str | None, phrases: Phrasebook) -> list[str]:
    """Say where in the document the cited words stand: "p. 12"; "12:34"; a section and a row.

    The headings are named only where there is neither a page nor a second to turn to.
    """
    said = []
    if citation.page is not None:
        said.append(phrases.say("source-page", language, page=citation.page))
    if citation.start_seconds is not None:
        said.append(phrases.say("source-time", language, time=clock(citation.start_seconds)))
    if citation.heading and not said:
        heading = _innermost(citation.heading)
        said.append(phrases.say("source-section", language, heading=heading))
    if citation.row is not None:
        said.append(phrases.say("source-row", language, row=citation.row))
    return said


def _formatted(markdown: str, quotes: Sequence[str]) -> Piece:
    """Read Markdown, but never at the price of a letter: where any is lost, stay plain."""
    config = RenderConfig.isolated()
    for level in range(1, 5):
        setattr(config.markdown_symbol, f"heading_level_{level}", "")
    config.markdown_symbol.unordered_list_item = "•"
    try:
        text, entities = convert(_guarded(markdown, quotes), latex_escape=False, config=config)
    except (ValueError, LookupError, TypeError, AttributeError):  # its parser met something odd
        return Piece(markdown)
    if not text.strip() or _letters(text) != _letters(_TARGET.sub("", markdown)):
        return Piece(markdown)
    return Piece(
        text.rstrip(),
        tuple(
            MessageEntity(
                entity.type, entity.offset, entity.length, entity.url, language=entity.language
            )
            for entity in entities
        ),
    )


def _guarded(markdown: str, quotes: Sequence[str]) -> str:
    """Escape what is no markup: all of a source's own words, prices and the like elsewhere."""
    held = sorted({quote for quote in quotes if quote.strip()}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, held)) or r"(?!)"
    parts = re.split(f"({pattern})", markdown)
    parts[1::2] = [_SIGN.sub(_ESCAPED, quote) for quote in parts[1::2]]
    for at in range(0, len(parts), 2):
        words = _CODE.split(parts[at])
        words[::2] = [_NOT_MARKUP.sub(_ESCAPED, word) for word in words[::2]]
        parts[at] = "".join(words)
    return "".join(parts)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def _where_from(citation: Citation, title: str) -> str:
    """Name the file or the site, if the title does not say it; a post's title does."""
    host = _host(citation.url)
    where = citation.file_name or ("" if host == _TELEGRAM else host)
    name = PurePath(where).stem if citation.file_name else where
    return "" if name.casefold() in title.casefold() else where


def _innermost(path: str) -> str:
    """Cut a long path of headings from the outside: "… › Ports › Closing"."""
    while len(path) > _LONGEST_PATH and BETWEEN in path.removeprefix(_LEFT_OUT):
        path = _LEFT_OUT + path.removeprefix(_LEFT_OUT).partition(BETWEEN)[2]
    return path


def _host(url: str | None) -> str:
    return (urlsplit(url or "").hostname or "").removeprefix("www.")


def _is_video(host: str) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in _VIDEO_HOSTS)
