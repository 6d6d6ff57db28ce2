"""What tables answer: the cells, what a column comes to, what a table has nothing about."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.answer.quoting.beside import points_back
from pipelines.answer.quoting.found import Found, Told, crosses, evidence_of
from pipelines.answer.quoting.prose import told_sentences
from pipelines.answer.quoting.said_before import is_said_in_prose
from pipelines.answer.quoting.tables.beside_cells import (
    are_of_other_things,
    are_prices_alone,
    is_told_better,
    is_told_of,
    tells_of_year,
)
from pipelines.answer.quoting.tables.told_cells import told_by
from pipelines.answer.quoting.tables.told_rows import told_of_row
from pipelines.answer.scoring import Scoring
from pipelines.models.answers import Passage
from pipelines.models.documents import TokenVectors
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.questions.anchors import Anchor, is_declined, missing, with_points
from pipelines.nodes.questions.follow_up.tokens import tokens_of
from pipelines.nodes.tables.aggregates.of_told import of_told_rows
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.amounts.written import with_unit, written_number
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import Line as TableLine
from pipelines.nodes.tables.answered import TableAnswer, in_money
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.filters.periods import asked_period
from pipelines.nodes.tables.heads import TableHead, heads_of_tables, table_of, with_notes
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.parties.family import family_of
from pipelines.nodes.tables.rivals import (
    MOST_ITEMS,
    is_empty,
    is_exact,
    is_of_another,
    not_overruled,
    tells_hours_alone,
    with_alike,
    with_thing,
)
from pipelines.nodes.tables.sheets import of_this_sheet, over_sheets
from pipelines.nodes.tables.words.evidence import is_made_of, terms_of
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import FREE_OF, fold_in_place
from pipelines.nodes.text.dictionary import part_of_speech
from pipelines.nodes.text.numbers import ordinal_of
from pipelines.nodes.text.words import content_words, fold
from pipelines.ports import Phrasebook

_TABLES = 2  # that are looked at, of the best passages
_TABLES_WIDE = 6  # that are looked at besides
_FAR, _FAR_CELL = 0.9, 0.75  # confidence, from which on a table that is not near may answer
_FEW_ROWS = 3  # of a table that is not near, whose cells may answer as one does
_MOST_LACKED = 4  # words of what is said to be lacking: more are a question of their own
_LOOKED_AT = 3  # passages from the top, in which a table is looked for
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SAID = 0.1  # of confidence, for another cell of the row that a follow-up goes on from
_FOREIGN = 0.15  # of confidence, below a table in the language of the question, or of what is on
_SHEETS = 4  # of a document, of which one is near the question
_COMPARED = 400  # passages of a table
_MOST_LISTED = 40  # cells, where all of a column are asked for


@dataclass(frozen=True, slots=True)
class Cells:
    """What tables are read with; `speech` is the language numbers are written in."""

    scoring: Scoring
    phrases: Phrasebook
    speech: str | None

    async def tell(
        self, found: Found, wide: Sequence[Passage], asker: int | None, *, least: float
    ) -> Told | None:
        """Look the answer up in the tables that the best passages are rows of.

        That a table lacks something counts only if it is the best passage's, and none has it.
        Where passages are found with less confidence than `least`, or not near the question at
        all (`wide`), only an answer beyond doubt counts.
        """
        answers, beside = await self._answers(found, wide, asker, least)
        if not answers:
            return None
        best = max(
            not_overruled(answers, found.question),
            key=lambda one: (
                bool(one.lines),
                not is_empty(one),
                one.confidence + _preferred(one, found),
                one.is_list * len(one.lines),
            ),
        )
        if is_said_in_prose(found, best) or await asyncio.to_thread(
            is_told_better, found, best, least
        ):
            return None
        best = with_alike(best, [*answers, *beside])
        best = over_sheets(best, [*answers, *beside], found.question)
        if best.aggregate:
            return self._computed(told_by(best), best.aggregate)
        is_row = len(best.lines) == 1 and best.lines[0].cell is None
        if is_row and not (best.is_list or best.lines[0].empty):
            row = best.lines[0].row
            if lines := told_of_row(found.own.question, Quote(row.passage, row.span)):
                return replace(told_by(best), lines=tuple(lines))
        told = told_by(self._in_words(replace(best, lines=best.lines[:_MOST_LISTED])))
        shown = {id(line.row) for line in best.lines[:_MOST_LISTED]}
        left = {id(line.row) for line in best.lines} - shown
        cells = [line for line in told.lines if not line.is_aside]
        folded = told.lines[len(cells) :]
        return replace(told, lines=(*cells, *self._more(len(left)), *folded))

    async def _answers(
        self, found: Found, wide: Sequence[Passage], asker: int | None, least: float
    ) -> tuple[list[TableAnswer], list[TableAnswer]]:
        """Return what tables answer, and what those that are not near may add to it."""
        answers: list[TableAnswer] = []
        beside: list[TableAnswer] = []
        is_sure = found.confidence >= least
        near = heads_of_tables([*_said_in(found), *found.passages[:_LOOKED_AT]], _TABLES)
        further = heads_of_tables([*wide, *found.passages[_LOOKED_AT:]], _TABLES_WIDE)
        heads = list({head.table: head for head in (*further, *near)}.values())
        near = with_further(near, further, found)
        heads.sort(key=lambda head: head not in near)
        for head in heads:  # more come while they are read
            passage = head.passage
            around = await self.scoring.whole_table(passage, asker)
            left = [p for p in around if (p.document_id, p.passage_idx) in found.left_out]
            whole = [p for p in around if p not in left]
            if head in near:
                seen = {other.table for other in heads}
                beside_it = heads_of_tables(whole, _SHEETS)
                heads += [other for other in beside_it if other.table not in seen]
            unread = [p.id for p in _nearest(whole, passage) if p.id not in found.vectors]
            vectors = {**found.vectors, **await self.scoring.token_vectors(unread, asker)}
            headings = _headings_beside(head, (*heads, *heads_of_tables(whole, len(whole))))
            work = found, head, whole, vectors, headings
            answer, caption = await asyncio.to_thread(_look_up, *work)
            is_first = passage in found.passages[:1]
            if answer is None or not (answer.lines or is_first or _lacks_year(answer, found)):
                continue
            if answer.aggregate and is_of_table(left, head):  # no sum of all rows but one
                continue
            if are_prices_alone(found.question, answer) or are_of_other_things(found, answer):
                continue
            standing = with_thing(_standing(answer, found, caption), found.question, whole)
            standing = with_notes(standing, head, whole)
            lacking = standing.missing
            is_own = lacking is not None and (lacking is answer.missing or lacking.by_kind)
            is_told = lacking and is_own and is_told_of(lacking, passage, found)
            is_told = is_told or (lacking and tells_of_year(lacking, found))
            if lacking and (is_told or _is_there(lacking) or _names_nothing(lacking)):
                continue
            is_near = head in near
            counts = is_sure or is_exact(standing) or standing.missing is not None
            if (is_near and counts) or _is_of_whole(standing, found):
                answers.append(standing)
            elif is_exact(standing):
                beside.append(standing)
        return answers, beside

    def _computed(self, told: Told, computed: Computed) -> Told:
        """Write what a column comes to, and fold what it was computed from."""
        if computed.kind in ("smallest", "largest"):
            lines = told.lines
        else:
            first = (computed.rows or computed.used)[0]
            said = self._said(computed)
            cells = [line for line in told.lines if not line.is_aside]
            rows = [replace(line, is_aside=True, is_item=True) for line in cells]
            lines = (Line(Quote(first.passage, first.span), said), *rows[:MOST_ITEMS])
            lines += tuple(self._more(len(rows) - MOST_ITEMS))
        sources = [Line(None, said, is_aside=True) for said in self._sources(computed)]
        return replace(told, lines=(*lines, *sources))

    def _in_words(self, answer: TableAnswer) -> TableAnswer:
        """Say of the rows that have nothing in the column that is asked for that this is so."""
        lines = (
            replace(one, value=self.phrases.say("cell-empty", self.speech, cell=one.label))
            if one.empty
            else one
            for one in answer.lines
        )
        return replace(answer, lines=tuple(lines))

    def _more(self, count: int) -> Iterator[Line]:
        """Say how many rows are not shown of those that went in."""
        if count > 0:
            yield Line(
                None, self.phrases.say("computed-more", self.speech, count=count), is_aside=True
            )

    def _said(self, computed: Computed) -> str:
        """Say what a column comes to, and of how many rows."""
        like = [cell.value for row in computed.used for cell in row.cells]
        if not computed.is_across and computed.kind != "difference":
            like = [cell.value for row in computed.used if (cell := row.cell(computed.column))]
        value = written_number(computed.value, computed.unit, self.speech, like)
        if phrase := _phrase_of(computed):
            column, count = computed.column, len(computed.used)
            return self.phrases.say(phrase, self.speech, column=column, count=count, value=value)
        return f"{computed.column}: {value}" if computed.column else value

    def _sources(self, computed: Computed) -> list[str]:
        """Say how many rows went in, unless that is said already, and how many did not."""
        said = []
        is_of_one = len({id(row) for row in computed.used}) == 1 < len(computed.used)
        is_told = computed.kind in ("difference", "party") or is_of_one
        if not (_phrase_of(computed) or is_told):
            count = len(computed.used)
            said.append(self.phrases.say("computed-from", self.speech, count=count))
        if without := len(computed.skipped):
            said.append(self.phrases.say("computed-without", self.speech, count=without))
        return said


def _phrase_of(computed: Computed) -> str | None:
    """Return the phrase for what a column comes to; None where the value alone is shown."""
    match computed.kind:
        case "sum":
            return "computed-sum-across" if computed.is_across else "computed-sum"
        case "average":
            return "computed-average-across" if computed.is_across else "computed-average"
        case "count" if computed.condition:
            return "computed-fulfilled"
        case "count":
            return "computed-count"
        case _:
            return None


def is_of_best(head: TableHead, found: Found) -> bool:
    """Say whether a table stands in the document of the best passage, in the question's language.

    In another one words stand for each other too loosely.
    """
    is_there = [p.document_id for p in found.passages[:1]] == [head.passage.document_id]
    return is_there and not crosses(found, head.passage)


def is_of_table(passages: Sequence[Passage], head: TableHead) -> bool:
    """Say whether one of some passages is a row of a table."""
    return any(one.table == head.table for one in heads_of_tables(passages, len(passages)))


def _said_in(found: Found) -> list[Passage]:
    """Return the passages that hold what was quoted to the question that this one goes on from."""
    return [p for p in found.passages if any(said in p.text for said in found.said)]


def _nearest(whole: Sequence[Passage], to: Passage) -> list[Passage]:
    """Return the passages of a long table that are compared by vectors, too: those around one."""
    ordered = sorted(whole, key=lambda passage: abs(passage.passage_idx - to.passage_idx))
    return ordered[:_COMPARED]


def with_further(
    near: Sequence[TableHead], further: Sequence[TableHead], found: Found
) -> list[TableHead]:
    """Return the tables that are near a question, and those of others that are as good.

    Those in the document of the best passage; and one in the language of the question, where all
    that are near are in another.
    """
    joined = [*near, *(head for head in further if is_of_best(head, found))]
    if joined and all(crosses(found, head.passage) for head in joined):
        joined += [head for head in further if not crosses(found, head.passage)][:1]
    return joined


def _preferred(answer: TableAnswer, found: Found) -> float:
    """Return what an answer has beyond its confidence, or lacks: foreign, or of hours alone."""
    is_foreign = all(crosses(found, line.row.passage) for line in answer.lines)
    is_of_hours = tells_hours_alone(answer, found.question)
    return _SAID * _is_of_said(answer, found) - _FOREIGN * (is_foreign + is_of_hours)


def _is_of_said(answer: TableAnswer, found: Found) -> bool:
    """Say whether it is another cell of the row that was quoted before."""
    return any(line.row.text in found.said for line in answer.lines)


def _is_of_whole(answer: TableAnswer, found: Found) -> bool:
    """Say whether a table that is not near the question answers it as a whole beyond doubt.

    What is asked of a column is near to no row of it; what names a row or a few, and a column, is
    surer.
    """
    is_of_column = answer.aggregate is not None or answer.is_list
    is_told = is_exact(answer) or (answer.is_list and _are_verbs(answer.unmatched))
    rows = {line.row.text for line in answer.lines}
    is_cell = len(rows) <= _FEW_ROWS and all(_is_named(line, found) for line in answer.lines)
    least = _FAR_CELL if is_cell else _FAR
    return is_told and (is_of_column or answer.confidence >= least)


def _are_verbs(words: Sequence[str]) -> bool:
    """Say whether words only say what somebody does on the days that cells tell: «катаются»."""
    return all(part_of_speech(fold(word)) == "VERB" for word in words)


def _is_named(line: TableLine, found: Found) -> bool:
    """Say whether a cell's row is called by a word of the question as it is written."""
    if not (line.cell or line.empty) or crosses(found, line.row.passage):
        return False
    return not content_words(found.question).isdisjoint(content_words(line.key))


def _headings_beside(head: TableHead, heads: Iterable[TableHead]) -> frozenset[str]:
    """Return the headings of the other tables of a document."""
    document, own = head.table
    others = (one.heading for one in heads if one.table[0] == document)
    return frozenset(heading for heading in others if heading and heading != own)


def _look_up(
    found: Found,
    head: TableHead,
    whole: Sequence[Passage],
    vectors: Mapping[int, TokenVectors],
    headings: frozenset[str],
) -> tuple[TableAnswer | None, str]:
    """Return what a table answers, and the line that stands over it.

    Args:
        headings: of the other tables of the document.
    """
    table = table_of(head, whole)
    if table is None or is_of_another(table, headings, found.question):
        return None, ""
    work = of_this_sheet(found.question, headings), found.query, table, vectors
    answer = answer_from_table(*work, language=found.language, today=found.today)
    is_carried = answer is not None and found.own.question != found.question
    own = of_named(answer, found.own.question) if answer and is_carried else answer
    if own and is_carried and points_back(found.own.question):
        own = of_told_rows(own, table, found.said)
    if own and own.aggregate:
        own = replace(own, aggregate=with_unit(own.aggregate, table))
    return own and in_money(own, table), table.caption


def of_named(answer: TableAnswer, own: str) -> TableAnswer:
    """Leave out the rows that were only carried on, where others are named now: «а забор кто?»."""
    called = [content_words(line.label.split(", ")[0]) for line in answer.lines]
    now = content_words(own)
    if len(called) > 1:  # "plot" of "Plot 5" and "Plot 7" tells neither
        now -= frozenset.intersection(*map(frozenset, called))
    kept = tuple(line for line, words in zip(answer.lines, called, strict=True) if now & words)
    return replace(answer, lines=kept) if kept else answer


def _standing(answer: TableAnswer, found: Found, caption: str) -> TableAnswer:
    """Return an answer whose rows stand for what the question hangs on; else what is missing."""
    rows = {line.row.number: line.row for line in answer.lines}
    evidence = "\n".join(
        [*(row.text for row in rows.values()), *(row.heading or "" for row in rows.values())]
        + [evidence_of(row.passage) for row in list(rows.values())[:1] if answer.aggregate]
        + [caption, *(row.passage.title or "" for row in rows.values())]
        + [line.label if line.empty else line.value for line in answer.lines if not line.cell]
    )
    crossing = any(crosses(found, row.passage) for row in rows.values())
    compared = compared_with(answer, found.question)
    held = [
        anchor
        for anchor in found.anchors
        if not (ordinal_of(anchor.text) and _is_matched(anchor, answer))
        and anchor.text not in compared
    ]
    terms = terms_of(evidence)
    lacking = [
        anchor
        for anchor in missing(held, evidence, crosses=crossing)
        if not any(is_made_of(_without_free(anchor.text), term) for term in terms)
        and not any(_without_free(anchor.text) == term for term in terms)
    ]
    if not rows or not lacking:
        return answer
    present = [line.label.split(", ")[0] for line in answer.lines]
    return TableAnswer((), Missing(lacking[0].whole, "", tuple(present)), None, answer.confidence)


def _lacks_year(answer: TableAnswer, found: Found) -> bool:
    """Say whether a table has columns for years, and neither it nor prose tells of the one asked.

    A contract of that year, which is nearer to the question, tells no price.
    """
    lacking = answer.missing
    if lacking is None or lacking.column or not is_year(lacking.word):
        return False
    kind = asked_kind(found.question)
    return not any(
        lacking.word in evidence_of(one) and holds(kind, said, found.question) >= _HELD
        for one in found.passages
        for said in told_sentences(one)
    )


def _without_free(said: str) -> str:
    """Return what nothing has, of what is free of it: "gluten free"; folded."""
    folded = fold_in_place(said)
    free = [span.start for span in FREE_OF.find(folded) if span.end == len(folded)]
    return folded[: min(free, default=len(folded))].rstrip(" -")


def _is_there(lacking: Missing) -> bool:
    """Say whether what a table lacks is but another form of what it has: «нотного», «Нотный».

    Or the same words in another order: «белого ЛДСП», «ЛДСП белый W980».
    """
    words = content_words(lacking.word)
    return any(
        is_declined(lacking.word, present) or (len(words) > 1 and words <= content_words(present))
        for present in lacking.present
    )


def _names_nothing(lacking: Missing) -> bool:
    """Say whether what a table is said to lack is no name, but most of a question."""
    return len(lacking.word.split()) > _MOST_LACKED


def compared_with(answer: TableAnswer, question: str) -> frozenset[str]:
    """Return the numbers and dates that cells were compared with: they need stand nowhere.

    Nor need the ages of those who come, by which their rows were found.
    """
    is_of_party = answer.aggregate is not None and answer.aggregate.kind == "party"
    is_compared = answer.aggregate.condition if answer.aggregate else answer.condition
    period = asked_period(question)
    spans = [one.span for one in asked_conditions(question)] if is_compared else []
    spans += [is_compared.span] if is_compared else []  # "for 40", of a band of prices
    spans += period.spans if period and period.side else ()
    spans += answer.within
    spans += [answer.condition.span] if answer.condition else []  # the hour of "after 9"
    spans += [span for one in family_of(question) for span in one.spans] if is_of_party else []
    said = (with_points(question)[span.start : span.end] for span in spans)
    return frozenset(token.text for one in said for token in tokens_of(one, fragment=True))


def _is_matched(anchor: Anchor, answer: TableAnswer) -> bool:
    """Say whether the table has something for a word: "first visit" is «Первичный приём»."""
    return not content_words(anchor.text) & content_words(" ".join(answer.unmatched))
