"""Checked answer: of what a model wrote, what its passages support, with marks that are right.

A sentence stays when a passage that it cites supports it; one without a mark, or with a wrong one,
gets that of the passage that does. What none supports is left out. What only leads on to something
stays with it, and so does a sentence that says what is missing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.citation_marks import Mark, join_marks, split_marks, strip_marks
from pipelines.nodes.answering.links import unlink_marks
from pipelines.nodes.answering.tappable import has_tappable
from pipelines.nodes.checking.contradictions import (
    lacks_number,
    says_it_is_missing,
    without_reply,
)
from pipelines.nodes.checking.given import without_given, works_out
from pipelines.nodes.checking.support import (
    Objection,
    ObjectionWeights,
    Source,
    names_section,
    objection,
    read_together,
    says,
)
from pipelines.nodes.text.words import content_words, split_sentences

_MARKUP = re.compile(r"^(?:[-–—*•·#>|]+|\d{1,2}[.)])\s+|[*_`~|]+")
_HEADING = re.compile(r"\s*(?:#{1,6}\s[^\n]*|\*\*[^*\n]+[^*\n.!?]\*\*)\s*")
_STOP = re.compile(r"[.!?…]+$|\s*\|\s*$")  # of a sentence, of a row
_HEAD_OF_TABLE = re.compile(r"\s*\n\s*\|?\s*:?-{2,}")  # what follows on one
_ENDED = re.compile(r"[.!?…。！？]\W*(?:\[\d[\d, ]*\]\W*)*$|\]\W*[.!?…]$|\n\s*$")
_LEADS = (":", "：")
_ENOUGH = 2  # words of a claim that may be looked for where it does not point
_MOST_READ = 3  # sources that are read together with a claim
_FEWEST_KEPT = 0.5  # of an answer's claims: less says something else than was written


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer: where it stands without marks, and the passages that it cites.

    text: its words, without markup; numbers: those of its marks, from 1.
    """

    span: Span
    text: str
    numbers: tuple[int, ...]
    is_heading: bool = False

    @property
    def tells(self) -> bool:
        """Whether it says something that a passage may support."""
        return bool(content_words(self.text)) and not self.leads

    @property
    def leads(self) -> bool:
        """Whether it only leads on to what follows."""
        return self.is_heading or self.text.endswith(_LEADS)


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
        said = text[span.start : span.end]
        bare, is_heading = _MARKUP.sub("", said).strip(), _HEADING.fullmatch(said) is not None
        claims.append(Claim(span, bare, tuple(dict.fromkeys(numbers)), is_heading))
    return Written(text, tuple(claims))


@dataclass(slots=True)
class Weighing:
    """What speaks against a claim, source by source; none is looked at twice.

    query: the embedding of the claim; sources[i] is what [i + 1] stands for; language: of the
    answer. read: by number of a source, the log odds that it bears the claim out, of those that
    were read together with it. question: which it answers; results: what the answer works out, see
    `without_given`.
    """

    claim: Claim
    query: QueryEmbedding
    sources: Sequence[Source]
    language: str
    question: str = ""
    results: frozenset[str] = frozenset()
    read: dict[int, float] = field(default_factory=dict)
    _known: dict[int, Objection] = field(default_factory=dict)

    def doubtful(self) -> tuple[tuple[int, str], ...]:
        """Return the numbers of the sources that are worth reading together with the claim.

        Those that it cites; where none of them seems to bear it out, the best of all others, too.
        Each with what of it is to be read; none that something is computed from, which stands in no
        text, nor one that says it word for word.
        """
        looked_at = self._cited[:_MOST_READ]
        seems_right = any(map(self._seems_right, looked_at))
        if not seems_right and (best := self._best) is not None:
            looked_at = [*looked_at, best]
        return tuple(
            (number, read_together(self.claim.text, self.query, self.sources[number - 1]))
            for number in looked_at
            if self._is_worth_reading(number)
        )

    def _is_worth_reading(self, number: int) -> bool:
        source = self.sources[number - 1]
        if source.computed or says(self.claim.text, source):
            return False
        return self._at_first(number).is_doubtful()

    def supporting(self) -> tuple[int, ...]:
        """Return the numbers of the sources that support it: cited ones, else the best of all.

        What a cited source seemed to bear out until both were read together, nothing else does.
        """
        least = ObjectionWeights().least
        cited = self._cited
        if right := tuple(number for number in cited if self._against(number) <= least):
            return right
        if any(map(self._seems_right, cited)):
            return ()
        if len(cited) > 1:
            together = _joined([self.sources[number - 1] for number in cited])
            if self._objection(together).total <= least:
                return tuple(cited)
        if (best := self._best) is None:
            return ()
        is_strange = bool(cited) or self.sources[best - 1].is_foreign_to(self.language)
        most = ObjectionWeights().least_strange if is_strange else least
        return (best,) if self._against(best) <= most else ()

    def _seems_right(self, number: int) -> bool:
        return self._at_first(number).total <= ObjectionWeights().least

    @property
    def _cited(self) -> list[int]:
        return [number for number in self.claim.numbers if number <= len(self.sources)]

    @property
    def _best(self) -> int | None:
        """The source, of those that are not cited, against which the least speaks.

        Of another language only where none is cited: letters tell little of those.
        """
        if len(content_words(self.claim.text)) < _ENOUGH:
            return None
        others = [n for n in range(1, len(self.sources) + 1) if n not in self._cited]
        if self._cited:
            others = [n for n in others if not self.sources[n - 1].is_foreign_to(self.language)]
        return min(others, key=lambda n: self._at_first(n).total, default=None)

    def _against(self, number: int) -> float:
        at_first = self._at_first(number)
        if number not in self.read:
            return at_first.total
        odds, source = self.read[number], self.sources[number - 1].whole
        if works_out(self.claim.text, source, self.question, self.results):
            odds = max(odds, ObjectionWeights().unread)  # who reads both cannot reckon
        return at_first.reread(odds)

    def _at_first(self, number: int) -> Objection:
        if number not in self._known:
            self._known[number] = self._objection(self.sources[number - 1])
        return self._known[number]

    def _objection(self, source: Source) -> Objection:
        crosses = source.is_foreign_to(self.language)
        said = without_reply(self.claim.text)
        said = without_given(said, source.whole, self.question, self.results)
        return objection(said, self.query, source, crosses=crosses)


def keep_supported(
    written: Written, found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> str:
    """Return an answer without what no source supports, its marks put right; "" if that is most.

    What it says again, word for word, is left out, too: a small model goes round in circles.

    Args:
        found: by claim, the numbers of the sources that support it.
    """
    telling = [at for at, claim in enumerate(written.claims) if claim.tells]
    kept = [at for at in telling if found[at]]
    if not kept or len(kept) < _FEWEST_KEPT * len(telling):
        return ""
    again = _said_again(written.claims)
    stays = [
        at not in again and (bool(found[at]) or _goes_along(at, written, found, sources))
        for at in range(len(written.claims))
    ]
    return _written_anew(written, stays, found)


def _said_again(claims: Sequence[Claim]) -> frozenset[int]:
    """Return which claims say what was said since something led on: "On Sunday: …"."""
    again, said = set[int](), set[str]()
    for at, claim in enumerate(claims):
        if claim.leads:
            said.clear()
        elif claim.tells:
            words = _STOP.sub("", " ".join(claim.text.split()))
            if words in said:
                again.add(at)
            said.add(words)
    return frozenset(again)


def ended(text: str) -> str:
    """Return as much of a text that still grows as consists of whole sentences."""
    spans = split_sentences(text)
    last = strip_marks(text[spans[-1].start :]).strip() if spans else ""
    is_number = bool(last) and not any(map(str.isalpha, last))  # of what comes: "3.1."
    if not spans or (_ENDED.search(text) and not is_number):
        return text
    return text[: spans[-1].start].rstrip()


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
    if claim.is_heading and not any(names_section(claim.text, source) for source in sources):
        return False
    if claim.leads:
        following = written.claims[at + 1 :]
        until = next(
            (n for n, one in enumerate(following) if _ends_lead(one, claim)), len(following)
        )
        return any(found[at + 1 : at + 1 + until])
    if not claim.tells:
        return True
    whole = "\n".join(source.whole for source in sources)
    is_harmless = not has_tappable(claim.text) and not lacks_number(claim.text, whole)
    return is_harmless and says_it_is_missing(claim.text)


def _ends_lead(claim: Claim, lead: Claim) -> bool:
    """Say whether what something led on to ends here: at the next heading, or the next lead."""
    return claim.is_heading or (claim.leads and not lead.is_heading)


def _written_anew(written: Written, stays: Sequence[bool], found: Sequence[tuple[int, ...]]) -> str:
    parts, marks, length, done = list[str](), list[Mark](), 0, 0
    for claim, is_kept, numbers in zip(written.claims, stays, found, strict=True):
        between = written.text[done : claim.span.start]
        done = claim.span.end
        said = between + written.text[claim.span.start : claim.span.end] if is_kept else ""
        parts.append(said)
        length += len(said)
        if is_kept and numbers and not _HEAD_OF_TABLE.match(written.text, claim.span.end):
            stop = _STOP.search(said)
            before = length - len(said) + stop.start() if stop else length
            marks.append(Mark(at=before, lead=" ", numbers=numbers))
    return join_marks("".join(parts), marks).strip()
