"""Minutes: who was at a meeting and how many, what was decided, and by which votes.

"Apologies: Sheila Grant" has no word of "who wasn't at the meeting?", nor has a decision one of
"what was decided?"; what asks and what says it are known forms of this one kind of text.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pipelines.models.answers import Passage
from pipelines.nodes.answering.asked import AskedKind, holds
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.quotable import answers_alone, is_no_heading
from pipelines.nodes.answering.sentences.meeting_items import (
    chooses,
    item_about,
    items_of,
    stems_of,
)
from pipelines.nodes.text.calendar import dates_in, days_named, month_number, months_named
from pipelines.nodes.text.messages import header_of
from pipelines.nodes.text.words import content_words, fold, split_sentences

Asked = Literal[
    "dated",
    "absent",
    "present",
    "decided",
    "settled",
    "voted",
    "quorum",
    "attended",
    "chosen",
    "reason",
]
_KINDS: tuple[Asked, ...] = (
    "dated",
    "absent",
    "present",
    "decided",
    "settled",
    "voted",
    "quorum",
    "attended",
    "chosen",
    "reason",
)
# They are asked of one matter, and of no meeting as a whole.
_OF_A_MATTER = ("dated", "settled", "voted", "chosen", "reason")
# The share of the words of a matter that an item holds: "why" is asked of much else.
_MOST_HELD, _NEARLY_ALL_HELD = 0.6, 0.75
_HEAD = 4  # sentences
_BREAK = "\n"
_WHY = AskedKind("why")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBERED = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]|[-–—*•·])\s")
_LONGEST_DATE, _DATED_WORDS = 80, 2  # characters of a line that dates what follows; other words


@dataclass(frozen=True, slots=True)
class OfMinutes:
    """What is asked of minutes, and about which matter: stems; none, of the meeting as a whole."""

    kind: Asked
    matter: frozenset[str]
    month: int | None = None  # in which the meeting was


def asked_of_minutes(question: str) -> OfMinutes | None:
    """Return what a question asks of the minutes of a meeting; None where it asks of no meeting.

    Who was at what else than a meeting is another question; a decision may be about a matter. Who
    was absent, and no more, is asked of whichever meeting has minutes.
    """
    folded = fold(question)
    for kind in _KINDS:
        asked = _patterns("asked", kind).search(folded)
        if asked is None:
            continue
        rest = f"{folded[: asked.start()]} {folded[asked.end() :]}"
        meeting = _meeting().search(folded)
        month = _month_in(folded)
        words = (w for w in _WORD.findall(rest) if month is None or month_number(w) != month)
        matter = stems_of(_filler().sub(" ", _meeting().sub(" ", " ".join(words))))
        if matter and _patterns("of", "later").search(folded):
            return None
        if kind == "decided":
            return OfMinutes(kind, matter, month)
        if kind in _OF_A_MATTER:
            return OfMinutes(kind, matter, month) if matter else None
        if kind in ("quorum", "attended"):
            is_whole = not matter and (meeting or kind == "quorum")
            return OfMinutes(kind, matter, month) if is_whole else None
        is_bare = kind == "absent" and (not matter or "apologies" in asked[0])
        return OfMinutes(kind, frozenset(), month) if meeting or is_bare else None
    return None


def _month_in(question: str) -> int | None:
    """Return the one month that a question names, if only by a day in it."""
    found = {month for month, _ in months_named(question)}
    found |= {month for (_, month, _), _ in days_named(question)}
    return found.pop() if len(found) == 1 else None


def told_in_minutes(asked: OfMinutes, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the sentences of a document that say it, in order; () where it is no minutes.

    Args:
        passages: of one document, in reading order.
    """
    sentences = [quote for passage in passages for quote in _sentences(passage)]
    if asked.month:
        sentences = _of_month(asked.month, sentences)
    if asked.kind == "dated":
        decided = _decided_of(asked, sentences)
        day = _day_above(decided[0], sentences) if decided else None
        return (day, *decided) if day else ()
    if asked.kind in ("quorum", "attended"):
        stated = _patterns("statements", asked.kind)
        return tuple(quote for quote in sentences if stated.search(_said(quote)))[:1]
    if asked.matter and (quotes := _of_item(asked, sentences)):
        return quotes
    if asked.kind in ("chosen", "reason"):
        return ()
    if asked.kind in _OF_A_MATTER:
        return _of_matter(asked, sentences)
    if asked.kind != "decided":
        label = _patterns("labels", asked.kind)
        return tuple(q for q in sentences if (m := label.match(_said(q))) and _names(q, m.end()))
    if asked.matter:
        about = [quote for quote in sentences if _is_about(asked.matter, quote)]
        return _decided(about) or _decided(_of_sections(asked.matter, sentences))
    if asked.month is None and not any(
        _said(quote)[:60] and _meeting().search(_said(quote)) for quote in sentences[:2]
    ):
        return ()
    return _decided(sentences)


def _decided(sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the sentences that say what was decided, and not only proposed."""
    stated, proposed = (_patterns("statements", name) for name in ("decided", "proposed"))
    decided = [quote for quote in sentences if stated.search(_said(quote))]
    return tuple(q for q in decided if not proposed.search(_said(q)[: _start(stated, q)]))


def _start(stated: re.Pattern[str], quote: Quote) -> int:
    """Return where a sentence begins to say what was decided."""
    found = stated.search(_said(quote))
    return found.start() if found else 0


def _of_sections(matter: frozenset[str], sentences: Sequence[Quote]) -> list[Quote]:
    """Return what the paragraphs about a matter say, and those behind them up to the next title.

    "Resolved: Tuesdays only." stands in a line of its own, and has no word of what it is about.
    """
    found, is_about, heading = list[Quote](), False, ""
    for quote in sentences:
        above, heading = heading, _heading(quote)
        if _begins_another(quote) or heading != above:
            is_about = len(matter & stems_of(heading)) * 2 > len(matter)
        is_about = is_about or _is_about(matter, quote)
        if is_about:
            found.append(quote)
    return found


def _begins_another(quote: Quote) -> bool:
    """Say whether a sentence is a title, or opens an item of a list."""
    text, span = quote.passage.text, quote.span
    is_title = not answers_alone(quote.text, item=is_no_heading(text, span))
    opens = not text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
    return is_title or (opens and _NUMBERED.match(quote.text) is not None)


def _of_item(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return what the item that is about a matter says of it: what was decided, and by how many."""
    least = _NEARLY_ALL_HELD if asked.kind == "reason" else _MOST_HELD
    item = item_about(asked.matter, items_of(sentences), least=least)
    if item is None:
        return ()
    if asked.kind == "chosen":
        return tuple(quote for quote in item.decided if chooses(quote.text))[:1]
    if asked.kind == "reason":
        of_it = (q for q in item.heard if asked.matter & stems_of(q.text))
        given = (q for q in (*item.decided, *of_it) if holds(_WHY, q.text, ""))
        return tuple(given)[:1]
    if asked.kind == "voted":
        return (*item.voted, *item.decided[:1]) if item.voted else ()
    return (*item.decided, *item.voted) if item.decided else ()


def _decided_of(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return what was decided of a matter: in its item, or else in the paragraph about it."""
    item = item_about(asked.matter, items_of(sentences), least=_MOST_HELD)
    if item is not None and item.decided:
        return tuple(item.decided)
    stated = _patterns("statements", "decided")
    said = (q for q in sentences if stated.search(_said(q)) and _share(asked, q) >= _MOST_HELD)
    return tuple(said)[:1]


def _share(asked: OfMinutes, quote: Quote) -> float:
    """Return which share of a matter, 0..1, a sentence and its heading have."""
    held = stems_of(f"{_heading(quote)} {quote.text}")
    return len(asked.matter & held) / len(asked.matter)


def day_above(quote: Quote, passages: Sequence[Passage]) -> Quote | None:
    """Return the line of minutes that says of which day the meeting was which a quote is of.

    Args:
        passages: of its document, in reading order.
    """
    return _day_above(quote, [each for passage in passages for each in _sentences(passage)])


def _day_above(quote: Quote, sentences: Sequence[Quote]) -> Quote | None:
    """Return the last line above that is no more than a date, or names a meeting in the head."""
    head = [one for one in sentences[:_HEAD] if _meeting().search(_said(one))]
    place = quote.passage.passage_idx, quote.span.start
    dated = [
        one
        for one in sentences
        if (one.passage.passage_idx, one.span.start) < place
        and days_named(one.text)
        and (one in head or (_is_date(one.text) and not header_of(one.text)))
    ]
    return dated[-1] if head and dated and not days_named(quote.text) else None


def _of_matter(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return how one matter ended: under its heading, or in the paragraph that is about it."""
    headed = [quote for quote in sentences if asked.matter <= stems_of(_heading(quote))]
    about = headed or [quote for quote in sentences if _is_about(asked.matter, quote)]
    stated = _patterns("statements", asked.kind)
    return tuple(quote for quote in about if stated.search(_said(quote)))


def _heading(quote: Quote) -> str:
    return place_at(quote.passage, quote.span.start).heading or ""


def _of_month(month: int, sentences: Sequence[Quote]) -> list[Quote]:
    """Return what stands under a date of a month: in its heading, or a line that is a date."""
    found, current = [], None
    for quote in sentences:
        for text in (_heading(quote), quote.text if _is_date(quote.text) else ""):
            if named := _months_in(text):
                current = named[-1]
        if current == month:
            found.append(quote)
    return found


def _is_date(line: str) -> bool:
    """Say whether a line dates what follows: "Ops meeting, 5 March 2026", and says no more."""
    words = [w for w in _WORD.findall(_meeting().sub(" ", fold(line))) if not month_number(w)]
    return len(line) <= _LONGEST_DATE and len(content_words(" ".join(words))) <= _DATED_WORDS


def _months_in(text: str) -> list[int]:
    words = (month_number(word) for word in _WORD.findall(text))
    return [day.month for day in dates_in(text)] or [number for number in words if number]


def _sentences(passage: Passage) -> Iterator[Quote]:
    return (Quote(passage, span) for span in split_sentences(passage.text))


def _said(quote: Quote) -> str:
    return fold(" ".join(quote.text.split()))


def _names(quote: Quote, end: int) -> bool:
    """Say whether a label is followed by somebody: "Present: Ruth Adeyemi"."""
    behind = " ".join(quote.text.split())[end:]
    return re.match(r"\s*[:—–-]\s*\w", behind) is not None


def _is_about(matter: frozenset[str], quote: Quote) -> bool:
    """Say whether the paragraph of a sentence is about a matter: it has most of its words."""
    text = quote.passage.text
    start = text.rfind(_BREAK, 0, quote.span.start) + 1
    end = text.find(_BREAK, quote.span.end)
    held = stems_of(text[start : end if end >= 0 else len(text)])
    return len(matter & held) * 2 > len(matter)


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath("minutes.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    return {"of": {name: lists.pop(name) for name in ("meeting", "filler", "later")}, **lists}


@cache
def _patterns(table: str, kind: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(fold, _lists()[table][kind]))})(?!\w)")


def _meeting() -> re.Pattern[str]:
    return _patterns("of", "meeting")


def _filler() -> re.Pattern[str]:
    return _patterns("of", "filler")
