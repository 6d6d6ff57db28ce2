"""Compose an answer without a language model: cells, sentences, what is missing, who disagrees.

What a reading found is looked at as a table first, then as prose. Either way a question that
hangs on something is only answered where that stands; otherwise the answer says what is there.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pipelines.answer.quoting.agenda import Agendas
from pipelines.answer.quoting.beside import (
    LEANS,
    beside_earlier,
    in_what_was_said,
    nearly_said,
    on_the_day,
    points_back,
)
from pipelines.answer.quoting.found import (
    Found,
    Own,
    Told,
    crosses,
    evidence_of,
    subject_of,
    without_shown,
    written_day,
)
from pipelines.answer.quoting.lines import (
    block_lines,
    clause_alone,
    headed,
    is_cut_off,
    led,
    listed,
    sentence,
    signed,
    whole_reply,
    with_denials,
)
from pipelines.answer.quoting.prose import Prose, read_in_doubt, read_rest
from pipelines.answer.quoting.run_in import behind_run_in
from pipelines.answer.quoting.said_before import hanging_on
from pipelines.answer.quoting.settled import settled
from pipelines.answer.quoting.tables.cells import Cells
from pipelines.answer.quoting.tables.told_rows import is_only_row, told_of_row
from pipelines.answer.quoting.weighing.things import is_beside_subject
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage
from pipelines.models.learning.rules import Rule
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.answering.disagree import date_of, sent_on
from pipelines.nodes.answering.fitting.members import body_asked_of, members_of
from pipelines.nodes.answering.fitting.proposals import is_only_proposed, with_outcome
from pipelines.nodes.answering.gather import (
    all_that_is_asked_for,
    all_told,
    asks_for_all,
    block_called,
    called,
    is_cut_off_list,
    names_block,
    of_paragraph,
    of_section,
    posed_by_heading,
    rule_for_others,
)
from pipelines.nodes.answering.meetings.dates import day_above
from pipelines.nodes.answering.meetings.minutes import (
    asked_of_minutes,
    not_of_voter,
    outcome_of,
    told_in_minutes,
)
from pipelines.nodes.answering.sentences.extract_answer import ExtractionRules, rank_sentences
from pipelines.nodes.answering.sentences.letters import (
    asked_of_letter,
    writers_of,
    written_out,
)
from pipelines.nodes.answering.sentences.references import left_to, points_on, with_antecedent
from pipelines.nodes.questions.anchors import Anchor, anchors_of, missing
from pipelines.nodes.questions.relative import with_dates
from pipelines.nodes.tables.rivals import MOST_ITEMS
from pipelines.ports import Phrasebook

_NEAREST = 0.6  # of `least`, from which on what comes closest is shown as no more than that
_MOST_NEAREST = 2  # sentences of it
_HAS_DIGIT = re.compile(r"\d")
_MOST_TAUGHT = 2  # sentences of a passage that people said is right


@dataclass(frozen=True, slots=True)
class Composing:
    """What answers are composed with.

    speech: the language they are framed in; least: confidence under which there is no answer.
    is_glimpse: what is composed is shown at most in passing, after a look at what may be.
    """

    scoring: Scoring
    phrases: Phrasebook
    speech: str | None
    least: float
    is_glimpse: bool = False

    async def tell(self, reading: Reading, state: AnswerState) -> Told:
        """Answer one question from the passages that its reading remembers.

        No item of a list is told without the lead that denies it.
        """
        told = await self._tell_leaning(reading, state)
        before = await self._above_lists(told.lines, state.request.asker)
        lines = signed(with_denials(told.lines, before))
        return replace(without_shown(told), lines=tuple(lines))

    async def _tell_leaning(self, reading: Reading, state: AnswerState) -> Told:
        """Answer one question; one that leans on the question before it, and has no answer, is
        shown what stands beside the answer to that.
        """
        found = await self._found(reading, state)
        told = await self._tell(found, reading, state)
        if not state.request.left_out:
            agendas = Agendas(self.scoring, self.phrases, self.speech)
            told = await agendas.tell(told, found, reading, state)
        told = told.of_rows_with(found.exchanged)
        if reading.is_guess:
            told = replace(told, missing=(), there=())
        exchanged = reading.hangs_on if told.missing and not told.lines else ()
        if near := await nearly_said(exchanged, state, self.scoring):
            return replace(told, lines=near, missing=(), is_nearest=True)
        if not _leans(reading, state):
            return told
        elsewhere = told.is_nearest or not _is_of_earlier(told, state)
        if said := await in_what_was_said(found.own, state, self.scoring, elsewhere=elsewhere):
            return Told(said, confidence=max(self.least, reading.confidence))
        if told.lines:
            return told
        beside = await beside_earlier(found.own, state, self.scoring)
        names_other = beside and not points_back(found.own.question)
        if not beside or (names_other and is_beside_subject(found, beside[0].quote)):
            return told
        return replace(told, lines=beside, missing=(), is_nearest=True)

    async def _tell(self, found: Found, reading: Reading, state: AnswerState) -> Told:
        asker = state.request.asker
        if reading.preferred and found.passages:
            return await asyncio.to_thread(_taught, reading.preferred, found)
        if state.request.left_out:
            rest = await asyncio.to_thread(read_rest, found, state.request.left_out)
            return Told(tuple(map(Line, rest)), confidence=found.confidence)
        wide = await self.scoring.handed_on(reading.for_tables, state)
        if (told := await self._of_table_or_minutes(found, wide, asker)) is not None:
            return told
        found, prose = await read_in_doubt(found, self.scoring, asker)
        if prose.best is not None:
            is_doubted = prose.is_doubted or is_only_row(found.own.question, prose.best)
            prose = await settled(replace(prose, is_doubted=is_doubted), self.scoring, asker)
        if prose.best is not None and names_block(found.question, prose.best):
            sure = max(prose.confidence, self.least)
            prose = replace(prose, confidence=sure, is_doubted=False)
        is_sure = prose.best is not None and prose.confidence >= self.least
        is_sure = is_sure and not prose.is_doubted
        if not is_sure and (told := await self._headed_so(found, asker)) is not None:
            return told
        if on_it := await on_the_day(found, prose.missing, self.scoring, asker):
            return Told(on_it, confidence=prose.confidence, is_nearest=True)
        near = self.least * (1.0 if is_beside_subject(found, prose.best) else _NEAREST)
        if prose.best is None or (prose.confidence < near and not prose.comes_near):
            is_sure = found.confidence >= self.least
            missed = await self._nowhere(found, prose.missing, asker) if is_sure else ()
            return _with_rule(found, Told(missing=missed, confidence=prose.confidence))
        is_of_minutes = asked_of_minutes(found.question) is not None  # which a meeting answers
        if prose.confidence < self.least or (prose.is_doubted and not is_of_minutes):
            best, *others = prose.extract.answers[:_MOST_NEAREST]
            behind = behind_run_in(found.question, best, prose.extract.ranked)
            alone = Line(*behind) if behind else Line(best)
            first = told_of_row(found.own.question, best) or [alone]
            nearest = signed([*first, *map(Line, others)])
            return Told(tuple(nearest), confidence=prose.confidence, is_nearest=True)
        if prose.disagreement is not None and prose.disagreement.is_within:
            found = replace(found, around=await self.scoring.around(prose.best.passage, asker))
        several = await self._several(found, prose.best, asker)
        before = await self._before(prose.best, asker)
        single = await asyncio.to_thread(self._told, found, prose, before)
        single = await self._with_day(single, found, prose.best, asker)
        told = several or await self._with_part(single, found, prose.best, asker)
        return replace(told, confidence=prose.confidence)

    async def _of_table_or_minutes(
        self, found: Found, wide: Sequence[Passage], asker: int | None
    ) -> Told | None:
        """Answer from a table, or else from minutes; these go first where votes are asked for."""
        if (told := await self._of_members(found, wide, asker)) is not None:
            return told
        asked = asked_of_minutes(found.question)
        if asked and asked.kind in ("voted", "voters", "voter"):
            told = await self._of_minutes(found, wide, asker)
        if told is not None:
            return told
        cells = Cells(self.scoring, self.phrases, self.speech)
        if (told := await cells.tell(found, wide, asker, least=self.least)) is not None:
            return _with_rule(found, told)
        told = await self._of_minutes(found, wide, asker)
        return told or await self._of_letters(found, wide, asker)

    async def _before(self, best: Quote, asker: int | None) -> str:
        """Return the text before the passage of a quote whose message may begin there; else ""."""
        return await self._above(best, asker) if is_cut_off(best) else ""

    async def _above(self, quote: Quote, asker: int | None) -> str:
        number = quote.passage.passage_idx - 1
        around = await self.scoring.around(quote.passage, asker)
        return next((one.text for one in around if one.passage_idx == number), "")

    async def _above_lists(self, lines: Sequence[Line], asker: int | None) -> dict[int, str]:
        """Return the texts before those passages that begin within a list, by their ids."""
        quotes = [line.quote for line in lines if line.quote is not None]
        cut = {quote.passage.id: quote for quote in quotes if is_cut_off_list(quote)}
        return {number: await self._above(quote, asker) for number, quote in cut.items()}

    async def _with_part(self, told: Told, found: Found, best: Quote, asker: int | None) -> Told:
        """Add what the best sentence leaves to another part: "listed in Schedule 1"."""
        if not points_on(best):
            return told
        around = await self.scoring.around(best.passage, asker)
        part = await asyncio.to_thread(left_to, found.question, best, around)
        first, *others = told.lines
        items = [Line(quote, is_item=True) for quote in part[:MOST_ITEMS]]
        return replace(told, lines=(first, *items, *others))

    async def _nowhere(
        self, found: Found, missed: Sequence[str], asker: int | None
    ) -> tuple[str, ...]:
        """Return what of that no text holds: what stands elsewhere is not said to be missing."""
        nowhere = []
        for anchor in found.anchors:
            if anchor.whole not in missed:
                continue
            is_named = anchor.kind in ("name", "word") and anchor.whole == anchor.text
            if not is_named or not await self.scoring.is_named(anchor, found.language, asker):
                nowhere.append(anchor.whole)
        return tuple(dict.fromkeys(nowhere))

    async def _found(self, reading: Reading, state: AnswerState) -> Found:
        """Read what a reading remembers."""
        asker, embedder = state.request.asker, self.scoring.embedder
        ids = [hit.id for hit in reading.hits]
        today = datetime.now(UTC).date()
        question = with_dates(reading.searched_for, today)
        language = state.language_of(reading)
        read = self.scoring.handed_on if self.is_glimpse else self.scoring.read_now
        passages, vectors, query = await asyncio.gather(
            read(reading.hits, state),
            self.scoring.token_vectors(ids, asker),
            embedder.embed_query(question),
        )
        own = Own(question, query)
        if reading.is_carried:
            written = reading.own_translation or reading.own
            own = Own(written, await embedder.embed_query(written))
        return Found(
            question,
            (
                *anchors_of(reading.searched_for, language),
                *(Anchor.named(one, language) for one in hanging_on(reading)),
            ),
            language,
            query,
            passages,
            vectors,
            own,
            quoted=state.earlier.quotes if state.earlier else (),
            put_in=() if reading.is_carried else reading.hangs_on,
            said=state.earlier.quotes if reading.is_carried and state.earlier else (),
            asked_before=state.earlier.question if state.earlier else "",
            confidence=reading.confidence,
            put=(reading.own or reading.question) if reading.translation else "",
            wording=reading.searched_for,
            left_out=reading.left_out,
            exchanged=reading.exchanged,
            today=today,
        )

    def _told(self, found: Found, prose: Prose, before: str = "") -> Told:
        """Put the best sentence first, or both that disagree, and fold what leads to it.

        An item of a list stands behind the words that lead to it, and several with all others.

        Args:
            before: the text before the passage of the best sentence.
        """
        best, *others = prose.extract.answers
        ended = outcome_of(best)
        clause = None if ended else clause_alone(found.question, best)
        said = sentence(clause, best) if clause else headed(found.question, best)
        said = f"{best.text.rstrip('.: ')}: {ended.text}" if ended else said
        whole = ended or clause or _whole(found, best)
        ranked = prose.extract.ranked
        if whole == best and (behind := behind_run_in(found.question, best, ranked)):
            whole, said = behind
        of_row = told_of_row(found.own.question, best) if whole == best else []
        lines = listed(prose.extract.answers, found.question) or [
            *(of_row or [Line(whole, said or (led(best) if whole == best else ""))]),
            *(
                Line(with_outcome(one), "" if with_outcome(one) != one else led(one))
                for one in others
                if not _overlap(whole, one)
            ),
        ]
        if prose.disagreement is not None:
            newer, older = prose.disagreement.newer, prose.disagreement.older
            key = "conflict-within" if prose.disagreement.is_within else "conflict-heading"
            heading = Line(None, self.phrases.say(key, self.speech))
            told_apart = (("newer", newer), ("older", older))
            lines = [heading, *(self._dated(which, one, found) for which, one in told_apart)]
        told = [line.quote for line in lines]
        leading = prose.extract.context
        context = [quote for quote in leading if quote not in told and not _holds(whole, quote)]
        context = [quote for quote in context if not _holds(quote, best)]
        context = [one for one in context if not is_only_proposed(found.question, one.text)]
        lines += [Line(quote, is_aside=True) for quote in context]
        return Told(tuple(signed(lines, before)), subject=subject_of(found.question, best))

    def _dated(self, which: str, quote: Quote, found: Found) -> Line:
        """Write a quote with the date it is of before it, where that is known."""
        words = " ".join(quote.text.split())
        dated = sent_on(quote, found.around) if found.around else date_of(quote, found.heads)
        if dated is None:
            return Line(quote, words, is_item=True)
        written = written_day(dated, self.speech)
        said = self.phrases.say(f"conflict-{which}", self.speech, date=written)
        return Line(quote, f"{said}: {words}", is_item=True)

    async def _of_minutes(
        self, found: Found, wide: Sequence[Passage], asker: int | None
    ) -> Told | None:
        """Say who was at a meeting, who was not, or what was decided, as its minutes do.

        The line that names who was there is near to no question: whatever was found may have it.
        """
        asked = asked_of_minutes(found.put) or asked_of_minutes(found.question)
        if asked is None:
            return None
        is_whole = asked.kind in ("absent", "present", "charged", "voter")
        passages = (*found.passages, *wide) if is_whole else found.passages
        for passage in _of_each_document(passages, found):
            around = await self.scoring.around(passage, asker)
            quotes = await asyncio.to_thread(told_in_minutes, asked, around)
            if quotes and not missing(not_of_voter(asked, found.anchors), evidence_of(passage)):
                is_list = len(quotes) > 1
                lines = [Line(quote, is_item=is_list) for quote in quotes[:MOST_ITEMS]]
                return Told(tuple(lines), confidence=max(found.confidence, self.least))
        return None

    async def _of_members(
        self, found: Found, wide: Sequence[Passage], asker: int | None
    ) -> Told | None:
        """Say who is in a committee, where a list names them."""
        body = body_asked_of(found.put) or body_asked_of(found.question)
        for passage in _of_each_document((*found.passages, *wide), found) if body else ():
            around = await self.scoring.around(passage, asker)
            if (members := await asyncio.to_thread(members_of, body, around)) is not None:
                return Told((Line(members),), confidence=max(found.confidence, self.least))
        return None

    async def _of_letters(
        self, found: Found, wide: Sequence[Passage], asker: int | None
    ) -> Told | None:
        """Say who wrote a letter, as it is signed."""
        matter = asked_of_letter(found.question)
        if matter is None:
            return None
        for passage in _of_each_document((*found.passages, *wide), found):
            around = await self.scoring.around(passage, asker)
            quotes = await asyncio.to_thread(writers_of, matter, around)
            if quotes and not missing(found.anchors, evidence_of(passage)):
                is_list = len(quotes) > 1
                lines = [Line(q, written_out(q), is_item=is_list) for q in quotes[:MOST_ITEMS]]
                return Told(tuple(lines), confidence=max(found.confidence, self.least))
        return None

    async def _with_day(self, told: Told, found: Found, best: Quote, asker: int | None) -> Told:
        """Put the day of a meeting before what it decided, where one asks when that was."""
        asked = asked_of_minutes(found.question)
        if asked is None or asked.kind != "dated":
            return told
        around = await self.scoring.around(best.passage, asker)
        day = await asyncio.to_thread(day_above, best, around)
        return replace(told, lines=(Line(day), *told.lines)) if day else told

    async def _several(self, found: Found, best: Quote, asker: int | None) -> Told | None:
        """List what a section says, or the items beside the best one, where all are asked for."""
        if not asks_for_all(found.question, best):
            return None
        around = await self.scoring.around(best.passage, asker)
        quotes = await asyncio.to_thread(all_told, found.question, best, around)
        if len(quotes) < 2:
            return None
        lines = [Line(quote, is_item=True) for quote in quotes[:MOST_ITEMS]]
        return Told(tuple(lines), subject=subject_of(found.question, best))

    async def _headed_so(self, found: Found, asker: int | None) -> Told | None:
        """List a section that is called as what all of is asked for: no sentence of it says so."""
        if block := block_called(found.question, found.passages):
            return Told(tuple(block_lines(block)), confidence=self.least)
        name = all_that_is_asked_for(found.question)
        first = called(name, found.passages)
        if first is None:
            name, first = found.question, posed_by_heading(found.question, found.passages)
        if first is None:
            return None
        around = await self.scoring.around(first.passage, asker)
        quotes = await asyncio.to_thread(of_section, name, first, around)
        quotes = quotes if name != found.question else of_paragraph(first, quotes)
        lines = [Line(quote, is_item=len(quotes) > 1) for quote in quotes[:MOST_ITEMS]]
        return Told(tuple(lines), confidence=self.least) if lines else None


def _of_each_document(passages: Sequence[Passage], found: Found) -> list[Passage]:
    """Return the best passage of each document, those in the language of the question first."""
    best: dict[str, Passage] = {}
    for passage in passages:
        best.setdefault(passage.document_id, passage)
    return sorted(best.values(), key=lambda one: crosses(found, one))


def _leans(reading: Reading, state: AnswerState) -> bool:
    """Say whether a question goes on from an answer, and was not exchanged for another one."""
    is_exchanged = bool(reading.shown) and not reading.is_carried
    is_cited = state.earlier is not None and bool(state.earlier.passages)
    return is_cited and not is_exchanged and reading.leaning >= LEANS and not reading.preferred


def _is_of_earlier(told: Told, state: AnswerState) -> bool:
    """Say whether what is told is of a document that was quoted before."""
    quote = next((line.quote for line in told.lines if line.quote is not None), None)
    documents = state.earlier.documents if state.earlier else ()
    return quote is not None and quote.passage.document_id in documents


def _with_rule(found: Found, told: Told) -> Told:
    """Add what is said of all others to what there is nothing about."""
    is_named = told.missing and not told.lines and not any(map(_HAS_DIGIT.search, told.missing))
    rule = rule_for_others(found.question, found.passages) if is_named else None
    return replace(told, lines=(Line(rule),)) if rule else told


def _taught(rules: Sequence[Rule], found: Found) -> Told:
    """Quote what people said is right, whether or not it would have been found."""
    passage = found.passages[0]
    spans = {rule.right_passage: rule.right_span for rule in rules}
    if (span := spans.get(passage.id)) is not None:
        return Told((Line(Quote(passage, span)),), confidence=1.0)
    work = found.question, found.query, [passage], found.vectors
    best, *others = rank_sentences(*work, ExtractionRules(max_sentences=_MOST_TAUGHT))
    aside = [Line(quote, is_aside=True) for quote in others]
    return Told((Line(best), *aside), confidence=1.0)


def _whole(found: Found, best: Quote) -> Quote:
    """Return a sentence with what it tells nothing without: how it ended, what it is of.

    Not with what was quoted before, and stands in the chat.
    """
    whole = with_outcome(whole_reply(best))
    if whole != best:
        return whole
    leaning = with_antecedent(found.question, best)
    is_shown = any(one in leaning.text and one != best.text for one in found.said)
    return best if is_shown else leaning


def _holds(whole: Quote, quote: Quote) -> bool:
    """Say whether a quote stands within another one."""
    return (
        whole.passage.id == quote.passage.id
        and whole.span.start <= quote.span.start
        and quote.span.end <= whole.span.end
    )


def _overlap(one: Quote, other: Quote) -> bool:
    """Say whether two quotes have letters in common."""
    is_one = one.passage.id == other.passage.id
    return is_one and one.span.start < other.span.end and other.span.start < one.span.end
