"""Lines: how a quote is written, with what leads to it, as an item, as a clause of its own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Line, Quote, place_at
from pipelines.nodes.answering.clauses import answering_clause
from pipelines.nodes.answering.gather import (
    block_asked_for,
    denial_of,
    heading_of_item,
    items_beside,
    items_under,
    lead_of,
    unnumbered_heading,
)
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import answers_alone
from pipelines.nodes.questions.asking import ends_asking
from pipelines.nodes.questions.follow_up.tokens import tokens_of
from pipelines.nodes.tables.rivals import MOST_ITEMS
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.layout.block_headings import denies
from pipelines.nodes.text.layout.messages import (
    MARKED,
    header_of,
    tells_of_oneself,
    with_writer_behind,
    writer_of,
)
from pipelines.nodes.text.words import content_words

_BETWEEN_CELLS = "; "
_STOP = re.compile(r"[\W_]\s*$")
_LONGEST_REPLY = 500  # characters
_NUMBERING = re.compile(r"^\s*\d{1,3}(?:\.\d{1,3})*[.)]\s")
_NUMBERS = " 1.)"  # before the first of several steps
_OF_ONE = frozenset(
    {"when", "hour", "where", "how_many", "how_long", "how_often", "phone", "email"}
)
_HELD = 0.5  # from which on an item is taken to hold what is asked for
_FEWEST_ITEMS = 2  # of a list that answer, from which on all of it is shown


def told_once(lines: Sequence[Line]) -> list[Line]:
    """Leave out a line that says again what answers another question, or leads to its answer.

    So is a clause of a sentence that is shown whole. What is folded of a row is told once, without
    what any of its cells tell already.
    """
    kept: dict[str, Line] = {}
    whole = [line.quote for line in lines if line.quote is not None and not line.text]
    apart = [line for line in lines if not _is_clause_of(line, whole)]
    for line in sorted(_folded_once(apart), key=lambda one: one.is_aside):
        words = line.text or (line.quote.text if line.quote else "")
        kept.setdefault(" ".join(words.split()), line)
    return list(kept.values())


def _is_clause_of(line: Line, whole: Sequence[Quote]) -> bool:
    """Say whether a line is a clause of a sentence that is shown whole."""
    own = line.quote
    if own is None or not line.text.startswith("…"):
        return False
    return any(
        one.passage.id == own.passage.id
        and one.span.start <= own.span.start
        and own.span.end <= one.span.end
        for one in whole
    )


def _folded_once(lines: Sequence[Line]) -> list[Line]:
    """Keep of what is folded of one row, beneath several answers, what stands in all of it."""
    places = [(line.quote.passage.id, line.quote.span) if line.quote else None for line in lines]
    whole = {at for at, line in zip(places, lines, strict=True) if at and not line.text}
    folded: dict[tuple[int, Span], list[list[str]]] = {}
    for at, line in zip(places, lines, strict=True):
        if at and _is_folded(line):
            folded.setdefault(at, []).append(line.text.split(_BETWEEN_CELLS))
    kept: list[Line] = []
    for at, line in zip(places, lines, strict=True):
        if at is None or not _is_folded(line):
            kept.append(line)
            continue
        first, *others = folded[at]
        shared = [cell for cell in first if all(cell in other for other in others)]
        if at not in whole and shared:
            kept.append(replace(line, text=_BETWEEN_CELLS.join(shared)))
    return kept


def _is_folded(line: Line) -> bool:
    """Say whether a line tells what a row holds besides its cells that answer."""
    return bool(line.is_aside and line.text and not line.is_item)


def clause_alone(question: str, quote: Quote) -> Quote | None:
    """Return the clause of a sentence that is told without the rest; None: it is told whole.

    A sentence that begins with its answer is: what comes after says for whom else, or when.
    """
    clause = answering_clause(question, quote)
    if clause is None or not _has_letters(quote.text[: clause.span.start - quote.span.start]):
        return None
    return clause


def sentence(clause: Quote, whole: Quote) -> str:
    """Write a clause by itself, with "…" where the sentence that it is cut out of goes on."""
    words = " ".join(clause.text.split()).rstrip(",;")
    if _has_letters(whole.text[clause.span.end - whole.span.start :]):
        return f"…{words.rstrip('.')}…"
    return f"…{words}{'' if words.endswith(('.', '!', '…')) else '.'}"


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, _NUMBERING.sub("", text, count=1)))


def led(quote: Quote) -> str:
    """Return an item of a list behind what leads to it: "Not allowed: smoking"; else "".

    Where no sentence leads there, the heading does, of an item that is no sentence by itself; and
    a line that is quoted with what stands under it: "If you are ill: ring the office".
    """
    above, _, below = quote.text.partition("\n")
    if below and answers_alone(below) and not _STOP.search(above):
        return f"{' '.join(above.split())}: {' '.join(below.split())}"
    words = " ".join(quote.text.split())
    if lead := lead_of(quote):
        return f"{' '.join(lead.text.split())} {words}"
    heading = heading_of_item(quote)
    return f"{heading}: {words}" if heading else ""


def with_denials(
    lines: Sequence[Line], before: Mapping[int, str] = MappingProxyType({})
) -> list[Line]:
    """Return lines with the lead that denies what an item says before it, where none is shown.

    Args:
        before: the text before a passage, by its id, see `is_cut_off_list`.
    """
    told: list[Line] = []
    for line in lines:
        lead = denial_of(_in_whole_list(line.quote, before)) if line.quote else ""
        said = _said(line)
        led_to = said.removesuffix(" ".join(line.quote.text.split())) if line.quote else ""
        is_shown = any(lead.rstrip(":") in shown for shown in (said, *map(_said, told)))
        is_shown = is_shown or (led_to != said and denies(led_to))
        told.append(line if not lead or is_shown else replace(line, text=f"{lead} {said}"))
    return told


def _said(line: Line) -> str:
    return line.text or (" ".join(line.quote.text.split()) if line.quote else "")


def _in_whole_list(quote: Quote, before: Mapping[int, str]) -> Quote:
    """Return a quote in its passage with the text before that, where its list begins there."""
    above = before.get(quote.passage.id, "")
    if not above:
        return quote
    shift = len(above) + 1
    span = Span(quote.span.start + shift, quote.span.end + shift)
    anchors = tuple(replace(anchor, at=anchor.at + shift) for anchor in quote.passage.anchors)
    text = f"{above}\n{quote.passage.text}"
    return Quote(replace(quote.passage, text=text, anchors=anchors), span)


def signed(lines: Sequence[Line], before: str = "") -> list[Line]:
    """Return lines with who wrote them: behind those of a chat, or before, if they say "I".

    Args:
        before: the text before the passage of the first line, see `is_cut_off`.
    """
    shown = [line.quote for line in lines if line.quote and not line.is_aside]
    first = next((line.quote.passage for line in lines if line.quote), None)
    begun = {_line_of(quote) for quote in shown if _opens_message(quote)}
    return [
        line
        if line.quote is None or (_line_of(line.quote) in begun and not _opens_message(line.quote))
        else _with_writer(line, line.quote, before if line.quote.passage == first else "")
        for line in lines
    ]


def is_cut_off(quote: Quote) -> bool:
    """Say whether a quote may be of a message that begins in the text before its passage."""
    is_first = quote.passage.passage_idx > 0 and not _line_of(quote)[1]
    return is_first and not _opens_message(quote) and tells_of_oneself(quote.text)


def _with_writer(line: Line, quote: Quote, before: str) -> Line:
    said = line.text or " ".join(quote.text.split())
    if _opens_message(quote):
        told = with_writer_behind(said)
        return replace(line, text=told) if told != said else line
    if not tells_of_oneself(said):
        return line
    writer = writer_of(quote.passage.text, quote.span.start, before)
    return replace(line, text=f"{writer}: {said}") if writer else line


def _line_of(quote: Quote) -> tuple[int, int]:
    return quote.passage.id, quote.passage.text.rfind("\n", 0, quote.span.start) + 1


def _opens_message(quote: Quote) -> bool:
    return header_of(quote.text) > 0


def listed(answers: Sequence[Quote], question: str = "") -> list[Line]:
    """Return a whole list, where what leads to it answers, or several of its items do; else [].

    Not where one thing is asked for, which the best item holds, and the lead is of all else too:
    "Good to know:".
    """
    if block := block_asked_for(question, answers[0]):
        return block_lines(block)
    if items := items_under(answers[0]):
        lead = answers[0]
    else:
        found = lead_of(answers[0])
        if found is None:
            return _listed_under_heading(answers)
        if sum(lead_of(quote) == found for quote in answers) < _FEWEST_ITEMS:
            return []
        if _asks_for_one(question, answers[0], found):
            return []
        lead, items = found, items_under(found)
    return [Line(lead), *(Line(item, is_item=True) for item in items[:MOST_ITEMS])]


def _asks_for_one(question: str, best: Quote, lead: Quote) -> bool:
    kind, asked = asked_kind(question), content_words(question)
    if kind.name not in _OF_ONE or holds(kind, best.text, question) < _HELD:
        return False
    held = content_words(lead.text)
    return not (held & asked or meant(meanings(asked, best.passage.language), held))


def block_lines(block: Sequence[Quote]) -> list[Line]:
    """Return the lines of a block as items behind its heading, which comes first."""
    heading, *lines = block
    name = " ".join(heading.text.split()).rstrip(":")
    return [Line(heading, f"{name}:"), *(Line(line, is_item=True) for line in lines)]


def _listed_under_heading(answers: Sequence[Quote]) -> list[Line]:
    """Return the best item behind its heading, and the rest of its list; else []."""
    best = answers[0]
    items = items_beside(best, [best.passage]) if heading_of_item(best) else ()
    if sum(quote in items for quote in answers) < _FEWEST_ITEMS:
        return []
    others = [item for item in items if item != best][: MOST_ITEMS - 1]
    return [Line(best, led(best)), *(Line(item) for item in others)]


def headed(question: str, quote: Quote) -> str:
    """Return a quote with its heading before it, where that says what is asked for; else ""."""
    heading = unnumbered_heading(place_at(quote.passage, quote.span.start))
    kind = asked_kind(question)
    if not heading or holds(kind, quote.text, question):
        return ""
    asked = content_words(next((t.text for t in tokens_of(question)), ""))
    is_of_it = bool(asked & content_words(heading) - content_words(quote.text))
    if is_of_it or holds(kind, heading, question):
        return f"{heading}: {' '.join(quote.text.split())}"
    return ""


def whole_reply(quote: Quote) -> Quote:
    """Return all that is answered to a question that a text poses: "A: 1. … 2. … 3. …".

    Itself where it is no reply, or not how one begins.
    """
    text, start = quote.passage.text, quote.span.start
    line = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    whole = Span(start, end if end >= 0 else len(text))
    marked = MARKED.match(text, line)
    asked = ends_asking(text[:line])
    if marked is None or not asked or text[marked.end() : start].strip(_NUMBERS):
        return quote
    return quote if whole.end - whole.start > _LONGEST_REPLY else Quote(quote.passage, whole)
