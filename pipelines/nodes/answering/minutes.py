"""Minutes: who was at a meeting, who was not, and what was decided, as minutes write it down.

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
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.words import content_words, fold, split_sentences

Asked = Literal["absent", "present", "decided"]
_KINDS: tuple[Asked, ...] = ("absent", "present", "decided")
_BREAK = "\n"


@dataclass(frozen=True, slots=True)
class OfMinutes:
    """What is asked of minutes, and about which matter: stems; none, of the meeting as a whole."""

    kind: Asked
    matter: frozenset[str]


def asked_of_minutes(question: str) -> OfMinutes | None:
    """Return what a question asks of the minutes of a meeting; None where it asks of no meeting.

    Who was at what else than a meeting is another question; a decision may be about a matter.
    """
    folded = fold(question)
    for kind in _KINDS:
        asked = _patterns("asked", kind).search(folded)
        if asked is None:
            continue
        rest = f"{folded[: asked.start()]} {folded[asked.end() :]}"
        meeting = _meeting().search(folded)
        matter = _stems(_meeting().sub(" ", rest))
        if kind == "decided":
            return OfMinutes(kind, matter)
        is_bare = "apologies" in asked[0]
        return OfMinutes(kind, frozenset()) if meeting or is_bare else None
    return None


def told_in_minutes(asked: OfMinutes, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the sentences of a document that say it, in order; () where it is no minutes.

    Args:
        passages: of one document, in reading order.
    """
    sentences = [quote for passage in passages for quote in _sentences(passage)]
    if asked.kind != "decided":
        label = _patterns("labels", asked.kind)
        return tuple(q for q in sentences if (m := label.match(_said(q))) and _names(q, m.end()))
    if asked.matter:
        sentences = [quote for quote in sentences if _is_about(asked.matter, quote)]
    elif not any(_said(quote)[:60] and _meeting().search(_said(quote)) for quote in sentences[:2]):
        return ()
    stated = _patterns("statements", "decided")
    return tuple(quote for quote in sentences if stated.search(_said(quote)))


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
    held = _stems(text[start : end if end >= 0 else len(text)])
    return len(matter & held) * 2 > len(matter)


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(bare_stem, content_words(text)))


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath("minutes.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    return {"of": {"meeting": lists.pop("meeting")}, **lists}


@cache
def _patterns(table: str, kind: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(fold, _lists()[table][kind]))})(?!\w)")


def _meeting() -> re.Pattern[str]:
    return _patterns("of", "meeting")
