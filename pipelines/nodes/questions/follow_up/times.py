"""Times: when something was that a message takes up: "and who locks up then?", "that day"."""

import re
from collections.abc import Iterator
from functools import cache

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.exchange import parts_of
from pipelines.nodes.questions.follow_up.tokens import TOKEN, Token, is_asking, is_back, lists
from pipelines.nodes.questions.follow_up.topics import thing_of
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.calendar import is_month
from pipelines.nodes.text.words import content_words


def time_taken_up(body: str, earlier: Exchange) -> Iterator[tuple[str, str, bool]]:
    """Return a message with the time of the earlier question in the place of "then", "that day".

    Or with the thing it was about, where it named no time: "that day" is that of the gala.

    Returns:
        The question, what was put there, and whether this is the thing.
    """
    at = _pattern("then").search(fold_in_place(body))
    if at is None:
        return
    before, behind = body[: at.start()].rstrip(" ,"), body[at.end() :].strip(" ?!.,")
    rest = f"{before} {behind}"
    if not content_words(rest) or any(map(is_back, TOKEN.findall(rest))) or _time_in(rest):
        return
    if when := _time_in(earlier.question):
        yield " ".join(filter(None, (before, when, behind))), when, False
    elif _pattern("that_day").fullmatch(at[0]) and (thing := thing_of(earlier.question)):
        yield " ".join(filter(None, (before, behind, thing))), thing, True


def _time_in(question: str) -> str:
    """Return the last run of words of a question that say when: "on Saturday morning", «5 июня»."""
    runs: list[list[Token]] = []
    parts = parts_of(question)
    for part, behind in zip(parts, [*parts[1:], None], strict=True):
        is_time = part.kind in ("day", "month", "year") or _is_of_date(part, behind)
        if not is_time or any(map(is_asking, TOKEN.findall(question[part.lead : part.start]))):
            continue
        last = runs[-1][-1] if runs else None
        joined = last is not None and not content_words(question[last.end : part.start])
        if joined:
            runs[-1].append(part)
        else:
            runs.append([part])
    return question[runs[-1][0].lead : runs[-1][-1].end] if runs else ""


def _is_of_date(part: Token, behind: Token | None) -> bool:
    """Say whether a part is the number of a day before its month, or a month by its name."""
    is_day = part.kind == "number" and behind is not None and is_month(behind.text)
    return is_day or (part.kind == "name" and is_month(part.text))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    phrases = sorted(map(fold_in_place, lists()[name]), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)")
