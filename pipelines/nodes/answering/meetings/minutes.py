"""Minutes: who was at a meeting and how many, what was decided, by which votes, and whose.

"Apologies: Sheila Grant" has no word of "who wasn't at the meeting?", nor has a decision one of
"what was decided?"; what asks and what says it are known forms of this one kind of text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import AskedKind
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.proposals import turns_down, with_outcome, with_proposal
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.meetings.dates import dated, day_among, day_numbers, month_numbers
from pipelines.nodes.answering.meetings.items import (
    Item,
    chooses,
    item_about,
    items_of,
    stems_of,
)
from pipelines.nodes.answering.meetings.wording import (
    filler,
    heading_of,
    meeting,
    patterns,
    said_of,
    sentences_of,
)
from pipelines.nodes.answering.quotable import answers_alone, is_no_heading
from pipelines.nodes.questions.anchors import Anchor
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.calendar import days_named, month_number, months_named
from pipelines.nodes.text.glossary import bare_stem, meanings, meant
from pipelines.nodes.text.words import content_words, fold, split_sentences

Asked = Literal[  # in this order they are looked for: the first that is asked is meant
    "voter",
    "voters",
    "dated",
    "absent",
    "present",
    "decided",
    "settled",
    "voted",
    "quorum",
    "attended",
    "chosen",
    "charged",
    "planned",
    "reason",
]
Side = Literal["", "for", "against", "abstained"]
_SIDES: tuple[Side, ...] = ("abstained", "against", "for")
_KINDS: tuple[Asked, ...] = get_args(Asked)
# They are asked of one matter, and of no meeting as a whole.
_OF_A_MATTER = ("dated", "settled", "voted", "chosen", "reason", "planned", "charged")
_OF_ITEMS = ("chosen", "reason", "planned")  # which nothing but the items of minutes tell
# The share of the words of a matter that an item holds: "why" is asked of much else.
_MOST_HELD, _NEARLY_ALL_HELD = 0.6, 0.75
_HEAD = 4  # sentences
_BREAK = "\n"
_LINE = re.compile(r"(?<=\n)(?=.)")
_WHY = AskedKind("why")
_WORD = re.compile(r"[^\W\d_]+")
_MATTER_WORD = re.compile(r"[^\W\d_]+|(?<!\w)(?!(?:19|20)\d\d)\d{3,4}(?!\w)")  # "room 514", no year
_NUMBERED = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)]|[-–—*•·])\s")
_DIGIT = re.compile(r"\d")
_VOTES = re.compile(r"\s*[:—–-]\s*\d")  # "against: 2"
_OF = r"(?:[:—–-]\s*(?:\d+\s*[(:,—–-]?\s*)?|\d+\s*[(:—–-]\s*|\(\s*)"
_NAMED_VOTES = re.compile(rf"\s*{_OF}[^\W\d_a-zа-яё][^\W\d_]")  # «против — 1 (Титов)»
_VOTER = re.compile(
    r"(?<!\w)[^\W\d_a-zа-яё][\w’'-]+\s+(?:(?:про)?голосовал|воздерж|voted|abstained)"
)
_PERSON = re.compile(r"(?<!^)(?<![.:!?] )\b[^\W\d_a-zа-яё](?:[a-zа-яё]+|\.)")
_LONGEST_TITLE = 8  # words


@dataclass(frozen=True, slots=True)
class OfMinutes:
    """What is asked of minutes, and about which matter: stems; none, of the meeting as a whole."""

    kind: Asked
    matter: frozenset[str]
    month: int | None = None  # in which the meeting was
    said: str = ""  # of the matter, as it was
    side: Side = ""  # on which it is asked who voted
    voter: frozenset[str] = frozenset()  # stems of the name of whoever it is asked of how they did
    day: int | None = None  # of that month


def asked_of_minutes(question: str) -> OfMinutes | None:
    """Return what a question asks of the minutes of a meeting; None where it asks of no meeting."""
    asked = _asked_of_some(question)
    days = set(day_numbers(fold(question)))
    return replace(asked, day=days.pop()) if asked and asked.month and len(days) == 1 else asked


def _asked_of_some(question: str) -> OfMinutes | None:
    """Return what is asked, whichever the day.

    Who was at what else than a meeting is another question; a decision may be about a matter. Who
    was absent, and no more, is asked of whichever meeting has minutes.
    """
    folded = fold(question)
    for kind in _KINDS:
        asked = patterns("asked", kind).search(folded)
        if asked is None:
            continue
        voter = _named(asked) if kind == "voter" else frozenset[str]()
        if kind == "voter" and not voter:
            continue
        # of "which *fence* firm was chosen"
        of_what = " ".join(filter(None, asked.groups())) if kind == "chosen" else ""
        rest = f"{folded[: asked.start()]} {of_what} {folded[asked.end() :]}"
        is_of_meeting = meeting().search(folded) is not None
        month = _month_in(folded)
        words = (w for w in _MATTER_WORD.findall(rest) if month is None or month_number(w) != month)
        said = filler().sub(" ", meeting().sub(" ", " ".join(words)))
        matter = stems_of(said)
        if matter and patterns("of", "later").search(folded):
            return None
        if kind == "decided":
            return OfMinutes(kind, matter, month, said)
        if kind in ("voters", "voter"):
            side = _side_of(folded) if kind == "voters" else ""
            return OfMinutes(kind, matter, month, said, side, voter)
        if kind in _OF_A_MATTER:
            return OfMinutes(kind, matter, month, said) if matter else None
        if kind in ("quorum", "attended"):
            is_whole = not matter and (is_of_meeting or kind == "quorum")
            return OfMinutes(kind, matter, month, said) if is_whole else None
        is_bare = kind == "absent" and (not matter or "apologies" in asked[0])
        return OfMinutes(kind, frozenset(), month) if is_of_meeting or is_bare else None
    return None


def _named(asked: re.Match[str]) -> frozenset[str]:
    """Return the stems of whom a pattern with a group found; none of all who were there."""
    who = next(filter(None, asked.groups()), "")
    return stems_of(filler().sub(" ", meeting().sub(" ", who)))


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
    sentences = [quote for passage in passages for quote in sentences_of(passage)]
    if asked.month:
        sentences = dated(asked.month, month_numbers, sentences)
    if asked.day:
        sentences = dated(asked.day, day_numbers, sentences)
    if asked.kind in ("voters", "voter"):
        return _voters(asked, sentences)
    if asked.kind == "charged":
        return _charged(asked, sentences)
    if asked.kind == "dated":
        decided = _decided_of(asked, sentences)
        day = day_among(decided[0], sentences) if decided else None
        return (day, *decided) if day else ()
    if asked.kind in ("quorum", "attended"):
        stated = patterns("statements", asked.kind)
        return tuple(quote for quote in sentences if stated.search(said_of(quote)))[:1]
    if asked.matter and (quotes := _of_item(asked, sentences)):
        return _as_decided(asked, quotes, sentences)
    if asked.kind in _OF_ITEMS:
        return ()
    if asked.kind in _OF_A_MATTER:
        return _of_matter(asked, sentences)
    if asked.kind != "decided":
        label = patterns("labels", asked.kind)
        return tuple(q for q in sentences if (m := label.match(said_of(q))) and _names(q, m.end()))
    if asked.matter:
        about = [quote for quote in sentences if _is_about(asked, quote)]
        decided = _decided(about) or _decided(_of_sections(asked, sentences))
        return _as_decided(asked, _on_matter(asked, decided, sentences), sentences)
    if asked.month is None and not _is_minutes(sentences[:2]):
        return ()
    return _decided(sentences)


def _is_minutes(head: Sequence[Quote]) -> bool:
    """Say whether the first sentences of a document, or its title, name a meeting."""
    return any(meeting().search(f"{said_of(q)}\n{fold(q.passage.title or '')}") for q in head)


def _on_matter(
    asked: OfMinutes, decided: Sequence[Quote], sentences: Sequence[Quote]
) -> tuple[Quote, ...]:
    """Return those of some decisions that are on a matter: what was said since the last one is.

    "Resolved: the café opens until six. Ivo proposed a coffee machine. Not carried." All of them
    where no one has more of its words.
    """
    told: list[frozenset[str]] = []
    for quote in decided:
        at = sentences.index(quote)
        since = next((n for n in range(at - 1, -1, -1) if _ends_matter(sentences[n], quote)), -1)
        text = " ".join(one.text for one in sentences[since + 1 : at + 1])
        told.append(_held(asked, text, quote))
    most = max(map(len, told), default=0)
    if most < _MOST_HELD * len(asked.matter):
        return tuple(decided)
    return tuple(q for q, held in zip(decided, told, strict=True) if len(held) == most)


def _as_decided(
    asked: OfMinutes, quotes: Sequence[Quote], sentences: Sequence[Quote]
) -> tuple[Quote, ...]:
    """Put what was decided before what was turned down, and that behind what was proposed.

    Not where the matter is that of the proposal: a barrier, and no lines on the car park.
    """
    told = dict.fromkeys(map(with_proposal, quotes))
    taken = [quote for quote in told if not turns_down(quote.text)]
    refused = [quote for quote in told if quote not in taken]
    most = max((len(_held(asked, quote.text, quote)) for quote in taken), default=0)
    ended = (whole for one in sentences if turns_down((whole := with_outcome(one)).text))
    of_it = [one for one in (*refused, *ended) if len(_held(asked, one.text, one)) > most]
    return tuple(dict.fromkeys((*of_it, *taken, *refused)))


def _ends_matter(before: Quote, quote: Quote) -> bool:
    """Say whether with a sentence before another one an earlier matter ends."""
    return heading_of(before) != heading_of(quote) or bool(_decided([before]))


def _charged(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the sentence of minutes that says who is to see to a matter."""
    stated = patterns("statements", "charged")
    if not _is_minutes(sentences[:_HEAD]):
        return ()
    told = [q for q in sentences if stated.search(said_of(q)) and _PERSON.search(q.text)]
    shares = [len(_held(asked, quote.text, quote)) / len(asked.matter) for quote in told]
    most = max(shares, default=0.0)
    if most < _MOST_HELD:
        return ()
    return tuple(q for q, share in zip(told, shares, strict=True) if share == most)[:1]


def _decided(sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the sentences that say what was decided, and not only proposed."""
    stated, proposed = (patterns("statements", name) for name in ("decided", "proposed"))
    decided = [quote for quote in sentences if stated.search(said_of(quote))]
    return tuple(q for q in decided if not proposed.search(said_of(q)[: _start(stated, q)]))


def _start(stated: re.Pattern[str], quote: Quote) -> int:
    """Return where a sentence begins to say what was decided."""
    found = stated.search(said_of(quote))
    return found.start() if found else 0


def _of_sections(asked: OfMinutes, sentences: Sequence[Quote]) -> list[Quote]:
    """Return what the paragraphs about a matter say, and those behind them up to the next title.

    "Resolved: Tuesdays only." stands in a line of its own, and has no word of what it is about.
    """
    found, is_about, heading = list[Quote](), False, ""
    for quote in sentences:
        above, heading = heading, heading_of(quote)
        if _begins_another(quote) or heading != above:
            is_about = len(_held(asked, heading, quote)) * 2 > len(asked.matter)
        is_about = is_about or _is_about(asked, quote)
        is_row = place_at(quote.passage, quote.span.start).row is not None  # what one is to do
        if is_about and not is_row:
            found.append(quote)
    return found


def _begins_another(quote: Quote) -> bool:
    """Say whether a sentence is a title, or opens an item of a list."""
    text, span = quote.passage.text, quote.span
    is_title = not answers_alone(quote.text, item=is_no_heading(text, span))
    opens = not text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
    return is_title or (opens and _NUMBERED.match(quote.text) is not None)


def _side_of(question: str) -> Side:
    return next((one for one in _SIDES if patterns("sides", one).search(question)), "")


def _voters(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the sentences that say who was on a side: of one matter, where one is named.

    Where no names are given, those that say how many were.
    """
    sides = [patterns("sides", one) for one in _SIDES if asked.side in ("", one)]
    votes = [q for q in sentences if any(_counts(side, q.text) for side in sides)]
    item = _item_about(asked, sentences, least=_MOST_HELD) if asked.matter else None
    told = (*item.voted, *item.decided, *item.heard) if item else ()
    if of_it := [quote for quote in votes if quote in told]:
        votes = of_it
    elif asked.matter:
        shares = [_share_told(asked, quote, sentences) for quote in votes]
        most = max(shares, default=0.0)
        votes = [q for q, share in zip(votes, shares, strict=True) if share == most > 0]
    if asked.voter:
        own = [len(asked.voter & stems_of(quote.text)) for quote in votes]
        return tuple(q for q, held in zip(votes, own, strict=True) if held == max(own) > 0)
    named = [q for q in votes if any(_counts(side, q.text, named=True) for side in sides)]
    return tuple(named or votes)


def not_of_voter(asked: OfMinutes, anchors: Sequence[Anchor]) -> tuple[Anchor, ...]:
    """Return what a question hangs on but the name of a voter, of which a vote has the last one."""
    return tuple(one for one in anchors if not asked.voter & stems_of(one.text))


def _counts(side: re.Pattern[str], text: str, *, named: bool = False) -> bool:
    """Say whether a sentence tells how many voted on a side, or who."""
    folded = fold_in_place(text)
    behind = [text[found.end() :] for found in side.finditer(folded)]
    if any(_NAMED_VOTES.match(rest) for rest in behind) or (behind and _VOTER.search(text)):
        return True
    told = sum(patterns("sides", one).search(folded) is not None for one in _SIDES)
    is_count = told > 1 and _DIGIT.search(text) is not None  # "2 for, 4 against"
    return not named and bool(behind) and (is_count or any(map(_VOTES.match, behind)))


def _share_told(asked: OfMinutes, quote: Quote, sentences: Sequence[Quote]) -> float:
    """Return which share of a matter, 0..1, is told of where a vote stands, or right above that."""
    text, at = quote.passage.text, sentences.index(quote)
    start = text.rfind(_BREAK, 0, quote.span.start) + 1
    above = [one for one in sentences[:at] if one.span.end <= start or one.passage != quote.passage]
    end = text.find(_BREAK, quote.span.end)
    told = [heading_of(quote), text[start : end if end >= 0 else len(text)]]
    if _opens_with_side(text[start:]) and above and heading_of(above[-1]) == heading_of(quote):
        told.append(above[-1].text)
    return len(_held(asked, " ".join(told), quote)) / len(asked.matter)


def _held(asked: OfMinutes, text: str, quote: Quote) -> frozenset[str]:
    """Return which words of a matter a text of minutes has, if in other words or abroad."""
    known = meanings(content_words(asked.said), quote.passage.language)
    meant_there = map(bare_stem, meant(known, content_words(text)))
    return asked.matter & (stems_of(text) | frozenset(meant_there))


def _opens_with_side(text: str) -> bool:
    return any(patterns("sides", one).match(fold(text)) for one in _SIDES)


def _of_item(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return what the item that is about a matter says of it: what was decided, and by how many."""
    least = _NEARLY_ALL_HELD if asked.kind == "reason" else _MOST_HELD
    item = _item_about(asked, sentences, least=least)
    if item is None:
        return ()
    if asked.kind == "chosen":
        return tuple(q for q in (*item.decided, *item.heard) if chooses(q.text))[:1]
    if asked.kind == "reason":
        of_it = (q for q in item.heard if asked.matter & stems_of(q.text))
        given = (q for q in (*item.decided, *of_it) if holds(_WHY, q.text, ""))
        return tuple(given)[:1]
    if asked.kind == "voted":
        return (*item.voted, *item.decided[:1]) if item.voted else ()
    decided = _on_matter(asked, item.decided, [*item.heard, *item.decided])
    return (*decided, *item.voted) if item.decided else ()


def _item_about(asked: OfMinutes, sentences: Sequence[Quote], *, least: float) -> Item | None:
    """Return the item that is about a matter, whose words may be those of another language."""
    items = items_of(sentences)
    for item in items:
        if told := (*item.heard, *item.decided, *item.voted):
            item.matter |= _held(asked, " ".join(item.matter), told[0])
    return item_about(asked.matter, items, least=least)


def _decided_of(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return what was decided of a matter: in its item, or else in the paragraph about it."""
    item = _item_about(asked, sentences, least=_MOST_HELD)
    if item is not None and item.decided:
        return tuple(item.decided)
    stated = patterns("statements", "decided")
    said = (q for q in sentences if stated.search(said_of(q)) and _share(asked, q) >= _MOST_HELD)
    return tuple(said)[:1]


def _share(asked: OfMinutes, quote: Quote) -> float:
    """Return which share of a matter, 0..1, a sentence and its heading have."""
    return len(_held(asked, f"{heading_of(quote)} {quote.text}", quote)) / len(asked.matter)


def outcome_of(title: Quote) -> Quote | None:
    """Return the sentence that says how an item of minutes ended, of which the title is quoted.

    "6. Moving choir night to Thursday. Some had asked. Not carried." None where a sentence is no
    title, or nothing in its paragraph was settled, or in those below a title that has a line.
    """
    text, span = title.passage.text, title.span
    start = text.rfind(_BREAK, 0, span.start) + 1
    opens = _NUMBERED.fullmatch(text[start : span.start]) or _NUMBERED.match(title.text)
    settled = patterns("statements", "settled")
    if (
        not opens
        or len(_WORD.findall(title.text)) > _LONGEST_TITLE
        or settled.search(said_of(title))
    ):
        return None
    behind = split_sentences(text[span.end : _end_of_item(text, span)])
    of_it = [Quote(title.passage, Span(s.start + span.end, s.end + span.end)) for s in behind]
    ended = (quote for quote in of_it if settled.search(said_of(quote)))
    decided = iter(_decided(of_it) if _has_line(text, span) else ())
    return next(ended, next(decided, None))


def _has_line(text: str, title: Span) -> bool:
    """Say whether nothing stands behind a title in its line, and something below."""
    end = text.find(_BREAK, title.end)
    return end >= 0 and not _WORD.search(text, title.end, end)


def _end_of_item(text: str, title: Span) -> int:
    """Return where an item ends: with its paragraph, or before the next one that is numbered."""
    end = text.find(_BREAK, title.end)
    if _has_line(text, title):
        below = (end + line.start() for line in _LINE.finditer(text[end:]))
        end = next((at for at in below if _NUMBERED.match(text, at)), -1)
    return end if end >= 0 else len(text)


def _of_matter(asked: OfMinutes, sentences: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return how one matter ended: under its heading, or in the paragraph that is about it."""
    headed = [
        quote for quote in sentences if asked.matter <= _held(asked, heading_of(quote), quote)
    ]
    about = headed or [quote for quote in sentences if _is_about(asked, quote)]
    stated = patterns("statements", asked.kind)
    return tuple(quote for quote in about if stated.search(said_of(quote)))


def _names(quote: Quote, end: int) -> bool:
    """Say whether a label is followed by somebody: "Present: Ruth Adeyemi"."""
    behind = " ".join(quote.text.split())[end:]
    return re.match(r"\s*[:—–-]\s*\w", behind) is not None


def _is_about(asked: OfMinutes, quote: Quote) -> bool:
    """Say whether the paragraph of a sentence is about a matter: it has most of its words."""
    text = quote.passage.text
    start = text.rfind(_BREAK, 0, quote.span.start) + 1
    end = text.find(_BREAK, quote.span.end)
    held = _held(asked, text[start : end if end >= 0 else len(text)], quote)
    return len(held) * 2 > len(asked.matter)
