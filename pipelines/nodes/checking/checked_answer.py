"""Checked answer: of what a model wrote, what its passages support, with marks that are right.

A sentence stays when a passage that it cites supports it; one without a mark, or with a wrong one,
gets that of the passage that does. What none supports is left out. What only leads on to something
stays with it, and so does a sentence that says what is missing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.citation_marks import Mark, join_marks, split_marks, strip_marks
from pipelines.nodes.answering.links import unlink_marks
from pipelines.nodes.answering.tappable import has_tappable
from pipelines.nodes.checking.contradictions import lacks_number, says_it_is_missing
from pipelines.nodes.checking.support import ObjectionWeights, Source, objection
from pipelines.nodes.text.words import content_words, split_sentences

_MARKUP = re.compile(r"^(?:[-–—*•·#>|]+|\d{1,2}[.)])\s+|[*_`~|]+")
_STOP = re.compile(r"[.!?…]+$")
_ENDED = re.compile(r"[.!?…。！？]\W*(?:\[\d[\d, ]*\]\W*)*$|\]\W*[.!?…]$|\n\s*$")
_LEADS = (":", "：")
_ENOUGH = 2  # words of a claim that may be looked for where it does not point
_FEWEST_KEPT = 0.5  # of an answer's claims: less says something else than was written


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer: where it stands without marks, and the passages that it cites.

    text: its words, without markup; numbers: those of its marks, from 1.
    """

    span: Span
    text: str
    numbers: tuple[int, ...]

    @property
    def tells(self) -> bool:
        """Whether it says something that a passage may support."""
        return bool(content_words(self.text)) and not self.leads

    @property
    def leads(self) -> bool:
        """Whether it only leads on to what follows."""
        return self.text.endswith(_LEADS)


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, apart: its text without marks, and its sentences."""

    text: str
    claims: tuple[Claim, ...]


def read_claims(answer: str, passages: int) -> Written:
    """Take an answer apart; marks that point to none of so many passages are dropped."""
    text, marks = split_marks(unlink_marks(answer), highest=passages)
    spans = split_sentences(text)
    claims = []
    for at, span in enumerate(spans):
        until = spans[at + 1].start if at + 1 < len(spans) else len(text) + 1
        numbers = [n for mark in marks if span.start < mark.at <= until for n in mark.numbers]
        bare = _MARKUP.sub("", text[span.start : span.end]).strip()
        claims.append(Claim(span, bare, tuple(dict.fromkeys(numbers))))
    return Written(text, tuple(claims))


def supporting(
    claim: Claim, query: QueryEmbedding, sources: Sequence[Source], language: str
) -> tuple[int, ...]:
    """Return the numbers of the sources that support a claim: cited ones, else the best of all.

    Args:
        query: the embedding of the claim.
        sources: sources[i] is what [i + 1] stands for.
        language: of the answer.
    """
    cited = [number for number in claim.numbers if number <= len(sources)]
    against = {number: _against(claim, query, sources[number - 1], language) for number in cited}
    least = ObjectionWeights().least
    if right := tuple(number for number in cited if against[number] <= least):
        return right
    if len(cited) > 1:
        together = _joined([sources[number - 1] for number in cited])
        if _against(claim, query, together, language) <= least:
            return tuple(cited)
    if len(content_words(claim.text)) < _ENOUGH:
        return ()
    others = {
        number: _against(claim, query, source, language)
        for number, source in enumerate(sources, start=1)
        if number not in against
    }
    best = min(others, key=lambda number: others[number], default=None)
    return (best,) if best is not None and others[best] <= least else ()


def keep_supported(
    written: Written, found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> str:
    """Return an answer without what no source supports, its marks put right; "" if that is most.

    Args:
        found: by claim, the numbers of the sources that support it.
    """
    telling = [at for at, claim in enumerate(written.claims) if claim.tells]
    kept = [at for at in telling if found[at]]
    if not kept or len(kept) < _FEWEST_KEPT * len(telling):
        return ""
    stays = [
        bool(found[at]) or _goes_along(at, written, found, sources)
        for at in range(len(written.claims))
    ]
    return _written_anew(written, stays, found)


def ended(text: str) -> str:
    """Return as much of a text that still grows as consists of whole sentences."""
    spans = split_sentences(text)
    last = strip_marks(text[spans[-1].start :]).strip() if spans else ""
    is_number = bool(last) and not any(map(str.isalpha, last))  # of what comes: "3.1."
    if not spans or (_ENDED.search(text) and not is_number):
        return text
    return text[: spans[-1].start].rstrip()


def _against(claim: Claim, query: QueryEmbedding, source: Source, language: str) -> float:
    return objection(claim.text, query, source, crosses=source.is_foreign_to(language))


def _joined(sources: Sequence[Source]) -> Source:
    """Put sources behind one another, for a sentence that draws on several."""
    first = sources[0]
    texts, vectors, offsets, length = list[str](), [], [], 0
    for source in sources:
        texts.append(source.text)
        if source.vectors is not None:
            vectors.append(source.vectors.vectors)
            offsets.append(source.vectors.offsets + length)
        length += len(source.text) + 1
    whole = TokenVectors(np.concatenate(vectors), np.concatenate(offsets)) if vectors else None
    under = "\n".join(dict.fromkeys(source.under for source in sources))
    computed = "\n".join(dict.fromkeys(source.computed for source in sources))
    return replace(first, text="\n".join(texts), under=under, vectors=whole, computed=computed)


def _goes_along(
    at: int, written: Written, found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> bool:
    """Say whether a sentence that no source supports stays with those that one does."""
    claim = written.claims[at]
    if claim.leads:
        following = written.claims[at + 1 :]
        until = next((n for n, one in enumerate(following) if one.leads), len(following))
        return any(found[at + 1 : at + 1 + until])
    if not claim.tells:
        return True
    whole = "\n".join(source.whole for source in sources)
    is_harmless = not has_tappable(claim.text) and not lacks_number(claim.text, whole)
    return is_harmless and says_it_is_missing(claim.text)


def _written_anew(written: Written, stays: Sequence[bool], found: Sequence[tuple[int, ...]]) -> str:
    parts, marks, length, done = list[str](), list[Mark](), 0, 0
    for claim, is_kept, numbers in zip(written.claims, stays, found, strict=True):
        between = written.text[done : claim.span.start]
        done = claim.span.end
        said = between + written.text[claim.span.start : claim.span.end] if is_kept else ""
        parts.append(said)
        length += len(said)
        if is_kept and numbers:
            stop = _STOP.search(said)
            before = length - len(said) + stop.start() if stop else length
            marks.append(Mark(at=before, lead=" ", numbers=numbers))
    return join_marks("".join(parts), marks).strip()
