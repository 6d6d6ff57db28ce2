"""Tell what a document is about, read on in it, read a section of it: cited, as it stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.base.catalogue import Catalogue, means
from pipelines.answer.state import AnswerState
from pipelines.answer.understanding import is_bare_why, is_cited
from pipelines.models.answers import Choice, Exchange, Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import CitedText, Line, Quote, cite_lines, place_at
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.meetings.items import agenda_line
from pipelines.nodes.answering.summary import telling_sentences
from pipelines.nodes.answering.tappable import untappable
from pipelines.nodes.questions.anchors import list_of
from pipelines.nodes.tables.rows import read_rows, same_table
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.junk import is_contents
from pipelines.nodes.text.words import content_words, fold
from pipelines.ports import Phrasebook
from pipelines.store.documents import DocumentCard
from pipelines.store.store import Store

_MOST_READ = 200  # passages of a document
_SENTENCES, _SENTENCES_ALONE = 5, 7  # of a document with headings that tell of it, and without
_HEADINGS, _OUTLINE = 12, 8
_FEWEST_TOP = 3  # headings of the first storey that tell enough
_TABLES, _COLUMNS = 6, 12
_MOST_BEGINNINGS = 40  # documents, of which is read how they begin
_BEGINNING = 300  # characters
_READ_ON = 2  # passages at a time


@dataclass(frozen=True, slots=True)
class Describing:
    """What documents are described with."""

    store: Store
    catalogue: Catalogue
    phrases: Phrasebook

    async def tell(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """Answer about a document; None when it is not clear which, or there is nothing to say."""
        match state.intent.kind:
            case "about_document":
                return await self._about(state, speech)
            case "read_section":
                return await self._section(state, speech)
            case "next":
                return await self._next(state, speech)
            case "source":
                return await self._sources(state)
            case _:
                return await self._more(state)

    async def _about(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        document_id = await self._meant(state)
        if document_id is None:
            return None
        asker = state.request.asker
        card = await self.store.documents.get_document(document_id, asker=asker)
        passages = await self._passages(state, document_id)
        if card is None or not passages:
            return None
        outline = _outline(passages, card.title)
        most = _SENTENCES if outline else _SENTENCES_ALONE
        told = under_headings(telling_sentences(passages, most=most), card.title)
        lines = [Line(None, f"{card.title.rstrip('.')}. {self._facts(card, speech)}")]
        tables = self._tables(passages, speech)
        if agenda := agenda_line(passages):
            told = [line for line in told if line.quote and not _is_within(line.quote, agenda)]
            lines.append(Line(agenda))
        lines += in_order([*told, *tables]) if told and outline else told or tables
        shown = "\n".join(line.text for line in lines)
        left = [name for name in outline if name not in shown]
        if left and told:
            named = " · ".join(left)
            lines.append(Line(None, f"{self.phrases.say('about-sections', speech)}: {named}"))
        return _said(state, lines, document_id, card.title)

    async def _section(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        document_id = await self._meant(state)
        if document_id is None:
            return None
        passages = await self._passages(state, document_id)
        wanted = fold(state.intent.section)
        within = [quote for passage in passages for quote in _of_section(passage, wanted)]
        if within:
            lines = [Line(quote, _as_it_stands(quote)) for quote in within[: 2 * _READ_ON]]
            return _said(state, lines, document_id, within[0].passage.title or "")
        there = list_of(_headings(passages), _HEADINGS)
        if not there:
            return None
        said = {"section": state.intent.section, "title": passages[0].title or "", "there": there}
        said = {name: untappable(value) for name, value in said.items()}
        text = self.phrases.say("about-no-section", speech, **said)
        title = passages[0].title or ""
        return replace(state, text=text, exchange=_about(state, text, document_id, title))

    async def _next(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        last = await self._last_cited(state)
        if last is None:
            return None
        rest = _rest_of(last, state.earlier.quotes if state.earlier else ())
        if rest is not None:
            lines = [Line(rest, _as_it_stands(rest))]
            return _said(state, lines, last.document_id, last.title or "")
        following = await self.store.search.document_passages(
            last.document_id,
            asker=state.request.asker,
            first=last.passage_idx + 1,
            limit=_READ_ON,
        )
        if following:
            return _read_out(state, following, last.document_id)
        title = last.title or last.file_name or ""
        end = Line(None, self.phrases.say("about-end", speech, title=untappable(title)))
        return _said(state, [end], last.document_id, title)

    async def _more(self, state: AnswerState) -> AnswerState | None:
        """Say more of what was cited: its passages whole, and what follows."""
        last = await self._last_cited(state)
        if last is None:
            return None
        around = await self.store.search.document_passages(
            last.document_id,
            asker=state.request.asker,
            first=last.passage_idx,
            limit=_READ_ON,
        )
        read = _read_out(state, around, last.document_id) if around else None
        if read is None or read.exchange is None or state.earlier is None:
            return read
        asked, subject = state.earlier.question, state.earlier.subject  # it is still about that
        exchange = replace(read.exchange, question=asked, subject=subject or read.exchange.subject)
        return replace(read, exchange=exchange)

    async def around_reason(
        self, state: AnswerState, cited: CitedText, speech: str | None
    ) -> AnswerState | None:
        """Say more of what was cited where "why?" finds no more than it, or nothing.

        Of a row its document: the rows beside it are of other things. None: it is no bare "why?",
        or a reason was found, be it in what was cited.
        """
        before = state.earlier
        if before is None or not is_cited(before) or not all(map(is_bare_why, state.readings)):
            return None
        quotes = [citation.quote for citation in cited.citations]
        if any(quote not in before.quotes or _gives_reason(quote) for quote in quotes):
            return None
        last = await self._last_cited(state)
        is_row = last is not None and any(anchor.row is not None for anchor in last.anchors)
        asked = replace(state.intent, kind="source" if is_row else "more")
        return await self.tell(replace(state, intent=asked), speech)

    async def _sources(self, state: AnswerState) -> AnswerState | None:
        """Name the documents of the answer before, with what was quoted of each."""
        earlier = state.earlier
        if earlier is None or not earlier.passages:
            return None
        passages = await self.store.search.get_passages(earlier.passages, asker=state.request.asker)
        lines: dict[str, list[Line]] = {}
        for passage in passages:
            title = passage.title or passage.file_name or ""
            lines.setdefault(passage.document_id, [Line(None, untappable(title))] if title else [])
            lines[passage.document_id] += map(Line, _quoted(passage, earlier.quotes))
        if not lines:
            return None
        cited = cite_lines([line for each in lines.values() for line in each])
        return replace(
            state,
            text=cited.text,
            citations=cited.citations,
            exchange=replace(earlier, answer=cited.text, kind=state.intent.kind),
        )

    async def _last_cited(self, state: AnswerState) -> Passage | None:
        if state.earlier is None or not state.earlier.passages:
            return None
        found = await self.store.search.get_passages(
            state.earlier.passages[-1:], asker=state.request.asker
        )
        return found[0] if found else None

    async def _meant(self, state: AnswerState) -> str | None:
        """Return the document that is meant: named, cited before, or added last."""
        asker = state.request.asker
        if state.intent.rest:
            if named := await self.catalogue.find(asker, state.intent.rest):
                return named[0].document_id
            return await self._calling_itself(state.intent.rest, asker)
        cited = state.earlier.documents if state.earlier is not None else ()
        if cited and not state.intent.is_newest:
            return cited[0]
        newest = await self.catalogue.newest(asker)
        return newest.document_id if newest else None

    async def _calling_itself(self, words: str, asker: int | None) -> str | None:
        """Return the newest document that calls itself so as it begins: "News from the hall"."""
        wanted = content_words(words)
        page = await self.store.documents.list_documents(asker=asker, limit=_MOST_BEGINNINGS)
        for one in page.documents if wanted else ():
            search = self.store.search
            first = await search.document_passages(one.document_id, asker=asker, limit=1)
            if first and means(wanted, first[0].text[:_BEGINNING]):
                return one.document_id
        return None

    async def _passages(self, state: AnswerState, document_id: str) -> tuple[Passage, ...]:
        return await self.store.search.document_passages(
            document_id, asker=state.request.asker, limit=_MOST_READ
        )

    def _tables(self, passages: Sequence[Passage], speech: str | None) -> list[Line]:
        """Tell of each table what its columns are and how many rows it has, by its first row."""
        rows = [row for passage in passages for row in read_rows(passage)]
        lines: list[Line] = []
        for table in same_table(rows, passages)[:_TABLES]:
            first = table.rows[0]
            names = table.columns if not table.form else [row.cells[0].name for row in table.rows]
            said = self.phrases.say(
                "about-table",
                speech,
                columns=", ".join([name for name in names if name][:_COLUMNS]),
                count=len(table.rows),
            )
            called = f"{first.heading.split(BETWEEN)[-1]}: " if first.heading else ""
            lines.append(Line(Quote(first.passage, first.span), called + said))
        return lines

    def _facts(self, card: DocumentCard, speech: str | None) -> str:
        return self.phrases.say(
            "about-facts",
            speech,
            kind=card.kind,
            pages=card.pages or 0,
            language_code=card.language,
            date=card.added_at.date(),
        )


def under_headings(quotes: Sequence[Quote], title: str) -> list[Line]:
    """Return quotes with the heading that each stands under: what is not covered is told so."""
    lines: list[Line] = []
    for quote in quotes:
        heading = place_at(quote.passage, quote.span.start).heading or ""
        own = heading.split(BETWEEN)[-1].rstrip(" .:")
        is_title = not own or content_words(own) == content_words(title)
        words = " ".join(quote.text.split())
        lines.append(Line(quote) if is_title else Line(quote, f"{own}: {words}"))
    return lines


def _is_within(quote: Quote, whole: Quote) -> bool:
    is_there = whole.span.start <= quote.span.start < whole.span.end
    return is_there and quote.passage.id == whole.passage.id


def in_order(lines: Sequence[Line]) -> list[Line]:
    """Return lines, each with a quote, as what they quote stands in the document."""
    return sorted(lines, key=_place_of)


def _place_of(line: Line) -> tuple[int, int]:
    assert line.quote is not None
    return line.quote.passage.passage_idx, line.quote.span.start


def _quoted(passage: Passage, quotes: Sequence[str]) -> list[Quote]:
    """Return those of the quotes that stand in a passage; all of it where none does."""
    starts = [(passage.text.find(quote), len(quote)) for quote in quotes if quote]
    spans = [Span(at, at + length) for at, length in starts if at >= 0]
    return [Quote(passage, span) for span in spans or [Span(0, len(passage.text))]]


def _rest_of(passage: Passage, quotes: Sequence[str]) -> Quote | None:
    """Return what stands in a passage behind the last quote of it; None: all of it was read out."""
    if any(anchor.row is not None for anchor in passage.anchors):
        return None
    ends = [at + len(quote) for quote in quotes if quote and (at := passage.text.find(quote)) >= 0]
    end = max(ends, default=len(passage.text))
    rest = passage.text[end:]
    start = end + len(rest) - len(rest.lstrip(" \n.,;:!?…»”)"))
    return Quote(passage, Span(start, len(passage.text))) if rest.strip(" \n.,;:!?…»”)") else None


def _headings(passages: Sequence[Passage]) -> list[str]:
    """Return the first two storeys of headings, in reading order, each once."""
    found: dict[str, None] = {}
    for passage in passages:
        for anchor in passage.anchors:
            if anchor.heading:
                found[anchor.heading.split(BETWEEN)[-1]] = None
    return list(found)


def _outline(passages: Sequence[Passage], title: str) -> list[str]:
    """Return headings to tell a document by: the first storey where two are too many."""
    paths = [anchor.heading for passage in passages for anchor in passage.anchors if anchor.heading]
    top = list(dict.fromkeys(path.split(BETWEEN)[0] for path in paths))
    all_of_them = _headings(passages)
    found = all_of_them if len(all_of_them) <= _OUTLINE or len(top) < _FEWEST_TOP else top
    return [name for name in found if fold(name) != fold(title) and not is_contents(name)][
        :_OUTLINE
    ]


def _of_section(passage: Passage, wanted: str) -> list[Quote]:
    """Return what of a passage stands under a heading of this number or these words."""
    starts = [anchor.at for anchor in passage.anchors]
    ends = [*starts[1:], len(passage.text)]
    found: list[Span] = []
    for anchor, start, end in zip(passage.anchors, starts, ends, strict=True):
        if not any(
            _is_called(heading, wanted) for heading in (anchor.heading or "").split(BETWEEN)
        ):
            continue
        if found and found[-1].end == start:
            found[-1] = Span(found[-1].start, end)
        else:
            found.append(Span(start, end))
    return [Quote(passage, span) for span in found if passage.text[span.start : span.end].strip()]


def _is_called(heading: str, wanted: str) -> bool:
    """Say whether a heading has this number or these words."""
    name, words = fold(heading), content_words(wanted)
    numbered = name.lstrip("§ ").split(" ")[0].rstrip(".)") == wanted
    return bool(heading) and (numbered or bool(words and words <= content_words(name)))


def _read_out(
    state: AnswerState, passages: Sequence[Passage], document_id: str
) -> AnswerState | None:
    quotes = [Quote(passage, Span(0, len(passage.text))) for passage in passages]
    title = passages[0].title or "" if passages else ""
    return _said(state, [Line(quote, _as_it_stands(quote)) for quote in quotes], document_id, title)


def _as_it_stands(quote: Quote) -> str:
    """Return quoted words line by line, so that a heading does not run into what it heads."""
    lines = (" ".join(line.split()) for line in quote.text.split("\n"))
    return "\n".join(filter(None, lines))


def _said(state: AnswerState, lines: Sequence[Line], document_id: str, title: str) -> AnswerState:
    cited = cite_lines(lines)
    passages = tuple(line.quote.passage.id for line in lines if line.quote)
    return replace(
        state,
        text=cited.text,
        aside=cited.aside,
        citations=cited.citations,
        choices=(Choice(document_id, title),),
        exchange=replace(_about(state, cited.text, document_id, title), passages=passages),
    )


def _about(state: AnswerState, text: str, document_id: str, title: str) -> Exchange:
    """Return what a follow-up may lean on; the answer goes with the document, quoted or not."""
    return Exchange(
        "",
        text,
        subject=(title,) if title else (),
        documents=(document_id,),
        kind=state.intent.kind,
    )


def _gives_reason(quote: str) -> bool:
    """Say whether a sentence tells why: "because", «потому что»."""
    return any(holds(asked_kind(why), quote, why) > 0 for why in ("why?", "почему?"))
