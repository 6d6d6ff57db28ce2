"""Compose an answer without a language model: cells, sentences, what is missing, who disagrees.

What a reading found is looked at as a table first, then as prose. Either way a question that
hangs on something is only answered where that stands; otherwise the answer says what is there.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from babel.dates import format_date
from babel.numbers import format_decimal

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.answering.asked import asked_kind, holds
from pipelines.nodes.answering.cite import Line, Quote, place_at
from pipelines.nodes.answering.disagree import Disagreement, date_of, disagreement
from pipelines.nodes.answering.extract_answer import (
    Extract,
    ExtractionRules,
    extract,
    rank_sentences,
)
from pipelines.nodes.answering.gather import (
    asks_for_several,
    innermost_heading,
    items_beside,
    of_section,
)
from pipelines.nodes.questions.anchors import Anchor, anchors_of, missing, names_in
from pipelines.nodes.questions.follow_up import strip_back, tokens_of
from pipelines.nodes.questions.unsupported import unsupported_share
from pipelines.nodes.tables.answer import Line as TableLine
from pipelines.nodes.tables.answer import TableAnswer, answer_from_table
from pipelines.nodes.tables.arithmetic import Computed
from pipelines.nodes.tables.match import Missing
from pipelines.nodes.tables.rows import Table, read_rows, same_table
from pipelines.nodes.text.words import content_words
from pipelines.ports import Phrasebook

_TABLES = 2  # that are looked at, of the best passages
_TABLES_WIDE = 4  # that are looked at besides, where a whole column is asked for
_LOOKED_AT = 3  # passages from the top, in which a table is looked for
_LONGEST_TABLE = 200  # passages
_ROWS_FOLDED = 6  # beneath the cells taken from them
_MOST_ITEMS = 12  # of a list
_MOST_NAMES = 2  # that a follow-up may lean on
_SURE = 0.52  # confidence from which on words that are missing tell nothing
_BESIDE = 0.5  # share of the question that the best passage does not stand for
_COMPARED = 8  # sentences among which one may say otherwise than the best


@dataclass(frozen=True, slots=True)
class Told:
    """What is said to one question."""

    lines: tuple[Line, ...] = ()
    subject: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()  # what the question hangs on and the base has nothing about
    there: tuple[str, ...] = ()  # what it has of the same kind

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be quoted."""
        return not self.lines


@dataclass(frozen=True, slots=True)
class _Prose:
    """What sentences answer."""

    extract: Extract | None = None
    disagreement: Disagreement | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Own:
    """What of a question was written now: nothing carried on may answer in its place."""

    question: str
    query: QueryEmbedding


@dataclass(frozen=True, slots=True)
class _Found:
    """What is at hand for one question."""

    question: str
    anchors: Sequence[Anchor]
    language: str
    query: QueryEmbedding
    passages: Sequence[Passage]
    vectors: Mapping[int, TokenVectors]
    own: _Own
    said: Sequence[str] = ()  # what was quoted before, and is not what is asked now
    confidence: float = 0.0  # of the reading


@dataclass(frozen=True, slots=True)
class Composing:
    """What answers are composed with; `speech` is the language they are framed in."""

    scoring: Scoring
    phrases: Phrasebook
    speech: str | None

    async def tell(self, reading: Reading, state: AnswerState, *, is_sure: bool = True) -> Told:
        """Answer one question from the passages that its reading remembers.

        Where it is not sure that they hold an answer, only a table that is asked as a whole does:
        none of its rows needs to be near the question.
        """
        asker = state.request.asker
        ids = [hit.id for hit in reading.hits]
        passages, vectors, query = await asyncio.gather(
            self.scoring.read_hits(reading.hits, asker),
            self.scoring.token_vectors(ids, asker),
            self.scoring.embedder.embed_query(reading.question),
        )
        hangs_on = (
            *anchors_of(reading.question, state.language),
            *map(Anchor.named, reading.hangs_on),
        )
        said = state.earlier.quotes if reading.is_carried and state.earlier else ()
        own = await self.scoring.embedder.embed_query(reading.own) if reading.is_carried else query
        found = _Found(
            reading.question,
            hangs_on,
            state.language,
            query,
            passages,
            vectors,
            own=_Own(reading.own if reading.is_carried else reading.question, own),
            said=said,
            confidence=reading.confidence,
        )
        wide = await self.scoring.read_hits(reading.for_tables, asker)
        cells = await self._from_tables(found, wide, asker, is_sure=is_sure)
        if cells is not None or not is_sure:
            return cells or Told()
        prose = await asyncio.to_thread(_read_prose, found)
        if prose.extract is None or not prose.extract.answers:
            return Told(missing=prose.missing)
        several = await self._several(found, prose.extract.answers[0], asker)
        return several or self._told(found, prose.extract, prose.disagreement)

    def _told(self, found: _Found, extract: Extract, disagreement: Disagreement | None) -> Told:
        """Put the best sentence first, or both that disagree, and fold what leads to it."""
        best, *others = extract.answers
        lines = [Line(best, _headed(found.question, best)), *map(Line, others)]
        if disagreement is not None:
            newer, older = disagreement.newer, disagreement.older
            heading = Line(None, self.phrases.say("conflict-heading", self.speech))
            lines = [heading, *self._dated("newer", newer), *self._dated("older", older)]
        told = [line.quote for line in lines]
        context = [quote for quote in extract.context if quote not in told]
        lines += [Line(quote, is_aside=True) for quote in context]
        return Told(tuple(lines), subject=_subject(found.question, best))

    def _dated(self, which: str, quote: Quote) -> list[Line]:
        """Write a quote with the date it is of before it, where that is known."""
        words = " ".join(quote.text.split())
        if (dated := date_of(quote)) is None:
            return [Line(quote, words, is_item=True)]
        written = format_date(dated, "d MMMM y", locale="ru" if self.speech == "ru" else "en")
        said = self.phrases.say(f"conflict-{which}", self.speech, date=written)
        return [Line(quote, f"{said}: {words}", is_item=True)]

    async def _several(self, found: _Found, best: Quote, asker: int | None) -> Told | None:
        """List what a section says, or the items beside the best one, where all are asked for."""
        if not asks_for_several(found.question):
            return None
        around = await self._around(best.passage, asker)
        quotes = await asyncio.to_thread(of_section, found.question, best, around)
        quotes = quotes or items_beside(best, around)
        if len(quotes) < 2:
            return None
        lines = [Line(quote, is_item=True) for quote in quotes[:_MOST_ITEMS]]
        return Told(tuple(lines), subject=_subject(found.question, best))

    async def _from_tables(
        self, found: _Found, wide: Sequence[Passage], asker: int | None, *, is_sure: bool
    ) -> Told | None:
        """Look the answer up in the tables that the best passages are rows of.

        That a table lacks something counts only if it is the best passage's, and none has it.
        """
        answers: list[TableAnswer] = []
        near = _heads_of_tables(found.passages[:_LOOKED_AT], _TABLES) if is_sure else []
        seen = {(head.document_id, _table_heading(head)) for head in near}
        further = [
            head
            for head in _heads_of_tables(wide, _TABLES_WIDE)
            if (head.document_id, _table_heading(head)) not in seen
        ]
        for passage in (*near, *further):
            whole = await self._around(passage, asker)
            unread = [p.id for p in whole if p.id not in found.vectors]
            vectors = {**found.vectors, **await self.scoring.token_vectors(unread, asker)}
            answer = await asyncio.to_thread(_look_up, found, passage, whole, vectors)
            if answer is None or not (answer.lines or passage in found.passages[:1]):
                continue
            standing = _standing(answer, found)
            if passage in near or _is_of_whole(standing):
                answers.append(standing)
        if not answers:
            return None
        best = max(answers, key=lambda answer: (bool(answer.lines), answer.confidence))
        if await asyncio.to_thread(_is_told_better, found, best):
            return None
        told = _told_by(best)
        return self._computed(told, best.aggregate) if best.aggregate else told

    def _computed(self, told: Told, computed: Computed) -> Told:
        """Write what a column comes to, and fold what it was computed from."""
        if computed.kind in ("smallest", "largest"):
            lines = told.lines
        else:
            first = (computed.rows or computed.used)[0]
            value = _number(computed.value, computed.unit, self.speech)
            said = f"{computed.column}: {value}" if computed.column else value
            cells = [replace(line, is_aside=True, is_item=True) for line in told.lines]
            rows = [line for line in cells if line.text][:_MOST_ITEMS]
            lines = (Line(Quote(first.passage, first.span), said), *rows)
        count = len(computed.used)
        source = Line(None, self.phrases.say("computed-from", self.speech, count=count))
        return replace(told, lines=(*lines, replace(source, is_aside=True)))

    async def _around(self, passage: Passage, asker: int | None) -> tuple[Passage, ...]:
        """Read the table that a passage is part of, as far as it goes."""
        first = max(0, passage.passage_idx - _LONGEST_TABLE // 2)
        around = await self.scoring.store.search.document_passages(
            passage.document_id, asker=asker, first=first, limit=_LONGEST_TABLE
        )
        # under the id it was found by, which is the id its vectors are kept by
        return tuple(passage if p.passage_idx == passage.passage_idx else p for p in around)


def _heads_of_tables(passages: Sequence[Passage], limit: int) -> list[Passage]:
    """Return one passage of each table, the best first."""
    heads: dict[tuple[str, str | None], Passage] = {}
    for passage in passages:
        if any(anchor.row is not None for anchor in passage.anchors):
            heads.setdefault((passage.document_id, _table_heading(passage)), passage)
    return list(heads.values())[:limit]


def _table_heading(passage: Passage) -> str | None:
    places = (place_at(passage, a.at) for a in passage.anchors if a.row is not None)
    return next((place.heading for place in places), None)


def _is_of_whole(answer: TableAnswer) -> bool:
    """Say whether a table that is not near the question answers it as a whole beyond doubt."""
    whole = answer.aggregate is not None or answer.is_list
    return bool(answer.lines) and whole and not answer.unmatched


def _look_up(
    found: _Found,
    passage: Passage,
    whole: Sequence[Passage],
    vectors: Mapping[int, TokenVectors],
) -> TableAnswer | None:
    table = _table_of(passage, whole)
    if table is None:
        return None
    return answer_from_table(found.question, found.query, table, vectors, language=found.language)


def _table_of(passage: Passage, whole: Sequence[Passage]) -> Table | None:
    rows = [row for one in whole for row in read_rows(one)]
    tables = same_table(rows, whole)
    return next((t for t in tables if any(row.passage.id == passage.id for row in t.rows)), None)


def _standing(answer: TableAnswer, found: _Found) -> TableAnswer:
    """Return an answer whose rows stand for what the question hangs on; else what is missing."""
    rows = {line.row.number: line.row for line in answer.lines}
    evidence = "\n".join(
        [*(row.text for row in rows.values()), *(row.heading or "" for row in rows.values())]
        + [evidence_of(row.passage) for row in list(rows.values())[:1] if answer.aggregate]
        + [row.passage.title or "" for row in rows.values()]
    )
    crosses = any("und" != found.language != row.passage.language for row in rows.values())
    lacking = missing(found.anchors, evidence, crosses=crosses)
    if not rows or not lacking:
        return answer
    present = [line.label.split(", ")[0] for line in answer.lines]
    return TableAnswer((), Missing(lacking[0].text, "", tuple(present)), None, answer.confidence)


def _told_by(answer: TableAnswer) -> Told:
    """Write cells as lines, with their rows folded beneath."""
    if answer.missing is not None:
        return Told(missing=(answer.missing.word,), there=answer.missing.present)
    subject = _named_by(answer.lines[0]) if answer.lines else ()
    lines = [_cell_line(line, is_item=len(answer.lines) > 1) for line in answer.lines]
    rows = dict.fromkeys(Quote(line.row.passage, line.row.span) for line in answer.lines)
    if any(line.cell is not None for line in answer.lines):
        lines += [Line(quote, is_aside=True) for quote in list(rows)[:_ROWS_FOLDED]]
    return Told(tuple(lines), subject=subject)


def _named_by(line: TableLine) -> tuple[str, ...]:
    """Return what a follow-up may be about: the value, if it is a name, and the row's key."""
    name = f", {line.cell.name}" if line.cell is not None else ""
    key = line.label.removesuffix(name)
    is_name = line.cell is not None and not any(map(str.isdigit, line.value))
    return (line.value, key) if is_name else (key,)


def _subject(question: str, best: Quote) -> tuple[str, ...]:
    """Return what a follow-up may be about: who or what the answer names, if that was asked."""
    if asked_kind(question).name not in ("who", "named"):
        return ()
    asked = content_words(question)
    names = [name for name in names_in(best.text) if not content_words(name) & asked]
    return tuple(names[:_MOST_NAMES])


def _cell_line(line: TableLine, *, is_item: bool) -> Line:
    quote = Quote(line.row.passage, line.row.span)
    said = f"{line.label}: {line.value}" if line.cell is not None else line.value
    return Line(quote, " ".join(said.split()), is_item=is_item)


def _number(value: Decimal, unit: str, language: str | None) -> str:
    """Write an exact number as the language does."""
    locale = language if language in ("ru", "de", "es", "zh") else "en"
    return f"{format_decimal(value, locale=locale, decimal_quantization=False)} {unit}".strip()


def _read_prose(found: _Found) -> _Prose:
    """Quote sentences of those passages that stand for what the question hangs on."""
    anchors = [a for a in found.anchors if a.kind != "name" or found.confidence < _SURE]
    lacking = [_lacking(anchors, passage, found.language) for passage in found.passages]
    standing = [p for p, less in zip(found.passages, lacking, strict=True) if not less]
    if anchors and not standing:
        return _Prose(missing=_nowhere(anchors, lacking))
    work = found.question, found.query, standing, found.vectors
    extracted = extract(*work, language=found.language)
    if extracted.answers and _is_beside(found, extracted.answers[0].passage):
        return _Prose()
    ranked = rank_sentences(*work, ExtractionRules(max_sentences=_COMPARED))
    extracted = _beyond(found, extracted, ranked)
    return _Prose(extracted, disagreement(found.question, ranked))


def _beyond(found: _Found, extracted: Extract, ranked: Sequence[Quote]) -> Extract:
    """Put something new before what was quoted to the question that this one goes on from.

    What was quoted stays where it names what is asked for now.
    """
    if not extracted.answers or extracted.answers[0].text not in found.said:
        return extracted
    asked = content_words(
        " ".join(token.text for token in tokens_of(strip_back(found.own.question)))
    )
    if asked and asked <= content_words(extracted.answers[0].text):
        return extracted
    kind = asked_kind(found.question)
    new = [quote for quote in ranked if quote.text not in found.said]
    telling = [quote for quote in new if holds(kind, quote.text, found.question)] or new
    if not telling:
        return extracted
    return Extract(tuple(telling[:1]), (*extracted.answers, *extracted.context))


def _is_told_better(found: _Found, cells: TableAnswer) -> bool:
    """Say whether a sentence tells what is asked with words that no cell stands for."""
    if not cells.lines or not cells.unmatched or cells.aggregate:
        return False
    prose = _read_prose(found)
    if prose.extract is None or not prose.extract.answers:
        return False
    best = prose.extract.answers[0]
    lacked = content_words(" ".join(cells.unmatched))
    is_row = best.passage.id in {line.row.passage.id for line in cells.lines}
    return (
        not is_row
        and bool(lacked)
        and lacked <= content_words(evidence_of(best.passage))
        and bool(holds(asked_kind(found.question), best.text, found.question))
    )


def _is_beside(found: _Found, passage: Passage) -> bool:
    """Say whether a passage is about something else than the question, in the same tone."""
    if found.confidence >= _SURE:
        return False
    if "und" != found.language != passage.language != "und":
        return False
    vectors = found.vectors.get(passage.id)
    evidence = evidence_of(passage)
    return unsupported_share(found.own.question, found.own.query, evidence, vectors) >= _BESIDE


def _headed(question: str, quote: Quote) -> str:
    """Return a quote with its heading before it, where that says what is asked for; else ""."""
    heading = innermost_heading(place_at(quote.passage, quote.span.start))
    kind = asked_kind(question)
    if not heading or holds(kind, quote.text, question):
        return ""
    asked = content_words(next((t.text for t in tokens_of(question)), ""))
    is_of_it = bool(asked & content_words(heading) - content_words(quote.text))
    if is_of_it or holds(kind, heading, question):
        return f"{heading}: {' '.join(quote.text.split())}"
    return ""


def _lacking(anchors: Sequence[Anchor], passage: Passage, language: str) -> tuple[Anchor, ...]:
    """Return what of a question a passage does not stand for."""
    crosses = "und" != language != passage.language != "und"
    return missing(anchors, evidence_of(passage), crosses=crosses)


def _nowhere(anchors: Sequence[Anchor], lacking: Sequence[Sequence[Anchor]]) -> tuple[str, ...]:
    """Return what no passage stands for; if each stands somewhere, what the best one lacks."""
    nowhere = [a.text for a in anchors if all(a in less for less in lacking)]
    return tuple(nowhere or [anchor.text for anchor in lacking[0]])


def evidence_of(passage: Passage) -> str:
    """Return what a passage is read with: its headings, what its document is called."""
    headings = {place_at(passage, anchor.at).heading or "" for anchor in passage.anchors}
    named = (passage.title or "", passage.file_name or "", *headings)
    return "\n".join([passage.text, *named])
