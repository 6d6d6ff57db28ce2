"""What could be asked next: what stands beside the passages that an answer cites.

Questions that a document asks itself, headings nearby: short topics in the document's own words.
Whether the base answers them is for a search to say. Cells of a row that was cited are none: all of
the row stands folded beneath its answer.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from pipelines.models.answers import Citation, Passage
from pipelines.nodes.questions.asking import is_unspaced
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.layout.messages import MARKED, MESSAGE
from pipelines.nodes.text.words import content_words, split_sentences

LONGEST = 80  # characters
_LONGEST_TOPIC = 40  # of an example among others
_FEWEST_LETTERS = 4
_NUMBERING = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)*[.)]?|[IVXLC]+[.)]|§\s*[0-9]+)\s+")
_NUMBERED = re.compile(r"(?:лист|sheet|слайд|slide|page|страница|tabelle|hoja)\s*\d*$", re.I)
_LONGEST_SHORT = 4  # letters of what may be an abbreviation: НДС, VAT
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
    mixed = chain.from_iterable(
        zip_longest(_posed(citations, around), _headings(citations, around))
    )
    under = [citation.heading.split(BETWEEN)[-1] for citation in citations if citation.heading]
    told = content_words("\n".join((asked, answer, *under)))
    unique: dict[frozenset[str], str] = {}
    for topic in mixed:
        words = content_words(topic or "")
        if topic and words and not words <= told:
            unique.setdefault(words, topic)
    return tuple(unique.values())


def topics_of(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return what a document may be asked about, by its short headings; no names of sheets.

    A word alone, "Times" or «Предмет», is no example of a question.
    """
    prose = [one for one in passages if all(anchor.row is None for anchor in one.anchors)]
    found = (one for one in _headings((), prose) if len(one) <= _LONGEST_TOPIC)
    return tuple(one for one in found if " " in one or is_unspaced(one))


def _posed(citations: Sequence[Citation], around: Iterable[Passage]) -> Iterator[str]:
    """Yield the questions that stand in the text, and are answered below as a rule.

    Not the one that what was cited answers, nor what people ask each other in a chat.
    """
    cited = [" ".join(citation.quote.split()) for citation in citations if citation.quote]
    for passage in around:
        for span in split_sentences(passage.text):
            sentence = " ".join(passage.text[span.start : span.end].split())
            if not sentence.endswith("?") or MESSAGE.match(sentence):
                continue
            below = " ".join(passage.text[span.end :].split())
            said = MARKED.sub("", sentence)
            is_answered = any(MARKED.sub("", below).startswith(quote) for quote in cited)
            if _fits(said) and len(content_words(said)) > 1 and not is_answered:
                yield said


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


def _fits(topic: str) -> bool:
    letters = sum(character.isalpha() for character in topic)
    return letters >= _FEWEST_LETTERS and len(topic) <= LONGEST
