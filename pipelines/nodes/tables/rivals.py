"""Rivals: what several tables answer to one question, and which of them is meant."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from pipelines.models.answers import Passage
from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.sheets import joined_words
from pipelines.nodes.tables.words.evidence import (
    HELD,
    SYNONYM,
    has_currency,
    question_words,
    term_strength,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ANYBODY,
    FOR_ONE,
    KINDS,
    PAID_FOR,
    PREPOSITIONS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.dictionary import may_be_of_another, part_of_speech
from pipelines.nodes.text.words import content_words

_ALIKE = 0.02  # of confidence, between rows of several tables that are named alike
_FAR = 0.2  # of confidence, between cells of two tables: more than words of their names tell
_MONEY = frozenset({"price", "paid"})
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some"})
_HOURS = frozenset({"opening", "closing", "hours"})
_SHORTEST = 3  # letters of a word that names a table
MOST_ITEMS = 12  # of a list


def is_of_another(table: Table, headings: Iterable[str], question: str) -> bool:
    """Say whether a question names another table of the document than this one.

    By a word of that one's heading that stands nowhere in this one; none is of this one's heading
    alone. "Showers on Wednesday" is nothing of the laundry, though it has a Wednesday, too.

    Args:
        headings: of the other tables of the document.
    """
    said = question_words(question, frozenset(), capitals=False)
    words = [
        word.folded
        for before, word in zip([None, *said], said, strict=False)
        if not (word.asks or word.unit or word.has_digits)
        if not (before and before.has_digits and ANYBODY.holds(word.folded))  # "for 3 people"
    ]
    words = [word for word in words if len(word) >= _SHORTEST]
    both = joined_words(question)
    named = [
        (terms, said_there)
        for terms in map(terms_of, headings)
        if (said_there := _said_in(words, terms, SYNONYM))
        if len(_said_in(both, terms, SYNONYM)) != 1  # "for light and water", of this one, too
    ]
    if not named:
        return False
    heading = table.rows[0].heading or ""
    own = frozenset(terms_of("\n".join([heading, *(row.text for row in table.rows)])))
    called = _said_in(words, terms_of(heading), HELD)
    lacked = set(words) - _said_in(words, own, HELD)
    return any(
        lacked & said_there and called <= _said_in(words, terms, HELD)
        for terms, said_there in named
    )


def with_thing(answer: TableAnswer, question: str, around: Iterable[Passage]) -> TableAnswer:
    """Return prices; of a thing that they are asked for, and no text of the document has, none.

    «Стрижка кролика», "a haircut for a rabbit", in a salon that tells of dogs and cats: it stands
    right behind what a row is called by, in the genitive, or behind "for a"; or before that, as
    what is for it: a tent, «тент на лодку».

    Args:
        around: the passages of the document that are at hand, those of the table among them.
    """
    is_priced = asks_price(question) or _are_prices(answer)
    if len(answer.unmatched) != 1 or not answer.lines or not is_priced:
        return answer
    (thing,) = answer.unmatched
    folded = fold_in_place(thing)
    if not _is_thing(folded, question, answer) or day_or_month(folded):
        return answer
    terms = [t for one in around for t in terms_of(one.text) if t.isascii() == folded.isascii()]
    rows = terms_of(" ".join(line.row.text for line in answer.lines))
    is_foreign = not any(term.isalpha() and term.isascii() == folded.isascii() for term in rows)
    is_said = _said_in([folded], frozenset(terms), SYNONYM) or (
        not is_foreign and stands_for(folded, " ".join(rows), answer.lines[0].row.passage.language)
    )
    if is_foreign or is_said:
        return answer
    present = tuple(dict.fromkeys(line.label.split(", ")[0] for line in answer.lines))
    lacking = Missing(thing, "", present, by_kind=True)
    return TableAnswer((), lacking, None, answer.confidence)


def _are_prices(answer: TableAnswer) -> bool:
    """Say whether nothing is told but prices, by what a column is called, or by its currency."""

    def is_price(line: Line) -> bool:
        name = line.cell.name if line.cell else ""
        is_called = any(concepts_of(term) & _MONEY for term in terms_of(name))
        return line.cell is not None and (is_called or has_currency(f"{name} {line.value}"))

    return bool(answer.lines) and all(map(is_price, answer.lines))


def _is_thing(word: str, question: str, answer: TableAnswer) -> bool:
    """Say whether a word is what a price is asked of, beside what the rows are called by."""
    folded = fold_in_place(question)
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded)
    start = found.start() if found else 0
    before = folded[:start].split()
    if FOR_ONE.holds(" ".join(before[-2:])) or FOR_ONE.holds(" ".join(before[-1:])):
        return True
    names = terms_of("\n".join(line.label.split(", ")[0] for line in answer.lines))
    if _leads(word, folded[start + len(word) :].split(), names):
        return True
    has_article = bool(before) and before[-1] in _ARTICLES  # "hire a hat"
    before = before[:-1] if has_article else before
    is_behind = bool(before) and bool(_said_in(before[-1:], names, HELD))
    if has_article:
        return is_behind and names_thing(word)
    return is_behind and part_of_speech(word) == "NOUN" and may_be_of_another(word)


def _leads(word: str, behind: Sequence[str], names: Collection[str]) -> bool:
    """Say whether rows are called by no more than what a thing is for: «тент на лодку», of boats.

    What a price is paid for of whatever it is, leads to nothing else: "tickets for the ball".
    """
    if behind and concepts_of(behind[0]) & _MONEY:  # "what does the dentist charge for a horse"
        behind = behind[1:]
    if (
        not behind
        or not PREPOSITIONS.holds(behind[0])
        or PAID_FOR.holds(word)
        or not names_thing(word)
    ):
        return False
    return bool(_said_in(behind[1:], names, HELD))


def _said_in(words: Iterable[str], terms: Collection[str], least: float) -> set[str]:
    return {word for word in words if any(term_strength(word, one) >= least for one in terms)}


def is_exact(answer: TableAnswer) -> bool:
    """Say whether cells stand for every word of the question."""
    return bool(answer.lines) and not answer.unmatched


def is_empty(answer: TableAnswer) -> bool:
    """Say whether what is asked for is named in row and column, and has no value there."""
    return bool(answer.lines) and all(line.empty for line in answer.lines)


def not_overruled(answers: Sequence[TableAnswer], question: str) -> list[TableAnswer]:
    """Leave out the cells whose names have only some of the words that those of another table have.

    "Cremation, rabbit" is of the list that has both, and no night of a rabbit's in another one.
    That it has a price tells no table, nor a word that asks: "what time" is of no "Time" alone.
    """
    folded = fold_in_place(question)
    for span in (span for words in KINDS.values() for span in words.find(folded)):
        folded = folded[: span.start] + " " * (span.end - span.start) + folded[span.end :]
    words = (word for word in folded.split() if not concepts_of(word) & _MONEY)
    asked = content_words(" ".join(words))
    named = [asked & content_words(_names(one)) for one in answers]
    rivals = [
        (words, one.confidence)
        for words, one in zip(named, answers, strict=True)
        if _are_cells(one) and is_exact(one)
    ]
    return [
        one
        for words, one in zip(named, answers, strict=True)
        if not _are_cells(one)
        or not any(words < more and one.confidence < surely + _FAR for more, surely in rivals)
    ]


def tells_hours_alone(answer: TableAnswer, question: str) -> bool:
    """Say whether rows answer as a whole that tell but when one opens, which nobody asked.

    "Anything on Sunday" asks for what is on then.
    """
    words = fold_in_place(question).split()
    is_asked = any(concepts_of(word) & _HOURS for word in words)
    if is_asked or asked_kinds(question) & {"time"} or not (answer.lines and _are_rows(answer)):
        return False
    names = {cell.name for line in answer.lines for cell in line.row.cells[1:]}
    return bool(names) and all(any(concepts_of(t) & _HOURS for t in terms_of(n)) for n in names)


def _names(answer: TableAnswer) -> str:
    """Return what cells are called by, and the tables that they are of."""
    rows = {line.row.number: line.row for line in answer.lines}.values()
    around = [text or "" for row in rows for text in (row.heading, row.passage.title)]
    return "\n".join([*(line.label for line in answer.lines), *around])


def _are_cells(answer: TableAnswer) -> bool:
    computed = answer.aggregate
    is_computed = computed is not None and computed.kind not in ("smallest", "largest")
    return bool(answer.lines) and not (is_computed or answer.is_list or _are_rows(answer))


def with_alike(best: TableAnswer, others: Sequence[TableAnswer]) -> TableAnswer:
    """Add the rows of other tables that are named just as surely: a day stands in several.

    Only where rows answer as a whole, or by what they are called, "what does Olga teach", and
    nothing of the question is left over.
    """
    if is_exact(best) and _are_names(best):
        return _with_names(best, others)
    if not (is_exact(best) and _are_rows(best)):
        return best
    alike = [
        one
        for one in others
        if one is not best and _are_rows(one) and one.confidence >= best.confidence - _ALIKE
    ]
    lines = {line.value: line for one in (best, *alike) for line in one.lines}
    return replace(best, lines=tuple(lines.values())[:MOST_ITEMS])


def _with_names(best: TableAnswer, others: Sequence[TableAnswer]) -> TableAnswer:
    """Add the names of rows that are somebody's in other tables of the document."""
    labels = {line.label for line in best.lines}
    document = best.lines[0].row.passage.document_id
    alike = [
        one
        for one in others
        if one is not best and is_exact(one) and _are_names(one)
        if {line.label for line in one.lines} == labels
        if one.lines[0].row.passage.document_id == document
        if one.confidence >= best.confidence - _ALIKE
    ]
    if not alike:
        return best
    lines = {(line.label, line.value): line for one in (best, *alike) for line in one.lines}
    return replace(best, lines=tuple(lines.values()), is_list=True)


def _are_names(answer: TableAnswer) -> bool:
    """Say whether cells are what their rows are called by, and the rows are found by another."""
    return not answer.aggregate and all(
        line.cell is not None and line.cell.name == line.row.cells[0].name for line in answer.lines
    )


def _are_rows(answer: TableAnswer) -> bool:
    return not answer.aggregate and not any(line.cell or line.empty for line in answer.lines)
