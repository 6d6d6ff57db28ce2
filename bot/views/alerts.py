"""That answers have become worse, in words."""

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, join
from bot.views.library import Reader
from bot.views.text import styled
from pipelines.models.evaluations import Alert, EvaluatedAnswer, Evaluation


def alert_text(alert: Alert, reader: Reader) -> Piece:
    """Say which scores have fallen, and what the worst answers got."""
    fallen = [
        reader.say(
            "alert-drop",
            score=drop.score,
            mean=_percent(drop.mean),
            least=_percent(drop.threshold),
        )
        for drop in alert.drops
    ]
    head = styled(reader.say("alert-title"), MessageEntity.BOLD)
    lines = "\n".join([*fallen, "", reader.say("alert-hint")])
    return join([head, Piece(f"\n\n{lines}")])


def alert_keys(alert: Alert, reader: Reader) -> InlineKeyboardMarkup | None:
    """Lay out a button for each of the worst answers."""
    keys = [
        reader.key("button-weak-answer", Action.SHOW_WEAK_ANSWER, one.id, number=number)
        for number, one in enumerate(alert.worst, start=1)
    ]
    return keyboard(keys) if keys else None


def weak_answer_text(shown: EvaluatedAnswer, reader: Reader) -> Piece:
    """Show an answer with its scores; of one that may not be read, the scores alone."""
    scores = _scores_text(shown.evaluation, reader)
    if shown.question is None or shown.answer is None:
        return Piece(f"{reader.say('weak-answer-closed')}\n\n{scores}")
    return join(
        [
            styled(shown.question, MessageEntity.BOLD),
            Piece("\n\n"),
            styled(shown.answer, MessageEntity.BLOCKQUOTE),
            Piece(f"\n\n{scores}"),
        ]
    )


def _scores_text(evaluation: Evaluation, reader: Reader) -> str:
    return reader.say(
        "weak-answer-scores",
        relevance=_percent(evaluation.relevance),
        groundedness=_percent(evaluation.groundedness),
        answers=_percent(evaluation.answer_relevance),
    )


def _percent(score: float) -> int:
    return round(100 * score)
