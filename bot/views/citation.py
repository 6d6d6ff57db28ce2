"""What a source of an answer says, on a phone's screen: the passage, with the cited words marked.

Under an answer stands a button for each source. It carries the source's number, the id of the
passage and where in its text the quote stands; so it needs no memory, outlives restarts, and
opens the version that was read, whatever has become of its document since. It grants nothing:
the passage is read anew, as whoever presses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.split import Piece, join, split, units
from bot.views.answer import source_line
from bot.views.library import Reader, View
from bot.views.text import day, shortened, styled
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.store.documents import DocumentCard

PER_ROW = 8
MOST_BUTTONS = 96  # Telegram takes 100
_LONGEST = 3000  # UTF-16 units of the passage
_LONGEST_LINE = 600  # of the line above it, which names the source
_LABEL = 32  # characters of a title on a button
_CUT = "…"
_CARRIED = re.compile(r"([0-9]{1,3})_([0-9]{1,18})_([0-9]{1,8})_([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Cited:
    """What the button of a source names: its number, a passage, and a quote in the passage."""

    n: int
    passage_id: int
    span: Span

    @classmethod
    def of(cls, citation: Citation) -> "Cited | None":
        """Name what a citation rests on; None when its record does not say."""
        if citation.passage_id is None or citation.quote_at is None:
            return None
        end = citation.quote_at + len(citation.quote)
        return cls(citation.n, citation.passage_id, Span(citation.quote_at, end))

    @classmethod
    def decode(cls, carried: str) -> "Cited | None":
        """Read what a button carries; None when that is something else."""
        if (found := _CARRIED.fullmatch(carried)) is None:
            return None
        n, passage_id, start, length = map(int, found.groups())
        return cls(n, passage_id, Span(start, start + length))

    def encode(self) -> str:
        """Write it as a button carries it."""
        length = self.span.end - self.span.start
        return f"{self.n}_{self.passage_id}_{self.span.start}_{length}"


def citation_keys(citations: Sequence[Citation], user_id: int) -> InlineKeyboardMarkup | None:
    """Lay out a numbered button for each source that can be opened; None when there is none."""
    named = (cited for cited in map(Cited.of, citations[:MOST_BUTTONS]) if cited is not None)
    keys = [
        button(str(cited.n), Action.OPEN_CITATION, user_id, cited.encode())
        for cited in named
        if fits(Action.OPEN_CITATION, user_id, cited.encode())
    ]
    rows = [keys[at : at + PER_ROW] for at in range(0, len(keys), PER_ROW)]
    return keyboard(*rows) if rows else None


def cited_view(cited: Cited, passage: Passage, card: DocumentCard, reader: Reader) -> View:
    """Show a passage with the quote marked, where it stands, and which version it is of."""
    added = reader.say("library-added", date=day(card.added_at, reader.language), owner="none")
    pieces = [_source(cited, passage, reader), Piece(f"\n{added}\n")]
    pieces.append(_marked(passage.text, cited.span))
    title = shortened(card.title, _LABEL)
    label = reader.say("button-open-document", title=title)
    rows = [[button(label, Action.OPEN_DOCUMENT, reader.user_id, card.document_id)]]
    if card.superseded_at is not None:
        date = day(card.superseded_at, reader.language)
        pieces.append(Piece(f"\n{reader.say('library-superseded', date=date)}"))
        if card.current_id is not None:
            rows.append(
                [reader.key("button-current-version", Action.OPEN_DOCUMENT, card.current_id)]
            )
    return View(join(pieces), keyboard(*rows))


def _source(cited: Cited, passage: Passage, reader: Reader) -> Piece:
    """Name the source as the answer did."""
    (citation,) = cite_quotes([Quote(passage, cited.span)]).citations
    line = join(source_line(replace(citation, n=cited.n), reader.language, reader.phrases))
    return split(line, _LONGEST_LINE)[0]


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
    if len(text) + excess <= _LONGEST:
        return Span(0, len(text))
    width = max(_LONGEST // 2, _LONGEST - excess)
    spare = max(0, width - (quote.end - quote.start))
    start = max(0, min(quote.start - spare // 3, len(text) - width))
    return Span(start, start + width)
