"""What a message means: small talk, a question about the base, or questions to it.

A question may lean on what was said before. Its readings are all searched; `choose` then takes
the one that the base answers best, by a margin against what the message itself makes likely.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Exchange
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.agenda.asked import of_other_days
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.prompting.rewording import is_of_words_said
from pipelines.nodes.questions.anchors import is_name
from pipelines.nodes.questions.asking import PRONOUNS, words_of
from pipelines.nodes.questions.follow_up.forms.comparing import compared_of
from pipelines.nodes.questions.follow_up.forms.conditions import condition_of
from pipelines.nodes.questions.follow_up.leaning import (
    LITTLE,
    asks_only_when,
    is_cyrillic,
    is_whole,
    says_what_is_done,
    things_of,
)
from pipelines.nodes.questions.follow_up.tokens import strip_back, tokens_of
from pipelines.nodes.questions.follow_up.topics import thing_of, topic_of
from pipelines.nodes.questions.follow_up.wordings import (
    Wordings,
    opens_follow_up,
    word_after,
)
from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.recognise import recognise
from pipelines.nodes.questions.politeness import core_question, strip_politeness, told_and_asked
from pipelines.nodes.questions.relative import with_dates, with_day, with_whole_years
from pipelines.nodes.questions.spelling.correct import in_full
from pipelines.nodes.questions.spelling.scripts import from_latin, other_layout
from pipelines.nodes.questions.split import split_questions
from pipelines.nodes.text.words import content_words

_DAY = re.compile(r"\b([12]?\d|3[01])-?(?:го|ого|е|му|ому)\b", re.IGNORECASE)
MOST_READINGS = 4  # of one question: each is a search
_MOST_DATED = 2  # besides, of those that name a day
_CITED = re.compile(r"\[\d")  # as answers cite: "[1]"
_MARGIN = 0.15  # of confidence, by which a reading must win against the likely one
SAYS_NOTHING = 0.9  # a message that leans so much on the earlier one says nothing alone
_DOUBT = 1.3  # twice the leaning from which on carrying something over is the likelier
_SAYS_LITTLE = 0.45  # a message that leans no more is only short
_ANSWERED = 0.58  # confidence from which on a short message needs nothing from before
_FOUND = 0.36  # the same, of one that names a thing which stands there
_ELSEWHERE = 0.3  # of confidence, that what is carried over loses where it is beside the point
_CLOSING = ("thanks", "farewell", "greeting")  # behind them something else may begin
_SAME_DOCUMENT = 0.06  # of confidence, that speaks for what goes on where the last answer stood
_LITTLE = 1  # word of content in a question that is about hardly anything
_LESS_LIKELY = 0.06  # of confidence, that a reading needs more than the one before it
_PUT_RIGHT = 0.05  # for a reading without words that nothing holds


@dataclass(frozen=True, slots=True)
class Understood:
    """A message, understood as far as words alone tell."""

    intent: Intent
    earlier: Exchange | None
    readings: tuple[Reading, ...] = ()


def understand(
    request: AnswerRequest, exchanges: Sequence[Exchange], today: date | None = None
) -> Understood:
    """Understand a message after what was said before, oldest first.

    Args:
        today: the day it is asked on, by which "and last year?" is understood.
    """
    replied_to = Exchange("", request.replied_to, documents=request.about)
    earlier = _dated(_meant(replied_to, exchanges), today)
    text = in_full(_legible(request.question))
    text = with_whole_years(text, today) if today else text
    intent = recognise(text)
    if request.is_literal:
        return Understood(Intent("question", text), earlier, (Reading(request.question),))
    if intent.kind == "why" and earlier is not None and earlier.question:
        return Understood(Intent("question", text), earlier, (_why(text, earlier),))
    if intent.kind == "source" and (again := _doubted(replied_to, exchanges)) is not None:
        doubted, reading = again
        return Understood(Intent("question", text), doubted, (reading,))
    if intent.kind not in ("question", "why") and _fits(intent, earlier):
        return Understood(intent, earlier)
    intent = Intent("question", intent.rest, language=intent.language)
    question = strip_politeness(intent.rest or text)
    if condition_of(question) and not condition_of(text):  # "can you tell me if dogs may come"
        earlier = None
    if (moved := _moved(question, earlier, today)) is not None:
        return Understood(intent, earlier, (moved,))
    if (comparing := _comparing(question, exchanges)) is not None:
        return Understood(intent, earlier, (comparing,))
    is_closed = not replied_to.answer and exchanges[-1:] and exchanges[-1].kind in _CLOSING
    parts = split_questions(question)
    readings = [
        replace(reading, asked=part.text if part.subject else "")
        for number, part in enumerate(parts)
        for text in part.search_texts
        for reading in _readings(
            text, number, earlier if not number else None, today, is_closed=bool(is_closed)
        )
    ]
    return Understood(intent, earlier, tuple(readings))


def composed(understood: Understood, question: str) -> Understood:
    """Search for what a text that is to be written, or translated, is about."""
    reading = Reading(understood.intent.rest or question, asked=question)
    return replace(understood, intent=Intent("question"), readings=(reading,))


def _moved(question: str, earlier: Exchange | None, today: date | None) -> Reading | None:
    """Ask of other days what was asked of the calendar: "and next week?"; None: it is no such."""
    if earlier is None or today is None or not earlier.question:
        return None
    moved = of_other_days(earlier.question, question, today)
    return Reading(moved[0], shown=moved[1], leaning=1.0) if moved else None


def _comparing(question: str, exchanges: Sequence[Exchange]) -> Reading | None:
    """Ask which of the two things it is that were asked of last; None: it is no such question."""
    asked = [exchange.question for exchange in exchanges if exchange.question]
    compared = compared_of(question, asked)
    return Reading(compared[0], shown=compared[1], leaning=1.0) if compared else None


def _why(text: str, earlier: Exchange) -> Reading:
    """Ask for the reason of what was answered: "why so long?" asks of nothing that is long.

    The earlier question stays as it began: a capital there is that of a name only further on.
    """
    words = (word.word for word in words_of(text))
    asking = next((word for word in words if asked_kind(word).name == "why"), "")
    bare = text.strip(" ?!.…¿")
    if not asking and asked_kind(bare).name == "why":
        asking = bare
    asking = asking or ("почему" if is_cyrillic(text) else "why")
    about = topic_of(earlier.question) or earlier.question
    return Reading(f"{about}: {asking}?", own=asking, shown=about, is_carried=True, leaning=1.0)


def _doubted(
    replied_to: Exchange, exchanges: Sequence[Exchange]
) -> tuple[Exchange, Reading] | None:
    """Ask once more what had no answer, where one asks how sure that is or where it is from.

    None: there was an answer, whose sources are shown; or nothing was asked. What had none keeps
    the passages that were cited before.
    """
    last = exchanges[-1] if exchanges and not replied_to.answer else None
    if last is None or not last.question or is_cited(last):
        return None
    return last, Reading(last.question, shown=last.question, leaning=1.0)


def is_cited(exchange: Exchange) -> bool:
    """Say whether an answer cites what it says."""
    return _CITED.search(exchange.answer) is not None


def is_bare_why(reading: Reading) -> bool:
    """Say whether a message asks for the reason of what was answered, and for nothing else."""
    return reading.is_carried and reading.leaning == 1.0 and asked_kind(reading.own).name == "why"


def _fits(intent: Intent, earlier: Exchange | None) -> bool:
    """Say whether a message can mean that here: some lean on what was answered before."""
    match intent.kind:
        case "document_count" if intent.rest:
            return earlier is not None and Intent(earlier.kind).is_catalogue  # type: ignore[arg-type]
        case "source":
            return earlier is not None and bool(earlier.passages)
        case _:
            return True


def is_follow_up(reading: Reading) -> bool:
    """Say whether what was asked takes something from before, or says nothing without that."""
    return bool(reading.own or reading.shown) or reading.leaning >= SAYS_NOTHING


def choose(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Take one reading of each question: by confidence, and by how much it leans on the earlier."""
    chosen = []
    for part in dict.fromkeys(reading.part for reading in readings):
        of_part = _dated_if_named([reading for reading in readings if reading.part == part])
        complete = [r for r in of_part if r.shown or r.leaning < SAYS_NOTHING]
        alone = [r for r in of_part if _says_enough(r, of_part)]
        best = max(alone or complete or of_part, key=_claim)
        chosen.append(_needing_nothing(best, of_part))
    return tuple(chosen)


def _dated_if_named(readings: Sequence[Reading]) -> list[Reading]:
    """Leave out "tomorrow" where what is found names its date, and else the date."""
    dated = [one for one in readings if one.day and one.hits]
    spared = {one.undated for one in dated}
    return [one for one in readings if not one.day and one.question not in spared] + dated


def spare(readings: Sequence[Reading], chosen: Sequence[Reading]) -> tuple[Reading, ...]:
    """Return what each question may mean besides what was taken, and found something: one each.

    And the message as it was written, where that may stand alone. A word that was exchanged must
    stand in what was found; what is carried on stands nowhere else.
    """
    kept = []
    for taken in chosen:
        others = [
            one
            for one in readings
            if one.part == taken.part
            and one.question != taken.question
            and (one.stands or not one.shown)
            and one.hits
        ]
        likeliest = sorted(others, key=_claim)[-1:]
        kept += [*likeliest, *(one for one in others if one.is_whole and one not in likeliest)]
    return tuple(kept)


def meant_by(reading: Reading, state: AnswerState, read: Sequence[str]) -> str:
    """Return what whoever asked is shown of how they were understood.

    A model may put into a wording what it likes: it is shown if each of its words was said in this
    talk, or stands in what was read for it.
    """
    before = state.earlier or Exchange("", "")
    held = (state.request.question, before.question, before.answer, *before.written, *read)
    is_held = not reading.is_guess or is_of_words_said(reading.shown, "\n".join(held))
    return reading.shown if is_held else ""


def _needing_nothing(best: Reading, others: Sequence[Reading]) -> Reading:
    """Return the message as it was written where what it takes over finds nothing else.

    A name says who was understood to be meant, as whatever is taken for "her" does; other words,
    put above an answer that needs nothing of them, only wonder who reads it.
    """
    if not best.is_carried or is_name(best.shown) or asks_only_when(best.own):
        return best
    written = [one for one in others if not one.shown and not _points_back(one)]
    same = (one for one in written if _found(one) == _found(best) != 0)
    return next((one for one in same if one.confidence >= _ANSWERED), best)


def _points_back(reading: Reading) -> bool:
    return any(word.word in PRONOUNS for word in words_of(reading.question))


def _found(reading: Reading) -> int:
    """Return the passage that was found first; 0 if none was."""
    return reading.hits[0].id if reading.hits else 0


def _says_enough(reading: Reading, others: Sequence[Reading]) -> bool:
    """Say whether a message is answered as it was written, and nothing in it points back.

    Or else it names a thing that stands there, and what was said earlier finds nothing else of it.
    """
    if reading.shown or reading.leaning > _SAYS_LITTLE:
        return False
    is_new = reading.stands and not any(
        other.stands and not _find_alike(reading, other) for other in others if other.shown
    )
    return reading.confidence >= (_FOUND if is_new else _ANSWERED)


def _find_alike(one: Reading, other: Reading) -> bool:
    """Say whether two readings find one passage first, or what is named now in one text."""
    return _found(one) == _found(other) != 0 or one.stands_in == other.stands_in != 0


def _claim(reading: Reading) -> float:
    """Return the confidence of a reading, less what speaks against it from the start.

    What may go on from what was said goes on in the document that was cited there, mostly.
    """
    confidence = reading.confidence + _SAME_DOCUMENT * (reading.goes_on and reading.leaning > 0)
    confidence += _PUT_RIGHT * reading.is_corrected
    if not reading.shown:
        return confidence - _LESS_LIKELY * reading.order
    # It carries something over: unlikely where a message stands by itself.
    against = _MARGIN * (_DOUBT - 2.0 * reading.leaning) + _ELSEWHERE * _asks_of_another(reading)
    return confidence - against - _LESS_LIKELY * reading.order


def _asks_of_another(reading: Reading) -> bool:
    """Say whether what is carried over finds nothing of a thing named now: «какая пеня»."""
    says_enough = reading.is_carried and reading.leaning <= _SAYS_LITTLE
    is_of_time = asked_kind(reading.own).name in ("how_often", "how_long")  # «как часто» names none
    is_of_thing = bool(things_of(reading.own)) and not says_what_is_done(reading.own)
    return says_enough and not (reading.stands or is_of_time) and is_of_thing


def _dated(earlier: Exchange | None, today: date | None) -> Exchange | None:
    """Return an exchange with the years and months it names by the day it is asked on."""
    if earlier is None or today is None:
        return earlier
    return replace(earlier, question=with_dates(earlier.question, today))


def _readings(
    question: str,
    part: int,
    earlier: Exchange | None,
    today: date | None,
    *,
    is_closed: bool = False,
) -> list[Reading]:
    """Return what a question may mean; `is_closed` says that thanks ended what was said before.

    What may stand alone leans little on what had no answer, or is over.
    """
    bare = core_question(question)
    dated = with_dates(bare, today) if earlier and today else bare
    wordings = word_after(dated, earlier, opened=opens_follow_up(question))
    alone = is_whole(bare) and not opens_follow_up(question)
    if alone and (is_closed or (earlier is not None and not _is_told(earlier))):
        wordings = replace(wordings, leaning=min(wordings.leaning, LITTLE))
    written = Reading(bare, part=part, leaning=wordings.leaning, is_whole=alone)
    carrying = _carrying(wordings, part)
    asked = _asked_alone(bare)
    readings = [written, *carrying]
    if asked is not None:  # what is told around it may hold names that say nothing of the answer
        readings = [replace(written, order=1), replace(written, question=asked), *carrying]
    readings = readings[:MOST_READINGS]
    return [*readings, *_on_days(readings, today)] if today else readings


def _on_days(readings: Sequence[Reading], today: date) -> list[Reading]:
    """Return readings with the date of the day that they name: "tomorrow" is "28 November"."""
    named = [(one, with_day(one.question, today)) for one in readings]
    return [
        replace(
            one,
            question=said[0],
            day=said[1].isoformat(),
            undated=one.question,
            hangs_on=tuple(each for each in one.hangs_on if with_day(each, today) is None),
        )
        for one, said in named
        if said is not None
    ][:_MOST_DATED]


def _asked_alone(question: str) -> str | None:
    """Return the clause that asks, with the thing it leans on and no name told in passing."""
    told, asked = told_and_asked(question)
    if not told:
        return None
    words = [token.text for token in tokens_of(told, fragment=True) if token.kind != "name"]
    thing = thing_of(" ".join(words))
    bare = " ".join(strip_back(asked).split()).rstrip("?!. ")
    leans = bare != " ".join(asked.split()).rstrip("?!. ")
    return f"{bare} {thing}?" if leans and thing else asked


def _carrying(wordings: Wordings, part: int) -> list[Reading]:
    return [
        Reading(
            other.text,
            own=other.own,
            hangs_on=other.hangs_on,
            part=part,
            shown=other.shown,
            is_carried=other.is_carried,
            order=other.order,
            leaning=wordings.leaning,
        )
        for other in wordings.others
    ]


def _legible(text: str) -> str:
    """Return a message as it was meant to be typed; the 22nd day without its ending."""
    return _DAY.sub(r"\1", other_layout(text) or from_latin(text) or text)


def _meant(replied_to: Exchange, exchanges: Sequence[Exchange]) -> Exchange | None:
    """Return the exchange that is replied to; without a reply the last one about something.

    To an answer that is no longer known one can reply, but not lean on another in its place; to a
    receipt as well, which is about its documents.
    """
    letters = _letters(replied_to.answer)
    for exchange in reversed(exchanges):
        answer = _letters(exchange.answer)
        if letters and answer and (answer in letters or letters in answer):
            return exchange
    if letters:
        return replied_to
    about = [exchange for exchange in exchanges if exchange.question or exchange.documents]
    told = [exchange for exchange in about if _is_told(exchange) or not _says_little(exchange)]
    return (told or about)[-1] if about else None


def _is_told(exchange: Exchange) -> bool:
    return bool(exchange.documents or exchange.subject or exchange.quotes)


def _says_little(exchange: Exchange) -> bool:
    """Say whether an earlier question was about hardly anything: «сколько по времени».

    Who asks for somebody asks of "her" next, whatever she does.
    """
    about = content_words(thing_of(exchange.question))
    return len(about) <= _LITTLE and not (about and asked_kind(exchange.question).name == "who")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
