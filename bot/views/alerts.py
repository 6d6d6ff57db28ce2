"""That answers have become worse, in words."""

from collections.abc import Sequence

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, join
from bot.views.text import Reader, shortened, styled, untappable
from pipelines.models.learning.evaluations import (
    Alert,
    EvaluatedAnswer,
    Evaluation,
    EvaluationReport,
    ShownGolden,
)

_LONGEST_QUESTION = 150  # characters
_LONGEST_PASSAGE = 1000


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


def got_worse_text(
    report: EvaluationReport, questions: Sequence[str | None], reader: Reader
) -> Piece:
    """Say how many questions are answered worse than the night before, and which.

    questions: the first of them, None where the reader may not know one.
    """
    head = styled(reader.say("golden-title"), MessageEntity.BOLD)
    before = report.before.right if report.before is not None else 0
    counted = reader.say(
        "golden-counted",
        worse=len(report.worse),
        questions=report.now.questions,
        right=report.now.right,
        before=before,
    )
    lines = [
        f"{number}. {shortened(untappable(one), _LONGEST_QUESTION)}"
        if one is not None
        else f"{number}. {reader.say('golden-hidden')}"
        for number, one in enumerate(questions, start=1)
    ]
    said = "\n".join([counted, "", *lines, "", reader.say("golden-hint")])
    return join([head, Piece(f"\n\n{said}")])


def got_worse_keys(keys: Sequence[str], reader: Reader) -> InlineKeyboardMarkup | None:
    """Lay out a button for each of these golden questions."""
    row = [
        reader.key("button-golden", Action.SHOW_GOLDEN, key, number=number)
        for number, key in enumerate(keys, start=1)
    ]
    return keyboard(row) if row else None


def golden_text(shown: ShownGolden, now: str, reader: Reader) -> Piece:
    """Show a question with the passage that is right, and what is answered now."""
    if shown.question is None or shown.passage is None:
        return Piece(reader.say("golden-closed"))
    title = untappable(shown.title or "")
    pieces = [
        styled(shown.question, MessageEntity.BOLD),
        Piece(f"\n\n{reader.say('golden-right', title=title)}\n"),
        styled(shortened(shown.passage, _LONGEST_PASSAGE), MessageEntity.BLOCKQUOTE),
    ]
    if shown.answer:
        pieces += [
            Piece(f"\n\n{reader.say('golden-liked')}\n"),
            styled(shown.answer, MessageEntity.BLOCKQUOTE),
        ]
    if not now:
        return join([*pieces, Piece(f"\n\n{reader.say('golden-nothing')}")])
    answered = styled(now, MessageEntity.BLOCKQUOTE)
    return join([*pieces, Piece(f"\n\n{reader.say('golden-now')}\n"), answered])


def _scores_text(evaluation: Evaluation, reader: Reader) -> str:
    return reader.say(
        "weak-answer-scores",
        relevance=_percent(evaluation.relevance),
        groundedness=_percent(evaluation.groundedness),
        answers=_percent(evaluation.answer_relevance),
    )


def _percent(score: float) -> int:
    return round(100 * score)
