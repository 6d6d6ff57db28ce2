"""Checked answer: of what a model wrote, what its passages support, with marks that are right.

A sentence stays when a passage that it cites supports it; one without a mark, or with a wrong one,
gets that of the passage that does. What none supports is left out. What only leads on to something
stays with it, and so does a sentence that says what is missing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.citation_marks import (
    Mark,
    code_blocks,
    free_blocks,
    join_marks,
    split_marks,
    strip_marks,
)
from pipelines.nodes.answering.links import unlink_marks
from pipelines.nodes.answering.tappable import has_tappable
from pipelines.nodes.checking import courtesies
from pipelines.nodes.checking.alterations import affirms
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
    calls_columns,
    names_section,
    objection,
    read_together,
    says,
)
from pipelines.nodes.text.glossary import inflected, meanings, meant
from pipelines.nodes.text.words import content_words, split_sentences

_MARKUP = re.compile(r"^(?:[-–—*•·#>|]+|\d{1,2}[.)])\s+|[*_`~|]+")
_HEADING = re.compile(r"\s*(?:#{1,6}\s[^\n]*|\*\*[^*\n]+[^*\n.!?]\*\*)\s*")
_STOP = re.compile(r"[.!?…]+$|\s*\|\s*$")  # of a sentence, of a row
_TABLE = re.compile(  # its head, the line below, and its rows
    r"^[^\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*(?:\n[^\n]*\|[^\n]*)*", re.MULTILINE
)
_BELOW_HEAD = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$", re.MULTILINE)
_ENDED = re.compile(r"[.!?…。！？]\W*(?:\[\d[\d, ]*\]\W*)*$|\]\W*[.!?…]$|\n\s*$")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_NO_CODE = re.compile(r"[ \t]*(?:```|#|//|--\s|/?\*)")  # a line that does nothing: fence, comment
_LEADS = (":", "：")
_ENOUGH = 2  # words of a claim that may be looked for where it does not point
_MOST_READ = 3  # sources that are read together with a claim
_FEWEST_KEPT = 0.5  # of an answer's claims: less says something else than was written


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer: where it stands without marks, and the passages that it cites.

    text: its words, without markup; numbers: those of its marks, from 1. block: of the blocks of
    code the one of which it is a line, from 0; a fence or a comment has no words there.
    is_courtesy: it opens or closes a letter, or tells of the answer. table: of the tables the one
    in which it stands, from 0; is_head: it is what its columns are called, or the line below.
    """

    span: Span
    text: str
    numbers: tuple[int, ...]
    is_heading: bool = False
    block: int = -1
    is_courtesy: bool = False
    table: int = -1
    is_head: bool = False

    @property
    def is_code(self) -> bool:
        """Whether it is a line of a block of code."""
        return self.block >= 0

    @property
    def tells(self) -> bool:
        """Whether it says something that a passage may support."""
        is_free = self.leads or self.is_courtesy or self.is_head
        return bool(content_words(self.text)) and not is_free

    @property
    def leads(self) -> bool:
        """Whether it only leads on to what follows."""
        is_free = self.is_code or self.is_courtesy or self.is_head
        return self.is_heading or (not is_free and self.text.endswith(_LEADS))


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, apart: its text without marks, and its sentences."""

    text: str
    claims: tuple[Claim, ...]


def read_claims(answer: str, passages: int) -> Written:
    """Take an answer apart; marks that point to none of so many passages are dropped."""
    text, marks = split_marks(unlink_marks(free_blocks(answer)), highest=passages)
    spans = list(_told_apart(text))
    claims = []
    tables = [Span(*match.span()) for match in _TABLE.finditer(text)]
    for at, (span, block) in enumerate(spans):
        until = spans[at + 1][0].start if at + 1 < len(spans) else len(text) + 1
        numbers = [n for mark in marks if span.start < mark.at <= until for n in mark.numbers]
        said = text[span.start : span.end]
        if block < 0:
            bare, is_heading = _MARKUP.sub("", said).strip(), _HEADING.fullmatch(said) is not None
        else:
            bare, is_heading = "" if _NO_CODE.match(said) else said.strip(), False
        is_courtesy = block < 0 and not is_heading and courtesies.is_courtesy(text, span)
        claim = Claim(span, bare, tuple(dict.fromkeys(numbers)), is_heading, block, is_courtesy)
        claims.append(_within_table(claim, text, tables) if block < 0 else claim)
    return Written(text, tuple(_with_marks_of_block(claims)))


def _told_apart(text: str) -> Iterator[tuple[Span, int]]:
    """Yield the sentences of a text, with -1, and the lines of its code, with their block's."""
    done = 0
    for number, block in enumerate((*code_blocks(text), None)):
        before = text[done : block.start if block else len(text)]
        for span in split_sentences(before):
            yield Span(done + span.start, done + span.end), -1
        if block is not None:
            done = block.end
            for line in _LINE.finditer(text, block.start, block.end):
                yield Span(*line.span()), number


def _within_table(claim: Claim, text: str, tables: Sequence[Span]) -> Claim:
    """Say of a claim in which table it stands, and whether that calls its columns so there."""
    for number, table in enumerate(tables):
        if table.start <= claim.span.start < table.end:
            below = _BELOW_HEAD.search(text, table.start, table.end)
            is_head = below is not None and claim.span.start < below.end()
            return replace(claim, table=number, is_head=is_head, is_courtesy=False)
    return claim


def _with_marks_of_block(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Give each line of a block of code all marks of the block: they stand behind it."""
    for claim in claims:
        if claim.is_code:
            beside = (n for one in claims if one.block == claim.block for n in one.numbers)
            claim = replace(claim, numbers=tuple(dict.fromkeys(beside)))
        yield claim


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
        """Return what speaks against it, and that what is asked about stands elsewhere."""
        return self._as_it_stands(number) + ObjectionWeights().asked * self._is_of_another(number)

    def _is_of_another(self, number: int) -> bool:
        """Say whether it has a word of the question that this source lacks, and another one has.

        "The deposit is returned at 17:00", of keys that are fetched at 17:00.
        """
        asked = content_words(self.question) & content_words(self.claim.text)
        source = self.sources[number - 1]
        if not asked or source.is_foreign_to(self.language) or says(self.claim.text, source):
            return False
        held = content_words(source.whole)
        lacking = asked - held - meant(meanings(asked, source.language), held)
        lacking -= inflected(lacking, held)
        return any(lacking & content_words(other.text) for other in self.sources)

    def _as_it_stands(self, number: int) -> float:
        at_first = self._at_first(number)
        if number not in self.read:
            return at_first.total
        odds, source = self.read[number], self.sources[number - 1]
        if works_out(self.claim.text, source.whole, self.question, self.results) or affirms(
            self.claim.text, source.text, source.meanings_of(self.claim.text)
        ):
            odds = max(odds, ObjectionWeights().unread)  # who reads both cannot reckon, nor nod
        return at_first.reread(odds)

    def _at_first(self, number: int) -> Objection:
        if number not in self._known:
            self._known[number] = self._objection(self.sources[number - 1])
        return self._known[number]

    def _objection(self, source: Source) -> Objection:
        crosses = source.is_foreign_to(self.language)
        said = without_reply(self.claim.text)
        said = without_given(said, source.whole, self.question, self.results)
        return objection(said, self.query, source, crosses=crosses, language=self.language)


def keep_supported(
    written: Written, found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> str:
    """Return an answer without what no source supports, its marks put right; "" if that is most.

    What it says again, word for word, is left out, too: a small model goes round in circles.

    Args:
        found: by claim, the numbers of the sources that support it.
    """
    found = _of_whole_blocks(written.claims, found)
    found = _of_headed_tables(written.claims, found, sources)
    telling = [at for at, claim in enumerate(written.claims) if claim.tells]
    kept = [at for at in telling if found[at]]
    if not kept or len(kept) < _FEWEST_KEPT * len(telling):
        return ""
    again = _said_again(written.claims)
    found = _with_comments(written, found, sources)
    stays = [
        at not in again and (bool(found[at]) or _goes_along(at, written, found, sources))
        for at in range(len(written.claims))
    ]
    return _written_anew(written, stays, found)


def _of_whole_blocks(
    claims: Sequence[Claim], found: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return what supports each claim; nothing where it is a line of code beside one that falls.

    Half of a script does something else than the whole.
    """
    fallen = {
        c.block for c, by in zip(claims, found, strict=True) if c.is_code and c.tells > bool(by)
    }
    return [() if c.block in fallen else by for c, by in zip(claims, found, strict=True)]


def _of_headed_tables(
    claims: Sequence[Claim], found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> list[tuple[int, ...]]:
    """Return what supports each claim; nothing where it is a row under a head that none bears out.

    A row says what it says by what its columns are called.
    """
    whole = "\n".join(source.whole for source in sources)
    fallen = {c.table for c in claims if c.is_head and not calls_columns(c.text, whole)}
    return [() if c.table in fallen else by for c, by in zip(claims, found, strict=True)]


def _with_comments(
    written: Written, found: Sequence[tuple[int, ...]], sources: Sequence[Source]
) -> list[tuple[int, ...]]:
    """Let fences, and comments that a source has to the letter, stand by what a block has."""
    standing: dict[int, dict[int, None]] = {}
    for claim, by in zip(written.claims, found, strict=True):
        if claim.is_code:
            standing.setdefault(claim.block, {}).update(dict.fromkeys(by))
    whole = "\n".join(source.text for source in sources)

    def of(claim: Claim, by: tuple[int, ...]) -> tuple[int, ...]:
        line = written.text[claim.span.start : claim.span.end].strip()
        stands = claim.tells or line.startswith("```") or line in whole
        return tuple(standing[claim.block]) if claim.is_code and stands else by

    return [of(claim, by) for claim, by in zip(written.claims, found, strict=True)]


def _said_again(claims: Sequence[Claim]) -> frozenset[int]:
    """Return which claims say what was said since something led on: "On Sunday: …"."""
    again, said = set[int](), set[str]()
    for at, claim in enumerate(claims):
        if claim.leads:
            said.clear()
        elif claim.tells and not claim.is_code:
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
        return _without_begun_table(text)
    return _without_begun_table(text[: spans[-1].start].rstrip())


def _without_begun_table(text: str) -> str:
    """Return a text that still grows without a table of which nothing but the head is there."""
    lines = text.split("\n")
    first = len(lines)
    while first and ("|" in lines[first - 1] or (first == len(lines) and not lines[first - 1])):
        first -= 1
    begun = "\n".join(lines[first:])
    is_begun = "|" in begun and _BELOW_HEAD.search(begun) is None and text.count("```") % 2 == 0
    return "\n".join(lines[:first]) if is_begun else text


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
    if claim.is_code:
        return False
    if claim.is_head:
        rows = zip(written.claims, found, strict=True)
        return any(by for row, by in rows if row.table == claim.table)
    if claim.is_heading and not any(names_section(claim.text, source) for source in sources):
        return False
    if claim.leads:
        following = written.claims[at + 1 :]
        if following and following[0].is_code:
            return any(found[at + 1 : at + 3])  # of the fence, of the first line
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
    following = [one.block for one in written.claims[1:]] + [-1]
    for claim, is_kept, numbers, block in zip(written.claims, stays, found, following, strict=True):
        between = written.text[done : claim.span.start]
        done = claim.span.end
        said = between + written.text[claim.span.start : claim.span.end] if is_kept else ""
        parts.append(said)
        length += len(said)
        if claim.is_code:
            if is_kept and block != claim.block:
                marks.append(Mark(at=length, lead="\n", numbers=numbers))
        elif is_kept and numbers:
            stop = _STOP.search(said)
            before = length - len(said) + stop.start() if stop else length
            marks.append(Mark(at=before, lead=" ", numbers=numbers))
    return join_marks("".join(parts), marks).strip()
