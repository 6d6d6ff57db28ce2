"""Summary: the sentences of a document that tell most of what it is about, as they stand.

A sentence tells much when it holds words that run through the whole document, and it stands early.
Source: Luhn 1958, "The Automatic Creation of Literature Abstracts"; Edmundson 1969 for position.
"""

from collections import Counter
from collections.abc import Sequence

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.quotable import answers_alone, asks, is_item, quotable_spans
from pipelines.nodes.text.words import content_words, overlap

_FEWEST, _MOST = 5, 45  # words of a sentence that may stand for others
_SAME = 0.5  # overlap above which two sentences say the same
_EARLY = 0.35  # what standing at the very beginning is worth, against the words


def telling_sentences(passages: Sequence[Passage], *, most: int = 4) -> tuple[Quote, ...]:
    """Return up to `most` sentences of a document, in reading order."""
    quotes = [quote for passage in passages for quote in _sentences(passage)]
    held = [content_words(quote.text) for quote in quotes]
    counts = Counter(word for words in held for word in words)
    heavy = {word: count for word, count in counts.items() if count > 1}
    total = len(quotes)
    scored = sorted(
        range(total),
        key=lambda at: -_score(held[at], heavy, len(quotes[at].text.split()), at / max(1, total)),
    )
    taken: list[int] = []
    for at in scored:
        if len(taken) == most:
            break
        if all(overlap(held[at], held[other]) < _SAME for other in taken):
            taken.append(at)
    return tuple(quotes[at] for at in sorted(taken))


def _sentences(passage: Passage) -> list[Quote]:
    return [
        Quote(passage, span)
        for span in quotable_spans(passage.text)
        if (sentence := passage.text[span.start : span.end])
        and _FEWEST <= len(sentence.split()) <= _MOST
        and not asks(sentence)
        and answers_alone(sentence, item=is_item(passage.text, span))
    ]


def _score(words: frozenset[str], heavy: dict[str, int], length: int, place: float) -> float:
    told = sum(heavy.get(word, 0) for word in words) / (length + 5)
    top = max(heavy.values(), default=1)
    return told / top * 5 + _EARLY * (1.0 - place)
