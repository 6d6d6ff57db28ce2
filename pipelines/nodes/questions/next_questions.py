"""What could be asked next: what stands beside the passages that an answer cites.

Questions that a document asks itself, headings nearby, cells of the same table: short topics in
the document's own words. Whether the base answers them is for a search to say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from pipelines.models.answers import Citation, Passage
from pipelines.nodes.tables.rows import Cell, TableRow, read_rows, same_table
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.words import content_words, split_sentences

LONGEST = 80  # characters
_FEWEST_LETTERS = 4
_NUMBERING = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)*[.)]?|[IVXLC]+[.)]|§\s*[0-9]+)\s+")
_NUMBERED = re.compile(r"(?:лист|sheet|слайд|slide|page|страница|tabelle|hoja)\s*\d*$", re.I)
_LONGEST_SHORT = 4  # letters of what may be an abbreviation: НДС, VAT
_SPOKEN = re.compile(r"[^\W\d_]{3}")  # a word, which a number or a code does not have
_LONGEST_KEY = 50  # characters of what a row is called


def next_questions(
    asked: str, answer: str, citations: Sequence[Citation], around: Sequence[Passage]
) -> tuple[str, ...]:
    """Return topics near what was cited, the likeliest first; none that was asked or answered.

    Args:
        asked: the question, as it was understood.
        answer: as it was written.
        citations: what the answer rests on.
        around: passages of the cited documents, in reading order, those cited among them.
    """
    kinds = (
        _posed(around),
        _headings(citations, around),
        _cells(asked, citations, around),
    )
    mixed = chain.from_iterable(zip_longest(*kinds))
    under = [citation.heading.split(BETWEEN)[-1] for citation in citations if citation.heading]
    told = content_words("\n".join((asked, answer, *under)))
    unique: dict[frozenset[str], str] = {}
    for topic in mixed:
        words = content_words(topic or "")
        if topic and words and not words <= told:
            unique.setdefault(words, topic)
    return tuple(unique.values())


def _posed(around: Iterable[Passage]) -> Iterator[str]:
    """Yield the questions that stand in the text, and are answered below as a rule."""
    for passage in around:
        for span in split_sentences(passage.text):
            sentence = " ".join(passage.text[span.start : span.end].split())
            if sentence.endswith("?") and _fits(sentence) and len(content_words(sentence)) > 1:
                yield sentence


def _headings(citations: Sequence[Citation], around: Sequence[Passage]) -> list[str]:
    """Return the headings of the passages, from those that follow what was cited."""
    cited = {citation.heading for citation in citations}
    here = [at for at, one in enumerate(around) if cited & {*_headings_of(one)}]
    last = here[-1] if here else 0
    by_distance = sorted(range(len(around)), key=lambda at: (abs(at - last), at < last))
    titles = frozenset(content_words(passage.title or "") for passage in around)
    found = (
        _named(path, titles)
        for at in by_distance
        for path in _headings_of(around[at])
        if path not in cited
        and not _is_title(path.split(BETWEEN)[-1], titles)
        and not _NUMBERED.match(path.split(BETWEEN)[-1])
    )
    return [heading for heading in dict.fromkeys(found) if _fits(heading)]


def _headings_of(passage: Passage) -> list[str]:
    return [anchor.heading for anchor in passage.anchors if anchor.heading]


def _named(path: str, titles: frozenset[frozenset[str]]) -> str:
    """Return a heading; one of a single word with the one above it, which says of what."""
    *above, own = (_spoken(part) for part in path.split(BETWEEN))
    says_of_what = above and len(above[-1]) <= _LONGEST_KEY and not _is_title(above[-1], titles)
    return f"{above[-1]}: {own}" if says_of_what and len(own.split()) == 1 else own


def _spoken(heading: str) -> str:
    """Return a heading without its number; one in capitals in small letters, but for its first."""
    bare = _NUMBERING.sub("", heading).strip(" .:")
    is_cried = bare.isupper() and len(bare) > _LONGEST_SHORT
    return bare.capitalize() if is_cried else bare


def _is_title(heading: str, titles: frozenset[frozenset[str]]) -> bool:
    """Say whether a heading is what its document is called, more or less."""
    words = content_words(heading)
    return any(words <= title or (len(title) > 1 and title <= words) for title in titles)


def _cells(asked: str, citations: Sequence[Citation], around: Sequence[Passage]) -> Iterator[str]:
    """Yield "row: column" for columns of the cited rows that were not asked for."""
    cited = {(c.document_id, c.heading, c.row) for c in citations if c.row is not None}
    if not cited:
        return
    asked_words = content_words(asked)
    for table in same_table(row for passage in around for row in read_rows(passage)):
        for row in table.rows:
            if (row.passage.document_id, row.heading, row.number) in cited:
                yield from _columns(row, asked_words)


def _columns(row: TableRow, asked: frozenset[str]) -> Iterator[str]:
    filled = [cell for cell in row.cells if cell.value.strip()]
    if (key := _key(filled)) is None:
        return
    for cell in filled:
        words = content_words(cell.name) if cell is not key else None
        if words and not words & asked and _fits(topic := f"{key.value}: {cell.name}"):
            yield topic


def _key(filled: Sequence[Cell]) -> Cell | None:
    """Return the cell by which people know a row: its first one, but a name before a number."""
    short = [cell for cell in filled if len(cell.value) <= _LONGEST_KEY]
    if filled[:1] != short[:1] or not short or not content_words(short[0].value):
        return None
    return next((cell for cell in short if _SPOKEN.search(cell.value)), short[0])


def _fits(topic: str) -> bool:
    letters = sum(character.isalpha() for character in topic)
    return letters >= _FEWEST_LETTERS and len(topic) <= LONGEST
