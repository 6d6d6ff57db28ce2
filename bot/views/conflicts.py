"""Two statements that cannot both hold, on one card, and what was said of them."""

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, join
from bot.views.text import Reader, shortened, styled, untappable, written_day
from pipelines.models.learning.conflicts import ConflictState, KnownConflict, Side

_LONGEST = 600  # characters of a statement
_TITLE = 100


def conflict_text(conflict: KnownConflict, count: int, reader: Reader) -> Piece:
    """Ask which of two statements holds; count: how many conflicts there are to decide."""
    asked = reader.say("conflict-found", count=count)
    return join([styled(asked, MessageEntity.BOLD), *_sides(conflict, reader)])


def conflict_keys(conflict: KnownConflict, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out what can be said of it."""
    number = str(conflict.id)
    return keyboard(
        [reader.key("button-first-holds", Action.FIRST_HOLDS, number)],
        [reader.key("button-second-holds", Action.SECOND_HOLDS, number)],
        [reader.key("button-no-conflict", Action.NO_CONFLICT, number)],
    )


def decided_text(conflict: KnownConflict, state: ConflictState, reader: Reader) -> Piece:
    """Show both statements, and what was said of them."""
    said = reader.say("conflict-decided", state=state)
    return join([styled(said, MessageEntity.BOLD), *_sides(conflict, reader)])


def _sides(conflict: KnownConflict, reader: Reader) -> list[Piece]:
    return [
        piece
        for number, side in enumerate((conflict.first, conflict.second), start=1)
        for piece in _side(number, side, reader)
    ]


def _side(number: int, side: Side, reader: Reader) -> list[Piece]:
    title = untappable(shortened(side.title, _TITLE))
    where = reader.say("conflict-side", title=title, date=written_day(side.date, reader.language))
    quote = styled(shortened(side.text, _LONGEST), MessageEntity.BLOCKQUOTE)
    return [Piece(f"\n\n{number}. {where}\n"), quote]
