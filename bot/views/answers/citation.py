"""A source as it is opened: its page as a picture, or its passage, with the quote marked.

On a phone's screen, with steps to what stands before and behind, and ways to the whole: the
document's card, the second of the film, the page on the web.
"""

from dataclasses import dataclass, replace
from urllib.parse import quote as escaped
from urllib.parse import urlsplit

from telegram import InlineKeyboardButton, MessageEntity
from telegram.constants import MessageLimit

from bot.transport.buttons import Action, fits, keyboard
from bot.transport.pieces import Photo, Piece, join, split, units
from bot.views.answers.sources import Cited, citation_url, source_line
from bot.views.text import Reader, View, clock, day, shortened, styled
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Span
from pipelines.models.originals import PagePicture, PageQuote
from pipelines.nodes.answering.cite import Quote, cite_quotes, place_at
from pipelines.store.documents import DocumentCard

_LONGEST_PASSAGE = 3000  # UTF-16 units of the passage
_LONGEST_LINE = 600  # of the line above it, which names the source
_LONGEST_LINE_ON_PAGE = 300
_FEWEST_WORDS = 40  # UTF-16 units of a quote, fewer of which say nothing under a page
_LABEL = 32  # characters of a title on a button
_CUT = "…"
_AROUND = 500  # characters around a quote that tell its place from others like it
_FRAGMENT_WORDS = 6  # at each end of a quote that a browser looks for
_LONGEST_ADDRESS = 2000
_TELEGRAM = "t.me"


@dataclass(frozen=True, slots=True)
class Opened:
    """What a source's button leads to: the passage, which of its document, and its neighbours."""

    cited: Cited
    passage: Passage
    card: DocumentCard
    has_before: bool = False
    has_after: bool = False
    note: str = ""  # why this is no picture of the page

    @property
    def quote(self) -> Span:
        """The cited words; of a neighbour, none."""
        return Span(0, 0) if self.cited.step else self.cited.span


def page_quote(passage: Passage, quote: Span, step: int = 0) -> PageQuote | None:
    """Say what is to be marked on the page where a quote begins; None where there are no pages.

    Args:
        step: how many pages on; nothing is marked there.
    """
    place = place_at(passage, quote.start)
    if place.page is None:
        return None
    if step:
        return PageQuote(place.page + step)
    pages_on = (a.at for a in passage.anchors if a.at > quote.start and a.page != place.page)
    end = min([quote.end, *pages_on])
    return PageQuote(
        place.page,
        text=passage.text[quote.start : end],
        before=passage.text[max(0, quote.start - _AROUND) : quote.start],
        after=passage.text[end : end + _AROUND],
        is_row=place.row is not None,
    )


def cited_view(opened: Opened, reader: Reader) -> View:
    """Show a passage with the quote marked, where it stands, and which version it is of."""
    card, citation = opened.card, _citation(opened)
    added = reader.say("library-added", date=day(card.added_at, reader.language), owner="none")
    pieces = [_source(citation, reader, _LONGEST_LINE), Piece(f"\n{added}\n")]
    pieces.append(_marked(opened.passage.text, opened.quote))
    if opened.note:
        pieces.append(Piece(f"\n{opened.note}"))
    pieces += _superseded(card, reader)
    rows = [_steps(opened, reader), _way_out(citation, reader), *_document_keys(card, reader)]
    return View(join(pieces), keyboard(*filter(None, rows)))


def page_view(opened: Opened, picture: PagePicture, reader: Reader) -> tuple[Photo, View]:
    """Show a page with the quote marked; under it the quote, for whoever reads no small print."""
    card, cited = opened.card, opened.cited
    citation = replace(_citation(opened), page=picture.page)
    pieces = [_source(citation, reader, _LONGEST_LINE_ON_PAGE)]
    if not cited.step and not picture.is_marked:
        pieces.append(Piece(f"\n{reader.say('citation-unmarked')}"))
    pieces += _superseded(card, reader)
    if not cited.step:
        spare = MessageLimit.CAPTION_LENGTH - sum(units(piece.text) for piece in pieces) - 1
        pieces.insert(1, _quoted(opened.passage.text[cited.span.start : cited.span.end], spare))
    text = reader.key("button-as-text", Action.CITATION_TEXT, replace(cited, step=0).encode())
    ways = [text, *_way_out(citation, reader)]
    rows = [_pages(cited, picture, reader), ways, *_document_keys(card, reader)]
    photo = Photo(picture.content, f"page-{picture.page}.jpg")
    return photo, View(join(pieces), keyboard(*filter(None, rows)))


def _citation(opened: Opened) -> Citation:
    (citation,) = cite_quotes([Quote(opened.passage, opened.quote)]).citations
    return replace(citation, n=opened.cited.n)


def _source(citation: Citation, reader: Reader, longest: int) -> Piece:
    """Name the source as the answer did."""
    return split(join(source_line(citation, reader.language, reader.phrases)), longest)[0]


def _superseded(card: DocumentCard, reader: Reader) -> list[Piece]:
    if card.superseded_at is None:
        return []
    date = day(card.superseded_at, reader.language)
    return [Piece(f"\n{reader.say('library-superseded', date=date)}")]


def _steps(opened: Opened, reader: Reader) -> list[InlineKeyboardButton]:
    """Make the buttons to the passages before and behind this one, and back to the quote."""
    cited = opened.cited
    before, after = replace(cited, step=cited.step - 1), replace(cited, step=cited.step + 1)
    steps = [
        ("button-text-before", before, opened.has_before),
        ("button-to-quote", replace(cited, step=0), abs(cited.step) > 1),
        ("button-text-after", after, opened.has_after),
    ]
    return [
        reader.key(name, Action.READ_ON, to.encode())
        for name, to, is_there in steps
        if is_there and fits(Action.READ_ON, reader.user_id, to.encode())
    ]


def _pages(cited: Cited, picture: PagePicture, reader: Reader) -> list[InlineKeyboardButton]:
    """Make the buttons to the pages before and behind this one."""
    keys = []
    for name, by in (("button-page-before", -1), ("button-page-after", 1)):
        page, to = picture.page + by, replace(cited, step=cited.step + by).encode()
        if 1 <= page <= picture.pages and fits(Action.TURN_PAGE, reader.user_id, to):
            keys.append(reader.key(name, Action.TURN_PAGE, to, page=page))
    return keys


def _way_out(citation: Citation, reader: Reader) -> list[InlineKeyboardButton]:
    """Make the button that opens the film at the second, or the page at the words."""
    url = citation_url(citation)
    if url is None or not _is_button_address(url):
        return []
    if citation.start_seconds is not None:
        return [InlineKeyboardButton(f"▶ {clock(citation.start_seconds)}", url=url)]
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    if citation.page is not None:
        found = url if urlsplit(url).fragment else f"{url}#page={citation.page}"
    else:
        found = url if host == _TELEGRAM else _at_words(url, citation.quote)
    return [InlineKeyboardButton(f"↗ {shortened(host, _LABEL)}", url=found)]


def _is_button_address(url: str) -> bool:
    """Tell whether Telegram takes an address for a button: one wrong one, and all is refused."""
    host = urlsplit(url).hostname or ""
    _, dot, ending = host.rpartition(".")
    plain = url.isascii() and url.isprintable() and " " not in url
    return bool(dot) and ending.isalpha() and plain and len(url) <= _LONGEST_ADDRESS


def _at_words(url: str, words: str) -> str:
    """Have a browser that can scroll to the words and mark them.

    Source: wicg.github.io/scroll-to-text-fragment.
    """
    said = words.split()
    if not said:
        return url
    ends = [said]
    if len(said) > 2 * _FRAGMENT_WORDS:
        ends = [said[:_FRAGMENT_WORDS], said[-_FRAGMENT_WORDS:]]
    text = ",".join(escaped(" ".join(end), safe="").replace("-", "%2D") for end in ends)
    found = f"{url}{'' if urlsplit(url).fragment else '#'}:~:text={text}"
    return found if len(found) <= _LONGEST_ADDRESS else url


def _document_keys(card: DocumentCard, reader: Reader) -> list[list[InlineKeyboardButton]]:
    title = shortened(card.title, _LABEL)
    rows = [
        [reader.key("button-open-document", Action.OPEN_DOCUMENT, card.document_id, title=title)]
    ]
    if card.superseded_at is not None and card.current_id is not None:
        rows.append([reader.key("button-current-version", Action.OPEN_DOCUMENT, card.current_id)])
    return rows


def _quoted(quote: str, spare: int) -> Piece:
    """Return a quote as a quotation, cut to what is left for it."""
    words = " ".join(quote.split())
    if spare < _FEWEST_WORDS or not words:
        return Piece("")
    if units(words) > spare:
        words = split(Piece(words), spare - 1)[0].text + _CUT
    return join([Piece("\n"), styled(words, MessageEntity.BLOCKQUOTE)])


def _marked(text: str, quote: Span) -> Piece:
    """Return the passage as a quotation with the quote in bold; what is too long is cut around."""
    shown = _window(text, quote)
    start = min(max(quote.start, shown.start), shown.end)
    end = min(max(quote.end, start), shown.end)
    before = f"{_CUT if shown.start else ''}{text[shown.start : start]}".lstrip()
    after = f"{text[end : shown.end]}{_CUT if shown.end < len(text) else ''}".rstrip()
    marked = join([Piece(before), styled(text[start:end], MessageEntity.BOLD), Piece(after)])
    whole = styled(marked.text, MessageEntity.BLOCKQUOTE)
    return Piece(marked.text, whole.entities + marked.entities)


def _window(text: str, quote: Span) -> Span:
    """Return what is shown of a long text: more of what follows the quote than of what leads."""
    excess = units(text) - len(text)
    if len(text) + excess <= _LONGEST_PASSAGE:
        return Span(0, len(text))
    width = max(_LONGEST_PASSAGE // 2, _LONGEST_PASSAGE - excess)
    spare = max(0, width - (quote.end - quote.start))
    start = max(0, min(quote.start - spare // 3, len(text) - width))
    return Span(start, start + width)
