"""Leaning: how much a message leans on what was said before, and what of it names things."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from pipelines.nodes.agenda.asked import is_of_all_that_is_on
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.asking import (
    AUXILIARIES,
    PREPOSITIONS,
    asks_unspaced,
    points_back_unspaced,
)
from pipelines.nodes.questions.follow_up.exchange import is_infinitive, is_verb, parts_of
from pipelines.nodes.questions.follow_up.listener import asks_listener, tells_of_you
from pipelines.nodes.questions.follow_up.tokens import (
    THERE_IS,
    TOKEN,
    Kind,
    Token,
    is_asking,
    is_back,
    lists,
    measures_of,
    tokens_of,
)
from pipelines.nodes.questions.follow_up.topics import has_article
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.text.dictionary import is_owner, is_person, part_of_speech
from pipelines.nodes.text.words import content_words, fold

LITTLE = 0.45  # leaning of a question that says little
LESS = 0.25  # of one that names the thing that it asks about: «когда тренировки»
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_MOST_WORDS = 4  # of content in what is no question by itself
_SUPPORTS = frozenset({"do", "does", "did", "can", "could", "should", "is", "are", "was", "were"})
_SHORTEST_OF_ITSELF, _THINGS_OF_ITSELF = 6, 2  # words: "which cakes have nuts in them"
_BEFORE_A_THING = frozenset(["the", "a", "an", "my", "our", "your", "any", "all", "old", "new"])
_WE = frozenset(["we", "мы"])
_NO_DOING = frozenset(["be", "have", "need", "mean", "are"])
_NO_THING = frozenset(
    ["it", "them", "me", "us", "you", "there", "here", "when", "if", "then", "now", "again"]
)
_IT_IS = re.compile(  # nothing that was named: "how much is it for a child"
    r"(?<=how much is )it(?= for \w)|(?:(?<=how far is )|(?<=how long is ))it(?= to \w)",
    re.IGNORECASE,
)
_OF_TIMES = frozenset({"when", "hour", "how_long", "how_often"})
_OF_WHICH = 3  # words of "which did they buy", which names no thing
_OWNER_AND_VERB = 2  # words of content before "their", of a question that names its owners


def leaning_of(body: str, before: str, *, opened: bool) -> float:
    """Say how much a message leans on what was said before.

    A complete question that repeats words of the earlier one says itself what it is about.
    """
    said = _IT_IS.sub(" ", THERE_IS.sub(" ", body))
    if asks(body):
        said = _same_day().sub(" ", fold(said))
    words = [fold(token) for token in TOKEN.findall(said)]
    if not words:
        return 0.0
    if asks_unspaced(body):  # one word, as far as spaces tell
        return 0.9 if points_back_unspaced(body) else 0.0
    told = content_words(" ".join(token.text for token in tokens_of(body)))
    content = len(told)
    pointing = words if _owned_beside(body) is None else words[: _owned_beside(body)]
    points_back = any(word in lists()["anaphora"] for word in pointing[_asked_whether(words) :])
    points_back = points_back or (len(words) > 1 and words[-1] in lists()["pro_forms"])
    points_back = points_back or _asks_of_the_other(words)
    parts = parts_of(body)
    if asks(body) and [part.kind for part in parts] == ["superlative"]:
        return 0.9 if _of_kind("superlative", before) else 0.0
    if (leaning := _of_what_may_be(body, words, points_back=points_back)) is not None:
        return leaning
    named = any(token.kind in ("name", "code", "number") for token in tokens_of(body)[1:])
    if not asks(body):
        return _of_no_question(body, words, goes_on=opened or points_back)
    if points_back and not named:
        if _do_something(words):
            return LITTLE
        if content <= 2 and not _owns_itself(body) and not _points_to_itself(body):
            return 0.9
        return 0.5 if content <= 3 and not _points_to_itself(body) else 0.0
    if not named and asks_only_when(body):
        return 0.9
    if not points_back and asks_listener(body):
        return LESS if opened else 0.0
    if not points_back and _stands_alone(body, opened=opened):
        return 0.0
    if opened and _is_of_owner(body, parts):
        return LESS
    if opened and content <= 1:
        return 0.9
    if not things_of(body) and not lists()["predicates"].isdisjoint(words):
        return 0.9  # «сколько стоит», of nothing
    if not named and (content <= 1 or _names_nothing(body)):
        return LESS if content and _says_much(body, words) else LITTLE
    repeats = told & content_words(before)
    return 0.7 if opened and content <= 3 and not named and not repeats else 0.0


def _says_much(body: str, words: Sequence[str]) -> bool:
    """Say whether a question of one thing says who does it, «где мы репетируем», or asks of it."""
    return not _WE.isdisjoint(words) or (is_cyrillic(body) and not measures_of(body))


def _of_what_may_be(body: str, words: Sequence[str], *, points_back: bool) -> float | None:
    """Say how much a question leans of whether a thing may be, or any is left; else None."""
    if not points_back and _may_thing(body, words):
        return LESS
    return 0.9 if asks(body) and _asks_what_is_left(body) else None


def _asks_what_is_left(body: str) -> bool:
    """Say whether it is asked if there is any more, and nothing of what: "are there any free"."""
    told = [fold(token.text) for token in tokens_of(body)]
    return bool(told) and lists()["vacancies"].issuperset(told)


def asks_only_when(body: str) -> bool:
    """Say whether a question says when or how long, and nothing of what: "on what days"."""
    told = content_words(" ".join(token.text for token in tokens_of(body)))
    is_of_time = asked_kind(body).name in _OF_TIMES
    return is_of_time and bool(told) and told <= content_words(" ".join(measures_of(body)))


def _may_thing(body: str, words: Sequence[str]) -> bool:
    """Say whether it is asked whether a thing may be: «а шоколад можно», and no «а детям можно»."""
    if lists()["may"].isdisjoint(words):
        return False
    told = [t for t in tokens_of(body, fragment=True) if fold(t.text) not in lists()["may"]]
    things = [token for token in told if not is_infinitive(token.text)]
    return bool(things) and all(
        token.kind == "word"
        and token.lead == token.start
        and part_of_speech(fold(token.text)) == "NOUN"
        and not is_person(fold(token.text))
        and fold(token.text) not in lists()["whens"]
        for token in things
    )


def _is_of_owner(body: str, parts: Sequence[Token]) -> bool:
    """Say whether a question of somebody says of what they are: «кто секретарь собрания»."""
    owners = [part for part in parts[1:] if is_owner(fold(part.text))]
    return asked_kind(body).name == "who" and _is_thing_of_another(parts) and bool(owners)


def _of_no_question(body: str, words: Sequence[str], *, goes_on: bool) -> float:
    """Say how much a message leans that is no question by itself."""
    told = len(content_words(" ".join(token.text for token in tokens_of(body))))
    parts = parts_of(body)
    is_of_another = not lists()["of_somebody"].isdisjoint(words) and bool(things_of(body))
    is_of_another = is_of_another and "?" not in body.strip("? ")
    if goes_on and is_of_another and lists()["anaphora"].isdisjoint(words):
        return 0.0  # «а Зотовой телефон», after that of somebody else
    if goes_on:
        return 1.0 if told <= _MOST_WORDS else 0.0
    if _computes(body):
        return 0.0  # "average humidity"
    kinds = [part.kind for part in parts]
    if "attribute" in kinds and not {"name", "word"}.isdisjoint(kinds):
        return 0.0  # «телефон Пахомова», «телефон школы» say what is asked, and of whom
    if "attribute" in kinds and "adjective" in kinds:
        return LITTLE  # «телефон участкового», or of the second
    if len(words) > 2:
        return 0.0
    is_whole = _is_thing_of_another(parts) or _is_compound(body, parts)
    return LITTLE if is_whole else 0.9


def things_of(message: str) -> tuple[str, ...]:
    """Return the words of a message that name things: nothing that is asked of them, no measure.

    «полотенца» of «какие полотенца есть», nothing of "how many days does it take?".
    """
    asked = ("predicates", "attributes", "whens", "times", "units", "comparatives", "superlatives")
    left_out = frozenset[str]().union(*(lists()[name] for name in asked))
    return tuple(
        token.text
        for token in tokens_of(message)
        if token.kind in ("word", "adjective", "name", "code")
        and fold(token.text) not in left_out
        and not (is_back(token.text) or is_verb(token.text))
    )


def says_what_is_done(message: str) -> bool:
    """Say whether a message only says what is done, if to oneself: «что *взять* с *собой*»."""
    return all(_is_done(token, message) for token in tokens_of(message))


def is_whole(body: str) -> bool:
    """Say whether a message may stand alone: it names a thing, and nothing in it points back.

    «парковка платная?», and neither «в Калиновке?» nor «её телефон».
    """
    tokens = tokens_of(body, fragment=True)
    if not tokens or not things_of(body):
        return False
    words = [fold(word) for word in TOKEN.findall(body)]
    is_led = tokens[0].lead < tokens[0].start and not asks(body)
    return not is_led and lists()["anaphora"].isdisjoint(words) and not goes_on(body)


def asks(text: str) -> bool:
    """Say whether a text is a question by itself, if only of yes or no."""
    words = [fold(word) for word in TOKEN.findall(text)]
    yes_or_no = len(words) > 2 and (words[0] in AUXILIARIES or "ли" in words[1:3])
    is_of_existence = not lists()["opens_existence"].isdisjoint(words[:1] + words[-1:])
    yes_or_no = yes_or_no or (len(words) > 1 and is_of_existence)
    return yes_or_no or any(map(is_asking, words)) or _is_clause(words) or tells_of_you(words)


def goes_on(text: str) -> bool:
    """Say whether what is no question by itself ends as one more: "in the tea room too?"."""
    words = fold(text).rstrip("?!. ")
    return not asks(text) and any(words.endswith(f" {word}") for word in lists()["too"])


def names_same_day(text: str) -> bool:
    """Say whether a text names the day that what is asked is of: «в тот же день»."""
    return _same_day().search(fold(text)) is not None


@cache
def _same_day() -> re.Pattern[str]:
    phrases = sorted(map(fold, lists()["same_day"]), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)")


def _is_clause(words: Sequence[str]) -> bool:
    """Say whether words are a clause with its verb inside: "la sopa lleva apio"."""
    return not lists()["clauses"].isdisjoint(words[1:-1])


def is_cyrillic(text: str) -> bool:
    """Say whether a text has Russian letters."""
    return _CYRILLIC.search(text) is not None


def names_whom(message: str) -> bool:
    """Say whether a question names itself what it points back to: "ada moss, what's her number".

    One word before a comma may be anything: "great, how much is it?".
    """
    named, comma, asked = message.partition(",")
    pointing = any(is_back(word) for word in TOKEN.findall(asked))
    told = tokens_of(named, fragment=True)
    is_name = any(token.kind == "name" and " " in token.text for token in told) or len(told) > 1
    is_led = bool(told) and told[0].lead < told[0].start
    named_so = is_name and not is_led and bool(things_of(named)) and not asks(named)
    return bool(comma) and pointing and named_so and asks(asked)


def _computes(body: str) -> bool:
    """Say whether a message asks for a sum, an average or a maximum of a thing that it names."""
    words = [fold(word) for word in TOKEN.findall(body)]
    things = [fold(thing) for thing in things_of(body)]
    if len(things) > 1 and asked_aggregates(body):
        return True
    return not lists()["aggregates"].isdisjoint(words) and bool(set(things) - lists()["aggregates"])


def _is_thing_of_another(parts: Sequence[Token]) -> bool:
    """Say whether a message is two Russian nouns, which say what is asked, and of what.

    «Размеры молекул» is a question of its own, where «большие молекулы» may take another's place.
    """
    return len(parts) > 1 and all(
        part.kind == "word"
        and part.lead == part.start
        and is_cyrillic(part.text)
        and not is_verb(part.text)
        and not is_infinitive(part.text)
        for part in parts
    )


def _is_compound(body: str, parts: Sequence[Token]) -> bool:
    """Say whether a message is two words of no Russian that call one thing: "quiet hours".

    Without "and" before it, it may be a question of its own as well as take another's place.
    """
    told = [part for part in parts if part.kind in ("word", "adjective", "attribute")]
    is_led = any(part.lead < part.start or has_article(part, body) for part in parts)
    return len(told) == len(parts) > 1 and not is_led and not is_cyrillic(body)


def _names_nothing(body: str) -> bool:
    """Say whether a question has a verb and a measure at most: «за сколько дней дойдёт»."""
    parts = parts_of(body)
    told = [part for part in parts if part.kind != "superlative"]
    if len(told) < len(parts):  # «на что больше всего ушло», and not "which bell is the heaviest"
        return bool(told) and all(is_verb(token.text) for token in told)
    measures = measures_of(body)
    return all(token.text in measures or _is_done(token, body) for token in told)


def _is_done(token: Token, body: str) -> bool:
    """Say whether a word says what is done, if only by what stands before it: "to bring"."""
    before = fold(" ".join(TOKEN.findall(body[: token.start])[-1:]))
    if token.kind == "word" and before in lists()["doers"] | lists()["infinitive"]:
        return True
    is_light = fold(token.text) in lists()["light_verbs"] | lists()["oneself"]
    return is_light or is_verb(token.text) or is_infinitive(token.text)


def _asks_of_the_other(words: Sequence[str]) -> bool:
    """Say whether something is asked of "the other", of which nothing says what it is."""
    other = next((at for at, word in enumerate(words) if word in lists()["the_other"]), None)
    if other is None or not any(map(is_asking, words)):
        return False
    behind = words[other + 1 :]
    return not behind or is_asking(behind[0]) or is_verb(behind[0])


def _of_kind(kind: Kind, text: str) -> bool:
    return any(part.kind == kind for part in parts_of(text))


def _owns_itself(body: str) -> bool:
    """Say whether the owner may stand in the question: "Where do visitors park their bicycles?"."""
    tokens = tokens_of(body)
    for match in TOKEN.finditer(body):
        if fold(match[0]) in lists()["possessives"]:
            before = [token for token in tokens if token.end <= match.start()]
            behind = [token for token in tokens if token.start == match.end() + 1]
            return len(before) >= _OWNER_AND_VERB and bool(behind)
    return False


def _owned_beside(body: str) -> int | None:
    """Return where "its" stands for a thing named before it: "the cheapest tent and its price".

    In words; None where it does not.
    """
    words = [fold(word) for word in TOKEN.findall(body)]
    pairs = enumerate(pairwise(words), 1)
    for at, (joining, owner) in pairs:
        is_joined = joining in lists()["openers"] and owner in lists()["possessives"]
        if is_joined and at > 1 and things_of(" ".join(words[: at - 1])):
            return at
    return None


def _points_to_itself(body: str) -> bool:
    """Say whether a pronoun at the end is what was asked for: "which cakes have nuts in them"."""
    words, things = [fold(word) for word in TOKEN.findall(body)], things_of(body)
    if len(words) < _SHORTEST_OF_ITSELF or len(things) < _THINGS_OF_ITSELF:
        return False
    asked = fold(things[0])
    is_it = words[-1] == ("them" if asked.endswith("s") else "it")
    behind = words[words.index(asked) + 1 :][:1] if asked in words else words
    return is_it and words[-2] in lists()["prepositions"] and _SUPPORTS.isdisjoint(behind)


def _stands_alone(body: str, *, opened: bool) -> bool:
    """Say whether a short question has a thing of its own.

    A new one, one that may be there, one that happened, one of which a price or a weight is asked.
    """
    said = [fold(word) for word in TOKEN.findall(body)]
    if _asked_whether(said):
        return True
    words = set(said)
    if _is_clause(said) and len(set(things_of(body)) - lists()["clauses"]) > 1:
        return True
    things = [token for token in tokens_of(body) if fold(token.text) not in lists()["predicates"]]
    if things and not lists()["predicates"].isdisjoint(words):
        return True
    if things and any(f" {phrase} " in f" {' '.join(said)} " for phrase in lists()["existence"]):
        return True
    if opened:
        return False
    if is_of_all_that_is_on(body):
        return True
    new = any(
        one in lists()["indefinite"] and other not in lists()["whens"] | lists()["units"]
        for one, other in pairwise(said)  # "a day" is each of them
    )
    return new or (bool(things) and not lists()["events"].isdisjoint(words))


def _do_something(words: Sequence[str]) -> bool:
    """Say whether "they" do something to a thing that is named: "do they take paint?".

    So people say of an authority of which nothing was said; and "which kiln did they buy?".
    """
    pointing = [word for word in words if word in lists()["anaphora"]]
    if pointing not in (["they"], ["они"]):
        return False
    if words[0] in lists()["which"] and words[-2] == pointing[0] and len(words) > _OF_WHICH:
        return words[1] not in AUXILIARIES | lists()["whens"] | lists()["units"]
    if pointing != ["they"]:
        return False
    verb, *behind = words[words.index("they") + 1 :] or [""]
    if len(behind) > 1 and behind[0] in PREPOSITIONS and behind[1] in _BEFORE_A_THING:
        behind = behind[1:]  # "did they vote on the fence"
    thing = next((word for word in behind if word not in _BEFORE_A_THING), "")
    is_thing = len(thing) > 2 and thing not in PREPOSITIONS | _NO_THING | lists()["whens"]
    return is_thing and verb not in _NO_DOING


def _asked_whether(words: Sequence[str]) -> int:
    """Return how many words begin a question whether something is there, or who it is; else 0."""
    phrases = map(str.split, lists()["whether_there"])
    return next((len(one) for one in phrases if list(words[: len(one)]) == one), 0)
