"""Members: who is in a committee, as a list of their names tells.

"Elected to the board: …" names them; so do the minutes of a committee that tell who was present.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.quotable import quotable_spans
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_FEWEST = 3  # names of a list
_NAMED = re.compile(r"(?:^|[,;])[\W_]*[A-ZА-ЯЁ][\w-]+")  # each item begins with a name
_LEAD = 80  # characters before the first of them


def body_asked_of(question: str) -> str:
    """Return the body whose members a question asks for, folded: "parents' committee"; else ""."""
    folded = " ".join(fold(question).split()).rstrip("?!. ")
    asked = _pattern("asking").match(folded)
    body = folded[asked.end() :].strip() if asked else ""
    return body if _pattern("bodies").search(body) else ""


def members_of(body: str, passages: Sequence[Passage]) -> Quote | None:
    """Return the sentence of a document that names the members of a body; None where none does.

    Args:
        passages: of the document, in reading order.
    """
    wanted = content_words(body)
    title = content_words(passages[0].title or "") if passages else frozenset[str]()
    lists = [quote for one in passages for quote in _lists_in(one)]
    named = [quote for quote in lists if wanted <= content_words(_lead(quote))]
    ours = lists if wanted <= title else []
    return next(iter((*named, *ours)), None)


def _lists_in(passage: Passage) -> list[Quote]:
    quotes = [Quote(passage, span) for span in quotable_spans(passage.text)]
    return [
        quote
        for quote in quotes
        if _lead(quote) and len(_NAMED.findall(quote.text.partition(":")[2])) >= _FEWEST
    ]


def _lead(quote: Quote) -> str:
    """Return what leads to the names of a list; "" where nothing does."""
    lead, colon, _ = quote.text.partition(":")
    is_lead = colon and len(lead) <= _LEAD and _pattern("leads").search(fold(lead))
    return lead if is_lead else ""


@cache
def _pattern(of: Literal["asking", "bodies", "leads"]) -> re.Pattern[str]:
    words = "|".join(read_table(__package__, "members.toml")[of])
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")
