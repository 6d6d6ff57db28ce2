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
from pipelines.nodes.text.words import content_words, fold


def without_then(opener: str, body: str) -> str:
    """Leave out a "then" that joins what is asked to a condition: "if I am late then who opens?".

    At the end of a clause it is a time: "if I come then, who opens?".

    Args:
        opener: what was taken off before the message: «а если».
    """
    at = _pattern("then_or_so").search(fold_in_place(body))
    if at is None or not body[at.end() :].lstrip()[:1].isalnum():
        return body
    words = {fold(word) for word in TOKEN.findall(f"{opener} {body[: at.start()]}")}
    if lists()["if"].isdisjoint(words):
        return body
    return f"{body[: at.start()].rstrip()} {body[at.end() :].lstrip()}".lstrip()


def time_taken_up(body: str, earlier: Exchange) -> Iterator[tuple[str, str, bool]]:
    """Return a message with the time of the earlier question in the place of "then", "that day".

    Or with the thing it was about, where it named no time: "that day" is that of the gala. No time
    is put in the place of what ends one, "until then", nor in "what do I do then?".

    Returns:
        The question, what was put there, and whether this is the thing.
    """
    at = _pattern("then").search(fold_in_place(body))
    if at is None or _is_end(body[: at.start()]) or _asks_what_to_do(body, at):
        return
    before, behind = body[: at.start()].rstrip(" ,"), body[at.end() :].strip(" ?!.,")
    rest = f"{before} {behind}"
    if not content_words(rest) or any(map(is_back, TOKEN.findall(rest))) or _time_in(rest):
        return
    if when := _time_in(earlier.question):
        yield " ".join(filter(None, (before, when, behind))), when, False
    elif _pattern("that_day").fullmatch(at[0]) and (thing := thing_of(earlier.question)):
        yield " ".join(filter(None, (before, behind, thing))), thing, True


def _is_end(before: str) -> bool:
    """Say whether what stands before "then" makes it the end or the beginning of a time."""
    words = TOKEN.findall(fold(before))
    return not lists()["ends_of_time"].isdisjoint(words[-1:])


def _asks_what_to_do(body: str, at: re.Match[str]) -> bool:
    """Say whether a message asks what follows, and not when: «что тогда делать?»."""
    rest = TOKEN.findall(fold(f"{body[: at.start()]} {body[at.end() :]}"))
    return at[0] in lists()["then_or_so"] and " ".join(rest) in lists()["what_to_do"]


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
