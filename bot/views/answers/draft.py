"""An answer while it is written: a line that says what is being done, and what there is of it."""

from telegram import MessageEntity
from telegram.constants import MessageLimit

from bot.transport.pieces import Piece, join, split, tail, units
from bot.views.answers.answer import answer_body, render_answer
from bot.views.answers.sources import source_lines
from bot.views.text import shortened, styled, untappable
from pipelines.models.answers import Answer, Draft, Timings
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.ports import Phrasebook

_GOES_ON = " …"
_LONGEST_SHOWN = 8000  # characters, markup included, of which as many as fit are shown
_LONGEST_DETAIL = 60  # characters of what is searched for, or of the title of what is read


def draft_view(draft: Draft, phrases: Phrasebook, *, offers_stop: bool = False) -> Piece:
    """Show what is being done, and below it what there is; of what is too long, the end.

    Args:
        offers_stop: name the command that stops it, where no button does.
    """
    pieces = [styled(_status(draft, phrases), MessageEntity.ITALIC)]
    if offers_stop:
        pieces.append(Piece(f" · {phrases.say('draft-stop-hint', draft.language)}"))
    if draft.is_quoted:
        return split(join([*pieces, Piece("\n\n"), *_quoted(draft, phrases)]))[0]
    if draft.text.strip():
        pieces.append(Piece("\n\n"))
        room = MessageLimit.MAX_TEXT_LENGTH - sum(units(each.text) for each in pieces)
        # More than is formatted of any answer is never shown; a paragraph's start is a good place.
        recent = draft.text[-_LONGEST_SHOWN:]
        if len(recent) < len(draft.text):
            recent = recent.partition("\n\n")[2] or recent
        body = join([answer_body(recent), Piece(_GOES_ON)])
        pieces.append(tail(body, room))
    return join(pieces)


def placeholder(language: str | None, phrases: Phrasebook) -> Piece:
    """Show that an answer begins, before anything else is known of it."""
    return styled(
        phrases.say("draft-thinking", language, what="", detailed="none"), MessageEntity.ITALIC
    )


def stopped_view(
    draft: Draft | None, language: str | None, phrases: Phrasebook
) -> tuple[Piece, ...]:
    """Show what there was of an answer when it was stopped, with its sources, and say so below.

    Marks without their sources lead nowhere, and are left out.
    """
    if draft is None or not draft.text.strip():
        return (Piece(phrases.say("answer-stopped", language, shown="none")),)
    text = draft.text if draft.citations else strip_marks(draft.text)
    stands = "quoted" if draft.is_quoted else "some"
    note = Piece(f"\n\n{phrases.say('answer-stopped', draft.language, shown=stands)}")
    shown = Answer(text.strip(), False, draft.language, draft.citations, (), Timings())
    *before, last = (
        split(join(_quoted(draft, phrases))) if draft.is_quoted else render_answer(shown, phrases)
    )
    if units(last.text) + units(note.text) > MessageLimit.MAX_TEXT_LENGTH:
        return (*before, last, Piece(note.text.strip()))
    return (*before, join([last, styled(note.text, MessageEntity.ITALIC)]))


def _quoted(draft: Draft, phrases: Phrasebook) -> list[Piece]:
    """Show what sources say, as what it is: under a line of ours, with the sources below it."""
    heading = styled(phrases.say("draft-quoted", draft.language), MessageEntity.ITALIC)
    body = answer_body(draft.text, [citation.quote for citation in draft.citations])
    cited = Answer(draft.text, False, draft.language, draft.citations, (), Timings())
    return [heading, Piece("\n"), body, Piece("\n\n"), source_lines(cited, phrases)]


def _status(draft: Draft, phrases: Phrasebook) -> str:
    detail = untappable(shortened(" ".join(draft.detail.split()), _LONGEST_DETAIL))
    detailed = "some" if detail else "none"
    said = phrases.say(f"draft-{draft.stage}", draft.language, what=detail, detailed=detailed)
    if not draft.total:
        return said
    done = min(draft.done, draft.total)
    counted = phrases.say("draft-count", draft.language, done=done, total=draft.total)
    return f"{said} {counted}"
