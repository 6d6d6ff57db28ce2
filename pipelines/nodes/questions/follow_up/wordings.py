"""Follow-ups: what a message may mean after what was asked before.

«а в Казани?» after "What are the per diems in Moscow in 2023?" has one part of that question
exchanged for one of the same kind; «какой у неё телефон?» carries its subject on. Nothing here
knows which of the readings is right: they are searched, and the base's best answer says.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.models.answers import Exchange
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.asking import is_of_same_person
from pipelines.nodes.questions.follow_up.exchange import (
    agreement,
    alike,
    exchange,
    exchange_compared,
    exchange_letter,
    is_alone_of_a_kind,
    is_infinitive,
    is_led_surely,
    is_verb,
    of_its_kind,
    parts_of,
    runs,
)
from pipelines.nodes.questions.follow_up.forms.additions import is_idiom, with_or_without
from pipelines.nodes.questions.follow_up.forms.alternatives import (
    ordinal_anew,
    other_of,
    unspaced_asked_anew,
)
from pipelines.nodes.questions.follow_up.forms.conditions import condition_of, names_thing
from pipelines.nodes.questions.follow_up.forms.times import time_taken_up, without_then
from pipelines.nodes.questions.follow_up.fragments import (
    bare_fragment,
    is_number_of_its_own,
    without,
    without_impersonal,
    without_one,
    without_opener,
)
from pipelines.nodes.questions.follow_up.leaning import (
    LITTLE,
    asks,
    goes_on,
    is_cyrillic,
    leaning_of,
    names_same_day,
    names_whom,
    things_of,
)
from pipelines.nodes.questions.follow_up.pieces import (
    TOLD,
    is_added,
    pieces_of,
    told_by,
    with_pieces,
)
from pipelines.nodes.questions.follow_up.quoted_rows import (
    FEWEST_COLUMNS,
    columns_of,
    is_row,
    row_meant,
    standing_for_rows,
)
from pipelines.nodes.questions.follow_up.tokens import (
    TOKEN,
    Token,
    counted,
    is_asking,
    is_back,
    lists,
    strip_back,
    to_call,
    tokens_of,
)
from pipelines.nodes.questions.follow_up.topics import has_article, thing_of, topic_of
from pipelines.nodes.tables.words.lexicon import EVERY, KINDS, fold_in_place
from pipelines.nodes.tables.words.negation import named_in
from pipelines.nodes.text.dictionary import is_person
from pipelines.nodes.text.words import content_words, fold

_IF = 0.7  # leaning of what may come to pass: "what if I am late?"
_OF_COLUMN = 0.9  # leaning of a message that names a column of what was quoted, or its time
_TIMES = frozenset({"after", "before", "since", "until", "without", "bis", "nach"})
_MOST_EXCHANGES = 2
_WHOLE_ENDING = 3  # letters in which nouns agree that surely stand for each other
_MOST_SUBJECTS = 2
_LEFT_OUT = 2  # words before the one piece of a message


@dataclass(frozen=True, slots=True)
class Wording:
    """One complete question that a message may stand for."""

    text: str
    own: str  # what of it was written now
    hangs_on: tuple[str, ...] = ()  # what was exchanged: the answer must stand for it
    shown: str = ""  # what was added or kept, for whoever asked; "" when it is as written
    is_carried: bool = False  # `shown` is what the message is about
    order: int = 0  # among others of its kind, the likeliest first


@dataclass(frozen=True, slots=True)
class Wordings:
    """What a message may mean.

    `leaning` is how much the message leans on what was said before, 0..1: at 0 it is a question
    of its own and nothing else; at 1 it cannot be understood alone.
    """

    written: Wording
    others: tuple[Wording, ...] = ()
    leaning: float = 0.0


def opens_follow_up(message: str) -> bool:
    """Say whether a message begins as one that goes on: «а в Казани?», "and on Sundays?"."""
    return without_opener(message)[1]


def word_after(question: str, earlier: Exchange | None, *, opened: bool = False) -> Wordings:
    """Return the readings of a message after an earlier question and its answer.

    `opened` says that the message began as one that goes on, if the question does not show it.
    """
    written = Wording(question, question)
    if earlier is None or not earlier.question:
        return Wordings(written)
    if _is_worded(question) and is_cyrillic(question) != is_cyrillic(earlier.question):
        return Wordings(written)  # another language, another matter
    if what_if := _on_condition(question, earlier):
        return Wordings(written, what_if, LITTLE if names_thing(question) else _IF)
    if names_whom(question):
        return Wordings(written, leaning=LITTLE)
    body, shows = without_opener(question)
    body = without_then(question.strip().removesuffix(body), body)
    if (taken_up := _taken_up(body, earlier)) is not None:
        return Wordings(written, (taken_up,), 1.0)
    body, _ = row_meant(body, earlier.question, earlier.quotes) or (body, "")
    body = bare_fragment(body, earlier.question)
    body = without_one(without_impersonal(without(body, "asides")), earlier.question)
    opened = opened or shows or goes_on(body)
    if is_idiom(body) or is_number_of_its_own(body, earlier.question):
        return Wordings(written)
    if asks(body) and (then := [*_then(body, earlier)]):
        return Wordings(written, tuple(then), _OF_COLUMN)
    added = None if asks(body) else with_or_without(earlier.question, without(body, "same"))
    adding = added and Wording(added.question, body, added.things, added.new)
    if added and adding and added.is_sure:
        return Wordings(written, (adding,), 1.0)
    leaning = leaning_of(body, earlier.question, opened=opened)
    of_column = [*_which_of(body, earlier)] or [*_of_other_column(body, earlier)]
    if of_column:  # no "fee" of whatever else has one
        leaning = max(leaning, _OF_COLUMN)
    if not leaning:
        return Wordings(written)
    if is_of_same_person(body, earlier.question):
        return Wordings(written, leaning=min(leaning, LITTLE))
    if _is_of_all(body) or _is_of_who(body):
        leaning = min(leaning, LITTLE)
        earlier = replace(earlier, subject=(), quotes=())
    exchanged, carried = list(_exchanges(body, earlier)), list(_carried(question, body, earlier))
    if carried and not asks(body):  # «её телефон», «продлить можно» stand for nothing
        exchanged = []
    others = [*carried, *exchanged] if asks(body) else [*exchanged, *carried]
    if adding:
        others = [adding, *(replace(one, order=one.order + 1) for one in others)]
    others = [*_repeated(body, earlier)] or of_column or others
    return Wordings(written, _unlike(others), leaning)


def _taken_up(body: str, earlier: Exchange) -> Wording | None:
    """Return what a message surely asks: of another day in Chinese, the other one, the second."""
    if anew := unspaced_asked_anew(earlier.question, body):
        return Wording(anew[0], body, shown=anew[1])
    if counted_anew := ordinal_anew(body, earlier.question):
        return Wording(counted_anew[0], body, shown=counted_anew[1])
    if other := other_of(body, earlier.question):
        return Wording(f"{other[0]}?", body, shown=other[1], is_carried=True)
    text, row = row_meant(body, earlier.question, earlier.quotes) or (body, "")
    return Wording(text, body, (row,), row) if row and asks(text) else None


def _unlike(wordings: Sequence[Wording]) -> tuple[Wording, ...]:
    """Return the first of all wordings with the same words."""
    unique: dict[str, Wording] = {}
    for wording in wordings:
        unique.setdefault(fold(wording.text), wording)
    return tuple(unique.values())


def _then(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Ask of the time of the earlier question: "and who locks up then?"."""
    for text, shown, is_thing in time_taken_up(body, earlier):
        yield Wording(f"{text}?", body, shown=shown, is_carried=is_thing)


def _is_of_all(body: str) -> bool:
    """Say whether all things of somebody are asked for, which one row is not: "all her cats"."""
    owned = not lists()["possessives"].isdisjoint(fold(word) for word in TOKEN.findall(body))
    return owned and bool(EVERY.find(fold_in_place(body))) and bool(things_of(body))


def _is_of_who(body: str) -> bool:
    """Say whether what is owned may be of whoever is asked for: "who has paid their dues".

    At the end it is no owner: "who replaces her".
    """
    return _asks_who(body) and any(
        fold(word) in lists()["possessives"] for word in TOKEN.findall(body)[2:-1]
    )


def _is_of_it(body: str) -> bool:
    """Say whether what is no question asks something of what was named: «её телефон»."""
    words = [fold(word) for word in TOKEN.findall(body)]
    owned = not lists()["possessives"].isdisjoint(words)
    return owned or (len(words) > 1 and words[0] in lists()["anaphora"])


def _is_to_be_done(body: str) -> bool:
    """Say whether what is no question by itself asks of a thing whether it may be: «продлить»."""
    told = tokens_of(body, fragment=True)
    return bool(told) and all(is_infinitive(token.text) for token in told)


def _which_of(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Ask for the things that were counted: "which ones" after "how many dishes have celery"."""
    if fold(body.rstrip("?!. ")) not in lists()["which_ones"]:
        return
    begun = earlier.question.lstrip(" ¿¡")
    for many, which in counted().items():
        if fold(begun).startswith(f"{many} "):
            text, thing = f"{which}{begun[len(many) :]}", thing_of(earlier.question)
            yield Wording(text, body, shown=thing or begun, is_carried=True)


def _repeated(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Ask the earlier question once more with a part exchanged: «а самый короткий где?»."""
    asked = {fold(word) for word in TOKEN.findall(earlier.question) if is_asking(word)}
    if not asks(body) or not asked.issuperset(fold(w) for w in TOKEN.findall(body) if is_asking(w)):
        return
    pieces = [part for part in parts_of(body) if not is_back(part.text)]
    if len(pieces) != 1:
        return
    (piece,) = pieces
    slots = parts_of(earlier.question)
    alike = [slot for slot in slots if slot.kind == piece.kind in ("superlative", "attribute")]
    if is_verb(piece.text):
        alike = [slot for slot in slots if is_verb(slot.text)]
    elif _asks_who(body) and is_person(fold(piece.text)):  # «кто сторож» after «кто директор»
        alike = [slot for slot in slots if is_person(fold(slot.text))]
    for slot in alike[:1]:
        text = exchange(earlier.question, slot, body, piece)
        yield Wording(text, body, shown=piece.text)


def _of_other_column(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Ask the earlier question of another column of the row that was quoted: «а детский?»."""
    columns = [content_words(name) for name in columns_of("\n".join(earlier.quotes[:1]))]
    told = content_words(body)
    named = [column for column in columns if told and told <= column]
    if asks(body) and named and len(columns) >= FEWEST_COLUMNS:
        yield from _of_its_row(body, columns, earlier)
        return
    pieces = pieces_of(body, earlier.question)
    is_named = all(piece.kind in ("word", "adjective") for piece in pieces)
    if len(columns) < FEWEST_COLUMNS or not named or not is_named:
        return
    others = frozenset[str]().union(*columns) - named[0]  # what was asked before of another one
    others -= _called_by(earlier)
    others |= told if any(one.is_denied for one in named_in(body)) else frozenset()
    kept = _without_words(earlier.question, others)
    shown = _as_written(pieces, body)
    yield Wording(f"{kept} {body.rstrip('?!. ')}?", body, told_by(pieces), shown)


def _called_by(earlier: Exchange) -> frozenset[str]:
    """Return the words of the column by whose value the quoted row was found: "Group size"."""
    row = "; ".join(earlier.quotes[:1])
    names = (
        re.findall(rf"(?:^|; )([^:;]+): {re.escape(one)}(?=;|$)", row) for one in earlier.subject
    )
    return frozenset().union(*(content_words(name) for found in names for name in found))


def _of_its_row(
    body: str, columns: Sequence[frozenset[str]], earlier: Exchange
) -> Iterator[Wording]:
    """Ask for a column of the one row that was quoted: "who is the coach?" of Saturday's group."""
    row, *others = dict.fromkeys(quote for quote in earlier.quotes if is_row(quote))
    asked = frozenset[str]().union(*columns)
    about = topic_of(_without_words(earlier.question, asked))
    if not others and content_words(about) & content_words(row):
        yield Wording(f"{body.rstrip('?!. ')} {about}?", body, shown=about, is_carried=True)


def _without_words(question: str, left_out: frozenset[str]) -> str:
    """Leave out words, with the prepositions before them."""
    kept: list[str] = []
    for word in question.rstrip("?!. ").split():
        if not content_words(word) & left_out:
            kept.append(word)
        elif kept and fold(kept[-1]) in lists()["prepositions"]:
            kept.pop()
    return " ".join(kept)


def _exchanges(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Exchange parts of the earlier question for those of the same kind in the message."""
    if asks(body):
        return
    if names_same_day(body):
        yield from _added(earlier.question, body)
        return
    body = without(body, "same")
    question = earlier.question
    if (lettered := exchange_letter(question, body)) is not None:
        yield Wording(lettered, body, shown=body.rstrip("?!. "))
        return
    if (compared := exchange_compared(question, body)) is not None:
        yield Wording(compared[0], body, shown=compared[1])
        return
    if pieces := pieces_of(body, question):
        yield from _exchanged(pieces, body, earlier)
    else:
        yield from _added(question, body)


def _exchanged(pieces: Sequence[Token], body: str, earlier: Exchange) -> Iterator[Wording]:
    """Put the pieces that a message brings where those of their kinds are in a question."""
    question = earlier.question
    slots = parts_of(question)
    left = {slot for piece in pieces for slot in of_its_kind(piece, slots)}
    kept = [slot for slot in slots if slot.kind in TOLD and slot not in left]
    kept = [slot for slot in kept if not _is_what_is_asked(slot, question)]
    new = told_by(pieces)
    shown = ", ".join([_as_written(pieces, body), *(slot.led(question) for slot in kept)])
    text, rest, is_settled, is_more = question, [], False, False
    for piece in pieces:
        same = of_its_kind(piece, parts_of(text))
        if piece.kind in ("word", "adjective") or len(same) != 1:
            rest.append(piece)
        else:
            text = exchange(text, same[0], body, piece)
    for piece in rest[:1]:
        slots = parts_of(text)
        if " " in _undenied(piece.text):  # several words stand for several
            slots = [slot for slot in runs(slots, text) if " " in slot.text] or slots
        fitting = alike(piece, slots, body, text)
        if (denied := _undenied(piece.text)) != piece.text:  # it stands for what it denies
            fitting = [s for s in fitting if content_words(s.text) & content_words(denied)]
        parted = slots, parts_of(text)
        is_whole = has_article(piece, body)
        fitting = standing_for_rows(piece, fitting, *parted, earlier.quotes, is_whole=is_whole)
        fitting = fitting[:_MOST_EXCHANGES]
        if is_more := is_added(piece, body, slots, text):  # the likeliest, whatever it stands for
            yield Wording(with_pieces(text, rest, body), body, new, shown)
        is_settled = bool(fitting) and (
            piece.kind == "day"
            or is_alone_of_a_kind(piece, fitting)
            or agreement(piece, fitting[0]) == _WHOLE_ENDING
            or is_led_surely(piece, body, fitting, text)
        )
        for order, slot in enumerate(fitting[:1] if is_settled else fitting, int(is_more)):
            others = " ".join(other.text for other in rest[1:])
            exchanged = f"{exchange(text, slot, body, piece)} {others}".strip()
            yield Wording(exchanged, body, new, shown, order=order)
    if is_more or (rest and is_settled):
        return
    if rest:
        text = with_pieces(text, rest, body)
    yield Wording(text, body, new, shown, order=_MOST_EXCHANGES if rest else 0)


def _is_what_is_asked(slot: Token, question: str) -> bool:
    """Say whether a word stands right behind the one that asks: «по каким *дням*»."""
    return any(map(is_asking, TOKEN.findall(question[: slot.start])[-1:]))


def _undenied(text: str) -> str:
    """Return a piece without the word that denies it: «не членов» stands for «членов»."""
    first, _, rest = text.partition(" ")
    return rest if fold(first) in lists()["denying"] else text


def _as_written(pieces: Sequence[Token], body: str) -> str:
    """Return the pieces for whoever asks: one as it stands, several as the message joins them.

    Words torn out of it read as a glitch: "4th, time" of "if it is the 4th time".
    """
    bare = " ".join(body.rstrip("?!. ").split())
    one = pieces[0].led(body) if len(pieces) == 1 else ""
    is_most = len(one.split()) + _LEFT_OUT >= len(bare.split())
    is_told = one != "" and pieces[0].kind in TOLD
    return one if is_told or (one and is_most and bare.endswith(one)) else bare


def _added(question: str, body: str) -> Iterator[Wording]:
    """Ask the earlier question with what says when or where of no thing: "and after a year?"."""
    first = TOKEN.search(body)
    if first is not None and fold(first[0]) in lists()["prepositions"] | _TIMES:
        bare = body.rstrip("?!. ")
        yield Wording(f"{question.rstrip('?!. ')} {bare}?", body, shown=bare)


def _carried(question: str, body: str, earlier: Exchange) -> Iterator[Wording]:
    """Carry on what the earlier answer, or the earlier question, was about.

    Where a subject is known, what was asked of it before is not asked again.
    """
    if not asks(body) and not _is_of_it(body) and not _is_to_be_done(body):
        return
    stripped = strip_back(body)
    if not content_words(stripped):  # "what should I do about it?" asks what to do
        stripped = strip_back(body, fillers=False)
    bare = _to_call(body, " ".join(stripped.split()).rstrip("?!. "))
    if not bare:
        return
    thing = thing_of(earlier.question)
    topic = topic_of(earlier.question) if thing else ""  # "old" of "how old is she" is none
    known = earlier.subject[:_MOST_SUBJECTS] or _somebody(body, earlier)
    asked_of = content_words(topic)
    is_asked_of = any(content_words(subject) <= asked_of for subject in known if subject)
    subjects = known if is_asked_of else (*known, thing, topic)
    if thing.isdecimal():  # a year is nothing by itself
        subjects = tuple(one for one in subjects if one != thing)
    is_of_action = _is_of_price(body) and _may_be_done(earlier.question)
    if is_of_action and not known:  # "can I pause it?", and how much that is
        subjects = (topic, thing)
    if _is_of_price(body) and _asks_who(earlier.question):  # of what is done, not of who does it
        subjects = (thing, topic)
    for subject in dict.fromkeys(subjects):
        if subject:
            order = int(subject == (thing if is_of_action else topic) and topic != thing)
            text = f"{bare} {subject}?"
            yield Wording(text, question, (), subject, is_carried=True, order=order)


def _to_call(body: str, bare: str) -> str:
    """Say of a number, without whose it is, that it is to be called: "what is her number"."""
    if asked_kind(body).name != "phone" or asked_kind(bare).name == "phone":
        return bare
    for number, said in to_call().items():
        bare = re.sub(rf"(?<!\w){number}(?!\w)", said, bare, flags=re.IGNORECASE)
    return bare


def _is_of_price(body: str) -> bool:
    return not lists()["prices"].isdisjoint(fold(word) for word in TOKEN.findall(body))


def _may_be_done(question: str) -> bool:
    """Say whether it was asked if something may be done: «можно пересдать экзамен», "can I"."""
    words = [fold(word) for word in TOKEN.findall(question)]
    is_asked_first = not lists()["asks_whether_may"].isdisjoint(words[:1])
    return is_asked_first or not lists()["may"].isdisjoint(words)


def _asks_who(question: str) -> bool:
    asked = KINDS["person"].find(fold_in_place(question).lstrip())
    return any(span.start == 0 for span in asked)


def _on_condition(question: str, earlier: Exchange) -> tuple[Wording, ...]:
    """Ask what happens to the earlier thing where a message only says what may come to pass.

    Nothing of it takes the place of what was asked before, and none of its words must stand there.
    """
    if not (begin := condition_of(question)):
        return ()
    about = (thing_of(earlier.question), *earlier.subject)
    asking, _ = without_opener(f"{begin} ")
    rest = strip_back(question.strip(" ¿¡")[len(begin) :])
    bare = f"{asking.strip()} {' '.join(rest.split()).strip(' ?!.')}"
    return tuple(
        Wording(f"{bare} {subject}?", question, (), subject, is_carried=True)
        for subject in dict.fromkeys(filter(None, about))
    )[:_MOST_SUBJECTS]


def _somebody(body: str, earlier: Exchange) -> tuple[str, ...]:
    """Return who was named in what was quoted, where the message asks of somebody."""
    if lists()["personal"].isdisjoint(fold(word) for word in TOKEN.findall(body)):
        return ()
    named = (token.text for quote in earlier.quotes for token in tokens_of(quote))
    whole = [name for name in named if len(name.split()) > 1 and name.replace(" ", "").isalpha()]
    return tuple(dict.fromkeys(whole))[:_MOST_SUBJECTS]


def _is_worded(text: str) -> bool:
    """Say whether a text has words in it, and not only numbers and codes."""
    return any(not any(map(str.isdigit, word)) for word in TOKEN.findall(text))
