"""Gather: what a section says, one thing below the other, where several are asked for, and what a
text says of all others, where one is asked for that it does not name.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Place, Quote, place_at
from pipelines.nodes.answering.fitting.bans import asks_what_is_banned, bans, without_ban
from pipelines.nodes.answering.fitting.parties import is_condition
from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.answering.holding import NUMBERING, holds
from pipelines.nodes.answering.quotable import (
    answers_alone,
    asks,
    is_item,
    is_menu,
    quotable_spans,
)
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.layout.block_headings import block_at, denies
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_COVERED = 0.6  # share of the question's words that a heading must hold to be what is asked about
_NO_LETTERS = re.compile(r"[\W\d_]+")
_LONGEST_BLOCK = 15  # lines of one that is shown whole
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 2  # things that make a list
_STOPS = (".", "!", "…")
_SENTENCE = 4  # words
_SAYS_OF = re.compile(r"\w\s*:\s|\s[–—-]\s")
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for


def asks_for_several(question: str) -> bool:
    """Say whether a question asks for all of something: "list all …", "какие …", "welche …"."""
    folded = fold(question)
    return any(pattern.search(folded) for pattern in _patterns("several"))


def asks_for_all(question: str, best: Quote) -> bool:
    """Say whether a question asks for all of something, or for all that may not be done."""
    is_of_several = asks_for_several(question) or asks_for_section(question, best)
    return is_of_several or asks_what_is_banned(question)


def all_told(question: str, best: Quote, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return all that such a question asks for: a section, a list, or what is forbidden.

    Args:
        best: what answers best.
        passages: of its document, in reading order.
    """
    if asks_what_is_banned(question):
        return banned_by(question, best, passages)
    return of_section(question, best, passages) or items_beside(best, passages)


def all_that_is_asked_for(question: str) -> str:
    """Return what a question asks all of: "deadlines" of "list all deadlines"; "" when it does not.

    It is folded, and has no word of those by which all is asked for.
    """
    if not asks_for_several(question):
        return ""
    left = fold(question)
    for pattern in _patterns("several"):
        left = pattern.sub(" ", left)
    return " ".join(left.split())


def called(name: str, passages: Sequence[Passage]) -> Quote | None:
    """Return the first statement under a heading that says just that, the best passages first."""
    wanted = content_words(name)
    for passage in passages if wanted else ():
        for quote in _statements(passage):
            heading = innermost_heading(place_at(passage, quote.span.start))
            if content_words(heading) == wanted:
                return quote
    return None


def posed_by_heading(question: str, passages: Sequence[Passage]) -> Quote | None:
    """Return the first statement under a heading that puts the question: "When to call us".

    What the question has more may be no thing: of "when to call" one asks not about the vet. A
    condition has to be put whole, "If a child is ill".
    """
    kind, wanted = asked_kind(question), content_words(question)
    more = [(word, content_words(word)) for word in _WORD.findall(question)]
    is_case = kind.name == "any" and is_condition(question)
    for passage in passages if kind.name != "any" or is_case else ():
        for quote in _statements(passage):
            heading = unnumbered_heading(place_at(passage, quote.span.start))
            posed = content_words(heading)
            if not posed or not posed <= wanted or asked_kind(heading).name != kind.name:
                continue
            if is_case and posed != wanted:
                continue
            if not any(stems - posed and names_thing(word) for word, stems in more):
                return quote
    return None


def rule_for_others(question: str, passages: Sequence[Passage]) -> Quote | None:
    """Return what is said of all others, where a question names one that nothing is said of.

    "In other towns it is 40 euros" answers what it is in Bath, which no sentence names. It has to
    stand in the best passage's document, under its heading or with a word of the question, and to
    hold what is asked for, as far as a word tells what that is.
    """
    kind, wanted = asked_kind(question), content_words(question)
    section = {_heading_of(passages[0], 0)} - {""} if passages else set()
    for passage in passages:
        if passage.document_id != passages[0].document_id:
            continue
        for quote in _statements(passage):
            if place_at(passage, quote.span.start).row is not None:
                continue
            if not any(pattern.search(fold(quote.text)) for pattern in _patterns("others")):
                continue
            is_near = _heading_of(passage, quote.span.start) in section
            is_near = is_near or bool(wanted & content_words(quote.text))
            told = kind.name == "any" or holds(kind, quote.text, question) >= _HELD
            if is_near and told:
                return quote
    return None


def of_section(question: str, best: Quote, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the statements under the heading that a question is about; () when it is about none.

    Args:
        best: what answers best; its heading is the section, or one of the headings above it.
        passages: of its document, in reading order.
    """
    section = _section_asked_for(question, best)
    if not section:
        return ()
    within = [q for passage in passages for q in _statements(passage) if _is_in(q, section)]
    return tuple(within)


def of_paragraph(first: Quote, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return those quotes of a section that are of the line it begins with; all of a list."""
    text = first.passage.text
    if is_item(text, first.span):
        return tuple(quotes)
    end = text.find("\n", first.span.end)
    end = end if end >= 0 else len(text)
    return tuple(q for q in quotes if q.passage.id == first.passage.id and q.span.end <= end)


def banned_by(question: str, best: Quote, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return all that a document says may not be done; () where the best statement does not.

    What the question names besides has to stand in a statement, or over it: of the kitchen only its
    own rules are told, and of the house all.

    Args:
        best: what answers best.
        passages: of its document, in reading order.
    """
    wanted = without_ban(question)
    banned = [
        quote
        for passage in passages
        for quote in _statements(passage)
        if (bans(quote.text) or denial_of(quote))
        and place_at(passage, quote.span.start).row is None
        and (not content_words(wanted) or _covered(wanted, _read_with(quote)) >= _COVERED)
    ]
    return tuple(banned) if best in banned else ()


def _read_with(quote: Quote) -> str:
    heading = place_at(quote.passage, quote.span.start).heading or ""
    return f"{quote.text}\n{heading}\n{quote.passage.title or ''}"


def items_beside(best: Quote, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the items of the list that a quote is one of, itself too; () when it is none."""
    if not is_item(best.passage.text, best.span):
        return ()
    place = place_at(best.passage, best.span.start)
    items = [
        quote
        for passage in passages
        for quote in _statements(passage)
        if is_item(passage.text, quote.span)
        and place_at(passage, quote.span.start).heading == place.heading
        and abs(passage.passage_idx - best.passage.passage_idx) <= 1
    ]
    return tuple(items) if len(items) >= _FEWEST else ()


def lead_of(item: Quote) -> Quote | None:
    """Return the sentence that leads to the list a quote is an item of: "Not allowed are:".

    One with a number leads as well: "5. Not allowed are:". What denies what it leads to does so
    whatever empty lines stand between.
    """
    text = item.passage.text
    if not is_item(text, item.span):
        return None
    for span in reversed([s for s in quotable_spans(text) if s.end <= item.span.start]):
        lead = Quote(item.passage, span)
        if _is_of_item(text, span) and not (leads(lead) and is_item(text, span)):
            if _is_heading(item.passage, span):
                return None
            continue
        is_near = text.count("\n\n", span.end, item.span.start) <= 1
        return lead if leads(lead) and (is_near or denies(lead.text)) else None
    return None


def denial_of(item: Quote) -> str:
    """Return the lead or the heading that denies what an item of its list says; else ""."""
    if lead := lead_of(item):
        return without_number(" ".join(lead.text.split())) if denies(lead.text) else ""
    heading = heading_of_item(item)
    return f"{heading}:" if denies(heading) else ""


def is_cut_off_list(item: Quote) -> bool:
    """Say whether what leads to an item's list may stand in the text before its passage."""
    text = item.passage.text
    if item.passage.passage_idx == 0 or not is_item(text, item.span):
        return False
    before = (span for span in quotable_spans(text) if span.end <= item.span.start)
    return all(_is_of_item(text, span) for span in before)


def _is_of_item(text: str, span: Span) -> bool:
    """Say whether a sentence is of the line of an item, whether or not that begins with it."""
    line = text.rfind("\n", 0, span.start) + 1
    first = next((s for s in quotable_spans(text) if s.start >= line), span)
    return is_item(text, first)


def heading_of_item(item: Quote) -> str:
    """Return the heading without which an item says little, or the opposite: "What we refuse".

    "" of an item that is a sentence, or says of something what it is, or says what its heading
    does, and under the title alone; but for a heading that denies. A line below capitals is as good
    as an item.
    """
    block = block_at(item.passage.text, item.span.start)
    is_below = block is not None and item.span.start > block.line.start
    is_below = is_below and block is not None and (block.name.isupper() or denies(block.name))
    if not (is_below or is_item(item.passage.text, item.span)):
        return ""
    heading = unnumbered_heading(place_at(item.passage, item.span.start))
    if denies(heading) and not denies(item.text):
        return heading
    if _is_sentence(item.text) or _SAYS_OF.search(item.text):
        return ""
    is_title = content_words(heading) <= content_words(item.passage.title or "")
    return "" if is_title or content_words(heading) <= content_words(item.text) else heading


def _is_sentence(text: str) -> bool:
    return text.endswith(_STOPS) and len(text.split()) >= _SENTENCE


def leads(quote: Quote) -> bool:
    """Say whether a sentence leads to what stands below it: it ends with a colon."""
    return quote.text.rstrip().endswith(":")


def items_under(lead: Quote) -> tuple[Quote, ...]:
    """Return the items of the list that a sentence leads to, as far as its passage has them."""
    items: list[Quote] = []
    if not leads(lead):
        return ()
    for span in quotable_spans(lead.passage.text):
        if span.start >= lead.span.end:
            if is_item(lead.passage.text, span):
                items.append(Quote(lead.passage, span))
            elif items and _is_of_item(lead.passage.text, span):
                items[-1] = Quote(lead.passage, Span(items[-1].span.start, span.end))
            else:
                break
    return tuple(items)


def block_asked_for(question: str, best: Quote) -> tuple[Quote, ...]:
    """Return the heading and the lines of a block that all of is asked for; () where one line is.

    "What goes in the hummus?" is asked of what stands under "HUMMUS"; "what about the tahini in the
    hummus?" of one line of it.
    """
    block = block_at(best.passage.text, best.span.start)
    if block is None or asked_kind(question).name != "any" or len(block.lines) > _LONGEST_BLOCK:
        return ()
    if not any(pattern.search(fold(question)) for pattern in _patterns("whole")):
        return ()
    asked, named = content_words(question), content_words(block.name)
    rest = asked - named
    is_of_it = len(rest) < len(asked) and 2 * len(asked & named) >= len(asked)
    if not is_of_it or (best.span.start != block.line.start and rest & content_words(best.text)):
        return ()
    return tuple(Quote(best.passage, span) for span in (block.line, *block.lines))


def block_called(question: str, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return a block that is asked for by its name, the best passages first; () where none is."""
    for passage in passages:
        for span in quotable_spans(passage.text):
            block = block_at(passage.text, span.start)
            is_first = block is not None and span.start == block.line.start
            if is_first and names_block(question, Quote(passage, span)):
                return block_asked_for(question, Quote(passage, span))
    return ()


def names_block(question: str, best: Quote) -> bool:
    """Say whether all of a block is asked for by its name: then it is what is asked for."""
    block = block_asked_for(question, best)
    return bool(block) and content_words(
        innermost_heading(place_at(best.passage, best.span.start))
    ) <= content_words(question)


def innermost_heading(place: Place) -> str:
    """Return the heading that stands right above a place; "" when there is none."""
    return (place.heading or "").split(BETWEEN)[-1]


def unnumbered_heading(place: Place) -> str:
    """Return the heading right above a place without its number: "Payment" of "2. Payment"."""
    return without_number(innermost_heading(place).rstrip(" :."))


def without_number(line: str) -> str:
    """Return a line without the number that it begins with."""
    numbering = NUMBERING.match(line)
    return line[numbering.end() :] if numbering else line


def asks_for_section(question: str, best: Quote) -> bool:
    """Say whether a question is what a list is headed by: "What has changed?"."""
    if not is_item(best.passage.text, best.span) or asked_kind(question).name != "any":
        return False
    heading = innermost_heading(place_at(best.passage, best.span.start))
    return _covered(question, heading) >= _COVERED and _covered(heading, question) >= _COVERED


def _section_asked_for(question: str, best: Quote) -> str:
    """Return the path of headings, down to the one that holds most of the question's words.

    What the document is called says which one is meant: "the clubs of the library".
    """
    heading = place_at(best.passage, best.span.start).heading or ""
    path = heading.split(BETWEEN) if heading else []
    for depth in range(len(path), 0, -1):
        if _covered(question, path[depth - 1], given=best.passage.title or "") >= _COVERED:
            return BETWEEN.join(path[:depth])
    return ""


def _covered(text: str, by: str, given: str = "") -> float:
    """Return the share of a text's words that another holds; what is given counts for neither."""
    held = content_words(by)
    wanted = content_words(text) - (content_words(given) - held)
    return len(wanted & held) / len(wanted) if wanted else 0.0


def _is_in(quote: Quote, section: str) -> bool:
    heading = place_at(quote.passage, quote.span.start).heading or ""
    return heading == section or heading.startswith(f"{section}{BETWEEN}")


def _statements(passage: Passage) -> list[Quote]:
    return [
        Quote(passage, span)
        for span in quotable_spans(passage.text)
        if not asks(text := passage.text[span.start : span.end])
        and (_is_item_of_words(passage.text, span) or answers_alone(text))
        and not _is_heading(passage, span)
    ]


def _is_heading(passage: Passage, span: Span) -> bool:
    """Say whether a span is the heading it stands under, which a number may make an item."""
    heading = innermost_heading(place_at(passage, span.start))
    words = _NO_LETTERS.sub("", fold(passage.text[span.start : span.end]))
    return bool(words) and words == _NO_LETTERS.sub("", fold(heading))


def _heading_of(passage: Passage, at: int) -> str:
    return place_at(passage, at).heading or ""


def _is_item_of_words(text: str, span: Span) -> bool:
    """Say whether a span is an item of a list: in its list a single word says something."""
    words = text[span.start : span.end]
    return is_item(text, span) and not is_menu(words) and any(map(str.isalnum, words))


@cache
def _patterns(of: Literal["several", "others", "whole"]) -> tuple[re.Pattern[str], ...]:
    words = read_table(__package__, "several.toml")[of]
    return tuple(re.compile(rf"(?<!\w)(?:{word})(?!\w)") for word in words)
