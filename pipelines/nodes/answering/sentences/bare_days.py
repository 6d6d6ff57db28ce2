"""Bare days: sentences that name a day by its number alone, of the month that was named before.

"Helen is away 8 to 19 February", and two e-mails on: "Tom will do the 20th". Whoever asks about
20 February means that one, and no sentence has both.
"""

import re
from collections.abc import Sequence

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.quotable import asks, quotable_spans
from pipelines.nodes.answering.sentences.mail import header_starts
from pipelines.nodes.text.calendar import days_named, months_named
from pipelines.nodes.text.layout.messages import within_message

_BARE = re.compile(
    r"(?<![\w.])(?:(?P<th>\d{1,2})(?:st|nd|rd|th)|(?P<go>\d{1,2})(?:-?го|\s+числа)"
    r"|(?:am|den|el)\s+(?P<am>\d{1,2})\.?(?!\d)|(?P<hao>\d{1,2})[号號日])(?!\w)",
    re.IGNORECASE,
)


def on_bare_day(question: str, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the statements that name the day of a question so, in reading order.

    Empty where a question names no day, or several. The date of an e-mail or of a message is of no
    month that is spoken of.

    Args:
        passages: of one document, in reading order.
    """
    days = {(month, day) for (_, month, day), _ in days_named(question)}
    if len(days) != 1:
        return ()
    ((month, day),) = days
    found, spoken_of = list[Quote](), 0
    for passage in passages:
        headers = header_starts(passage.text)
        for span in quotable_spans(passage.text):
            if passage.text.rfind("\n", 0, span.start) + 1 in headers:
                continue
            quote = Quote(passage, span)
            said = within_message(passage.text, span) or quote.text
            if named := _months(said):
                spoken_of = named[-1]
            elif spoken_of == month and day in _bare(said) and not asks(quote.text):
                found.append(quote)
    return tuple(found)


def _months(text: str) -> list[int]:
    """Return the months that a text names, in its order."""
    named = [(span.start, month) for (_, month, _), span in days_named(text)]
    named += [(span.start, month) for month, span in months_named(text)]
    return [month for _, month in sorted(named)]


def _bare(text: str) -> set[int]:
    return {int(next(filter(None, match.groups()))) for match in _BARE.finditer(text)}
