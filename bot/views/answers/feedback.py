"""The buttons that an answer is rated, asked again and continued with.

They name the answer by the id that it is on record under; which of them is marked stands on the
button, so that a keyboard can be changed without knowing how it was made.
"""

from collections.abc import Mapping, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.transport.buttons import Action, button, fits, read_button
from bot.views.library import Reader
from bot.views.text import shortened
from pipelines.models.answers import Answer
from pipelines.models.interactions import Rating, Reason

_MARK = " ✓"
_SIGNS: Mapping[Action, tuple[str, Rating]] = {
    Action.RATE_UP: ("👍", "positive"),
    Action.RATE_DOWN: ("👎", "negative"),
}
_AGAIN = "🔁"
_REASONS: Mapping[str, tuple[Reason, str]] = {
    "w": ("wrong", "button-reason-wrong"),
    "o": ("off_topic", "button-reason-off-topic"),
    "l": ("too_little", "button-reason-too-little"),
    "d": ("outdated", "button-reason-outdated"),
}
_OF_REASONS = frozenset({Action.REASON, Action.WRITE_CORRECTION, Action.CLOSE_REASONS})
_LABEL = 60  # characters of a question on a button

Rows = list[list[InlineKeyboardButton]]


def rating_rows(answer: Answer, user_id: int, rating: Rating | None = None) -> Rows:
    """Lay out the row that an answer is rated and asked again with; none for small talk."""
    known = answer.interaction_id
    if not answer.can_be_rated or not fits(Action.RATE_UP, user_id, known):
        return []
    row = [
        button(_sign(action, is_marked=said == rating), action, user_id, known)
        for action, (_, said) in _SIGNS.items()
    ]
    if answer.can_be_repeated:
        row.append(button(_AGAIN, Action.ANSWER_AGAIN, user_id, known))
    return [row]


def follow_up_rows(interaction_id: str, questions: Sequence[str], user_id: int) -> Rows:
    """Lay out a button for each question that can be asked next."""
    return [
        [button(shortened(question, _LABEL), Action.FOLLOW_UP, user_id, f"{interaction_id}_{n}")]
        for n, question in enumerate(questions)
        if fits(Action.FOLLOW_UP, user_id, f"{interaction_id}_{n}")
    ]


def is_marked(shown: InlineKeyboardMarkup, action: Action) -> bool:
    """Tell whether this is what the answer is rated now."""
    keys = (key for row in shown.inline_keyboard for key in row if _action_of(key) == action)
    return any(key.text.endswith(_MARK) for key in keys)


def with_rating(shown: InlineKeyboardMarkup, rating: Rating | None) -> InlineKeyboardMarkup:
    """Mark a rating, and put away what asked for its reason."""
    rows = [
        [_marked(key, rating) for key in row]
        for row in shown.inline_keyboard
        if not any(_action_of(key) in _OF_REASONS for key in row)
    ]
    return InlineKeyboardMarkup(rows)


def with_reasons(
    shown: InlineKeyboardMarkup, interaction_id: str, reader: Reader
) -> InlineKeyboardMarkup:
    """Ask below the rating why an answer is bad."""
    keys = [
        reader.key(label, Action.REASON, f"{interaction_id}_{letter}")
        for letter, (_, label) in _REASONS.items()
    ]
    write = reader.key("button-write-correction", Action.WRITE_CORRECTION, interaction_id)
    close = reader.key("button-close-reasons", Action.CLOSE_REASONS, interaction_id)
    rows: Rows = []
    for row in with_rating(shown, "negative").inline_keyboard:
        rows.append(list(row))
        if any(_action_of(key) is Action.RATE_DOWN for key in row):
            rows += [keys[:2], keys[2:], [write, close]]
    return InlineKeyboardMarkup(rows)


def reason_of(letter: str) -> Reason | None:
    """Return the reason that a button names."""
    return _REASONS[letter][0] if letter in _REASONS else None


def _sign(action: Action, *, is_marked: bool) -> str:
    return f"{_SIGNS[action][0]}{_MARK if is_marked else ''}"


def _marked(key: InlineKeyboardButton, rating: Rating | None) -> InlineKeyboardButton:
    action = _action_of(key)
    if action is None or action not in _SIGNS:
        return key
    is_it = _SIGNS[action][1] == rating
    return InlineKeyboardButton(_sign(action, is_marked=is_it), callback_data=key.callback_data)


def _action_of(key: InlineKeyboardButton) -> Action | None:
    data = read_button(key.callback_data if isinstance(key.callback_data, str) else None)
    return data.action if data is not None else None
