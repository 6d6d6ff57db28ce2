"""Beside cells: whether a sentence tells better than they do, or what a table has not."""

from collections.abc import Sequence

from pipelines.answer.quoting.found import Found, crosses, evidence_of, name_of
from pipelines.answer.quoting.prose import read_prose, told_sentences
from pipelines.answer.quoting.weighing.named import lacks_all_known
from pipelines.answer.quoting.weighing.things import is_named_after, names_kin
from pipelines.models.answers import Passage
from pipelines.nodes.answering.asked import AskedKind, asked_kind
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.payments import tells_how_to_pay
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.questions.anchors import Anchor, is_declined, missing
from pipelines.nodes.questions.follow_up.tokens import tokens_of
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.filters.rates import is_of_other_rate
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.rivals import is_empty
from pipelines.nodes.tables.words.evidence import has_currency
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.words import content_words

_BEYOND_DOUBT = 0.9  # that a sentence answers what cells seem to
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_TIMES = frozenset({"when", "hour"})
_SHAPED_CELLS = frozenset({*_TIMES, "phone", "email"})  # which no other cell of a row is
_SURE_ACROSS = 0.75  # of it, where both are in another language than the question


def is_told_better(found: Found, cells: TableAnswer, least: float) -> bool:
    """Say whether a sentence tells what is asked, and the cells do not.

    It has words that no cell stands for, or what is asked for by its shape: a share of the mark is
    no day, and a price is not how long. So does one in the question's own language, beyond doubt,
    beside cells in another.
    """
    if not cells.lines or cells.aggregate:
        return False
    if is_named_after(found.question, [line.row.text for line in cells.lines]):
        return True
    best = (prose := read_prose(found)).best
    if best is None or prose.confidence < least:
        return False
    if best.passage.id in {line.row.passage.id for line in cells.lines}:
        return False
    asked, rows = asked_kind(found.question), [line.row.text for line in cells.lines]
    if _is_of_day_alone(found.question, best, rows):
        return False
    is_foreign = all(crosses(found, line.row.passage) for line in cells.lines)
    is_across = is_foreign and crosses(found, best.passage)
    is_sure = prose.confidence >= (_SURE_ACROSS if is_across else _BEYOND_DOUBT)
    told = bool(holds(asked, best.text, found.question))
    if asked.quantity == "money" and not told and _are_sums(cells, asked, found.question):
        return False
    if told and asked.quantity == "money" and _is_of_part(found, cells):
        return True
    if is_empty(cells) and is_sure:
        return told and content_words(found.question) <= content_words(best.text)
    if told and is_sure and asked.name in _SHAPED_CELLS:
        return not any(holds(asked, row, found.question) for row in rows)
    if told and is_sure and _is_of_length(asked):
        values = [line.value for line in cells.lines]
        return not any(holds(asked, value, found.question) >= _HELD for value in values)
    if told and _is_vague(cells) and prose.confidence >= _BEYOND_DOUBT:
        return True
    if not cells.unmatched:
        return False
    if is_foreign and is_sure and not crosses(found, best.passage):
        return True
    held, in_rows = _said_of(found, best, best.text), _said_of(found, best, "\n".join(rows))
    if in_rows < held and is_sure:
        return True
    lacked = content_words(" ".join(cells.unmatched))
    return told and bool(lacked) and lacked <= content_words(evidence_of(best.passage))


def _are_sums(cells: TableAnswer, asked: AskedKind, question: str) -> bool:
    """Say whether cells hold the sums that are asked for."""
    return all(holds(asked, line.value, question) >= _HELD for line in cells.lines)


def is_told_of(lacking: Missing, passage: Passage, found: Found) -> bool:
    """Say whether prose tells of what a table has no column or row for; a year tells nothing.

    Of what only by its meaning would be a row of it, a passage that has more of the question does;
    of what would be one by its place in the question, a sentence that tells what is asked.
    """
    words = content_words(lacking.word)
    if lacking.by_kind:
        more = content_words(found.question) - words
        said = [content_words(one.text) for one in found.passages]
        return any(words <= one and more & one for one in said)
    if not words or is_year(lacking.word):
        return False
    if not lacking.column:
        others = (one for one in found.passages if one is not passage)
        return any(words <= content_words(one.text) for one in others)
    kind = asked_kind(found.question)
    return any(
        holds(kind, said, found.question) >= _HELD or tells_how_to_pay(found.question, said)
        for one in found.passages
        for said in told_sentences(one)
        if words <= content_words(said) or is_declined(lacking.word, said)
    )


def tells_of_year(lacking: Missing, found: Found) -> bool:
    """Say whether a sentence tells what is asked of a year that no row is of, and all it hangs on.

    "In 2024 an adult ticket was £9" below the prices of this year.
    """
    if not is_year(lacking.word):
        return False
    kind, asked = asked_kind(found.question), content_words(found.question)
    year = content_words(lacking.word)
    return kind.name != "any" and any(
        year <= (held := content_words(said))
        and len(asked & held) > len(year)
        and holds(kind, said, found.question) >= _HELD
        and not missing(found.anchors, said, crosses=crosses(found, one))
        for one in found.passages
        for said in told_sentences(one)
    )


def _is_of_part(found: Found, cells: TableAnswer) -> bool:
    """Say whether what a price is asked of is only one of what rows have: a cabin with a sauna."""
    asked = content_words(found.question)
    items = [line.key.split(", ") for line in cells.lines if line.cell]
    told = [sum(bool(asked & content_words(item)) for item in each) for each in items]
    named = [asked & content_words(line.row.cells[0].value) for line in cells.lines]
    is_part = all(len(each) > count for each, count in zip(items, told, strict=True))
    return bool(items) and is_part and not any(named)


def are_prices_alone(question: str, cells: TableAnswer) -> bool:
    """Say whether cells hold prices, and a time is asked for, its length, or a number to call.

    "How long is the party" is not answered by "Party, Price: £165".
    """
    kind, values = asked_kind(question), [line.value for line in cells.lines]
    if kind.name not in (*_SHAPED_CELLS, "how_long", "how_often") or not values or cells.aggregate:
        return False
    return all(has_currency(one) and holds(kind, one, question) < _HELD for one in values)


def are_of_other_things(found: Found, cells: TableAnswer) -> bool:
    """Say whether rows are of no thing that a price or a time is asked of, or of others of a kind.

    Nearness makes a store of a locker, and bread of cheese: what was put in other words has to
    stand in the rows, and no other thing of its kind in its place.
    """
    rows = {line.row.number: line.row for line in cells.lines}
    first = next(iter(rows.values()), None)
    kind, question = asked_kind(found.question), found.own.question
    is_asked_of = kind.quantity == "money" or kind.name in (*_TIMES, "how_long")
    if first is None or cells.aggregate or not is_asked_of:
        return False
    called = {row.heading or "" for row in rows.values()} | {name_of(first.passage)}
    told = "\n".join([*(row.text for row in rows.values()), *sorted(called)])
    if lacks_all_known(question, told, found, first.passage):
        return True
    is_priced = kind.quantity == "money"
    if is_priced and all(is_of_other_rate(found.question, line.label) for line in cells.lines):
        return True
    quotes = [Quote(row.passage, row.span) for row in rows.values()]
    is_put = bool(found.put) and is_priced  # a term is no other thing of its kind
    return is_put and all(names_kin(found, one, told) for one in quotes)


def _is_vague(cells: TableAnswer) -> bool:
    """Say whether cells of one row stand side by side because none of them is asked for by name.

    «Сколько стоит обед» asks a table of what was spent, month by month, for all of its columns.
    """
    rows = {line.row.number for line in cells.lines}
    return len(cells.lines) > 1 == len(rows) and all(line.cell for line in cells.lines)


def _is_of_day_alone(question: str, best: Quote, rows: Sequence[str]) -> bool:
    """Say whether rows are of the day of the week that is asked about, and a sentence is not."""
    heading = place_at(best.passage, best.span.start).heading or ""
    asked, told = days_in(question), days_in(f"{heading}\n{best.text}")
    return bool(asked & days_in("\n".join(rows))) and not asked & told


def _is_of_length(asked: AskedKind) -> bool:
    """Say whether a length of time is asked for, or how often: no price is one."""
    return asked.name in ("how_long", "how_often")


def _said_of(found: Found, best: Quote, text: str) -> frozenset[str]:
    """Return the words of a question that a text in the language of a sentence has."""
    words = content_words(found.question)
    if not crosses(found, best.passage):
        return words & content_words(text)
    anchors = [Anchor.named(token.text) for token in tokens_of(found.question)]
    lacking = missing(anchors, text, crosses=True)
    return frozenset(anchor.text for anchor in anchors if anchor not in lacking)
