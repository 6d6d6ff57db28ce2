"""What the base could not answer, for admins; answers to it, and corrections, for whoever asked."""

import base64
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.pieces import Piece, join
from bot.views.answers.sources import Cited, citation_rows, source_line
from bot.views.text import Reader, View, day, shortened, styled, untappable
from pipelines.models.answers import Citation
from pipelines.models.interactions import Correction
from pipelines.models.owner_questions import GapAnswer, GapCluster, GapPage
from pipelines.ports import Phrasebook
from pipelines.store.learning.gaps import FOLLOWED

PER_PAGE = 5
_QUESTIONS = 8  # of a cluster that are shown
_LONGEST = 300  # characters of a question
_LABEL = 40  # of one on a button
_QUOTED = 250  # of what was said, and is
_ID = 22  # characters that a cluster's id takes in a button beside something else


@dataclass(frozen=True, slots=True)
class Pointed:
    """What the button of a passage carries: the cluster that it answers, and the passage."""

    cluster: str
    cited: Cited

    def encode(self) -> str:
        """Write it as a button carries it."""
        packed = base64.urlsafe_b64encode(uuid.UUID(self.cluster).bytes).decode().rstrip("=")
        return f"{packed}_{self.cited.encode()}"

    @classmethod
    def decode(cls, carried: str) -> "Pointed | None":
        """Read what a button carries; None when that is something else."""
        packed, cited = carried[:_ID], Cited.decode(carried[_ID + 1 :])
        try:
            cluster = uuid.UUID(bytes=base64.urlsafe_b64decode(packed + "=="))
        except ValueError:
            return None
        return cls(str(cluster), cited) if cited is not None else None


def asked_text(question: str, reader: Reader) -> str:
    """Write a question that leans on others as one reads it: itself, then what came before."""
    *before, asked = question.split(FOLLOWED)
    if not before:
        return question
    return reader.say("gap-follow-up", question=asked, before=" · ".join(before))


def gaps_view(page: GapPage, number: int, reader: Reader) -> View:
    """Show a page of clusters: one button each."""
    if not page.clusters:
        return View(Piece(reader.say("gaps-none")), keyboard())
    first = number * PER_PAGE
    pieces = [styled(reader.say("gaps-title", count=page.total), MessageEntity.BOLD)]
    rows = []
    for place, gap in enumerate(page.clusters, first + 1):
        asked = asked_text(gap.questions[0], reader)
        question = untappable(shortened(asked, _LONGEST))
        pieces.append(Piece(f"\n\n{place}. {question}\n{_asked(gap, reader)}"))
        label = f"{place}. {shortened(asked, _LABEL)}"
        rows.append([button(label, Action.GAP, reader.user_id, gap.cluster)])
    turns = []
    if number:
        turns.append(reader.key("button-list-before", Action.GAPS, str(number - 1)))
    if first + len(page.clusters) < page.total:
        turns.append(reader.key("button-list-after", Action.GAPS, str(number + 1)))
    return View(join(pieces), keyboard(*rows, *([turns] if turns else [])))


def gap_view(gap: GapCluster, reader: Reader) -> View:
    """Show the questions of a cluster, and what can be done about them."""
    pieces = [
        styled(
            untappable(shortened(asked_text(question, reader), _LONGEST)), MessageEntity.BLOCKQUOTE
        )
        for question in gap.questions[:_QUESTIONS]
    ]
    lines = [_asked(gap, reader)]
    if gap.names:
        lines.append(reader.say("gap-names", names=untappable(", ".join(gap.names))))
    lines.append(reader.say("gap-hint"))
    shown = join([part for piece in pieces for part in (piece, Piece("\n"))])
    keys = [
        [reader.key("button-gap-answer", Action.WRITE_GAP_ANSWER, gap.cluster)],
        [reader.key("button-gap-point", Action.SEARCH_GAP_ANSWER, gap.cluster)],
        [reader.key("button-gap-dismiss", Action.DISMISS_GAP, gap.cluster)],
        [reader.key("button-gaps", Action.GAPS, "0")],
    ]
    return View(join([shown, Piece("\n" + "\n\n".join(lines))]), keyboard(*keys))


def passages_view(cluster: str, quotes: Sequence[Citation], reader: Reader) -> View:
    """Show passages of which one may answer a cluster."""
    pieces, rows = [Piece(reader.say("gap-passages"))], []
    for number, quote in enumerate(quotes, 1):
        cited = Cited.of(replace(quote, n=number))
        if cited is None or not fits(
            Action.POINT_GAP_ANSWER, reader.user_id, Pointed(cluster, cited).encode()
        ):
            continue
        title = untappable(quote.title or quote.file_name or "")
        pieces.append(Piece(f"\n\n{number}. {untappable(shortened(quote.quote, _LONGEST))}"))
        pieces.append(styled(f"\n{shortened(title, _LABEL)}", MessageEntity.ITALIC))
        argument = Pointed(cluster, cited).encode()
        rows.append(button(str(number), Action.POINT_GAP_ANSWER, reader.user_id, argument))
    back = reader.key("button-gap-back", Action.GAP, cluster)
    return View(join(pieces), keyboard(*([rows] if rows else []), [back]))


def gap_answer_view(answer: GapAnswer, presser: int, phrases: Phrasebook) -> View:
    """Tell whoever asked what an admin answers, with what that rests on.

    Args:
        presser: who may open it.
    """
    language, citation = answer.language, answer.citation
    asked = asked_text(answer.asked or answer.query, Reader(presser, language, phrases))
    head = phrases.say(
        "gap-answered" if citation.quote else "gap-answered-with-file",
        language,
        date=day(answer.asked_at, language),
        question=untappable(shortened(asked, _LONGEST)),
        name=untappable(answer.name),
    )
    pieces = [styled(head, MessageEntity.BOLD)]
    if citation.quote:
        pieces.append(Piece(f"\n\n{untappable(citation.quote)}"))
    pieces += [Piece("\n\n"), *source_line(citation, language, phrases)]
    return View(join(pieces), keyboard(*citation_rows([citation], presser)))


def corrections_view(
    corrections: Sequence[Correction], reader: Reader
) -> tuple[Piece, InlineKeyboardMarkup]:
    """Tell whoever got an answer what it said, and what the base says now."""
    pieces = [styled(reader.say("corrections-title"), MessageEntity.BOLD)]
    opened = []
    for number, one in enumerate(corrections, 1):
        asked = reader.say(
            "correction-asked",
            date=day(one.answered_at, reader.language),
            question=untappable(shortened(one.question, _LONGEST // 2)),
        )
        pieces.append(Piece(f"\n\n{asked}"))
        then = _quoted(one.then)
        pieces.append(Piece("\n" + reader.say("correction-then", quote=then or "none-")))
        now = _quoted([citation.quote for citation in one.now])
        pieces.append(Piece("\n" + reader.say("correction-now", quote=now or "none-")))
        if one.now:
            cited = replace(one.now[0], n=number)
            opened.append(cited)
            pieces += [Piece("\n"), *source_line(cited, reader.language, reader.phrases)]
    pieces.append(Piece("\n\n" + reader.say("corrections-hint")))
    return join(pieces), keyboard(*citation_rows(opened, reader.user_id))


def _asked(gap: GapCluster, reader: Reader) -> str:
    spoken = [reader.say("language-name", language_code=code) for code in gap.languages]
    return reader.say(
        "gap-asked",
        people=gap.people,
        asked=gap.asked,
        date=day(gap.last_asked_at, reader.language),
        languages=", ".join(sorted(spoken)),
    )


def _quoted(quotes: Sequence[str]) -> str:
    return untappable(shortened(" … ".join(dict.fromkeys(quotes)), _QUOTED))
