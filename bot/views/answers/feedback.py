"""The buttons that an answer is rated, asked again and continued with.

They name the answer by the id that it is on record under; which of them is marked stands on the
button, so that a keyboard can be changed without knowing how it was made.
"""

from collections.abc import Mapping, Sequence, Set

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.transport.buttons import ANYBODY, Action, ButtonData, button, fits, read_button
from bot.views.text import Reader, shortened
from pipelines.models.answers import Answer
from pipelines.models.interactions import Rating, Reason, Tally

_MARK = " ✓"
_SIGNS: Mapping[Action, tuple[str, Rating]] = {
    Action.RATE_UP: ("👍", "positive"),
    Action.RATE_DOWN: ("👎", "negative"),
}
_AGAIN = "🔁"
_OF_DOCUMENT = "r"
_REASONS: Mapping[str, Reason] = {
    "w": "wrong",
    "o": "off_topic",
    "d": "outdated",
    "u": "unreadable",
    "l": "too_little",  # on buttons that were made before it went
    _OF_DOCUMENT: "outdated",
}
_OFFERED: Mapping[str, str] = {
    "w": "button-reason-wrong",
    "o": "button-reason-off-topic",
    "d": "button-reason-outdated",
    "u": "button-reason-unreadable",
}
_OF_REASONS = frozenset(
    {
        Action.REASON,
        Action.SHOW_OTHERS,
        Action.WRITE_CORRECTION,
        Action.EXPLAIN_ANSWER,
        Action.CLOSE_REASONS,
    }
)
_OF_WRITING = frozenset({Action.SHOW_OTHERS, Action.WRITE_CORRECTION, Action.CLOSE_REASONS})
_LABEL = 60  # characters of a question on a button
_SHORT_LABEL = 15  # that half a phone's width holds
_FEW_SOURCES = 3  # buttons that leave room for the rating beside them

Rows = list[list[InlineKeyboardButton]]
Standing = Rating | Tally | None  # what its one reader says of an answer; in a group, how many what


def rating_rows(answer: Answer, user_id: int, standing: Standing = None) -> Rows:
    """Lay out the row that an answer is rated and asked again with; none for small talk."""
    known = answer.interaction_id
    if not answer.can_be_rated or not fits(Action.RATE_UP, user_id, known):
        return []
    row = [button(_sign(action, standing), action, user_id, known) for action in _SIGNS]
    if answer.can_be_repeated:
        row.append(button(_AGAIN, Action.ANSWER_AGAIN, user_id, known))
    return [row]


def beside_sources(sources: Rows, rating: Rows) -> Rows:
    """Put the row of the rating into that of the sources, where these are few."""
    if len(sources) != 1 or not rating or len(sources[0]) > _FEW_SOURCES:
        return [*sources, *rating]
    return [[*sources[0], *rating[0]], *rating[1:]]


def follow_up_rows(interaction_id: str, questions: Sequence[str], user_id: int) -> Rows:
    """Lay out a button for each question that can be asked next; two short ones share a row."""
    rows: Rows = []
    for n, question in enumerate(questions):
        if not fits(Action.FOLLOW_UP, user_id, f"{interaction_id}_{n}"):
            continue
        label = shortened(question, _LABEL)
        key = button(label, Action.FOLLOW_UP, user_id, f"{interaction_id}_{n}")
        last = rows[-1] if rows else []
        if len(last) == 1 and max(len(label), len(last[0].text)) <= _SHORT_LABEL:
            last.append(key)
        else:
            rows.append([key])
    return rows


def with_follow_ups(shown: InlineKeyboardMarkup, follow_ups: Rows) -> InlineKeyboardMarkup:
    """Put these questions under what is shown, in the place of those that stand there."""
    rows = [
        list(row)
        for row in shown.inline_keyboard
        if not any(_action_of(key) is Action.FOLLOW_UP for key in row)
    ]
    return InlineKeyboardMarkup([*rows, *follow_ups])


def asks_why(shown: InlineKeyboardMarkup, user_id: int | None = None) -> bool:
    """Tell whether these buttons ask for a reason; with a user, whether they ask them."""
    keys = (key for row in shown.inline_keyboard for key in row)
    return any(_is_asked(key, {Action.REASON}, user_id) and not _is_further(key) for key in keys)


def shows_rating(shown: InlineKeyboardMarkup) -> bool:
    """Tell whether an answer can be rated with these buttons."""
    return any(_action_of(key) in _SIGNS for row in shown.inline_keyboard for key in row)


def is_marked(shown: InlineKeyboardMarkup, action: Action) -> bool:
    """Tell whether this is what its one reader rates the answer now."""
    keys = (key for row in shown.inline_keyboard for key in row if _action_of(key) == action)
    return any(key.text.endswith(_MARK) for key in keys)


def with_rating(
    shown: InlineKeyboardMarkup,
    standing: Standing,
    *,
    asked: int | None = None,
    may_write: bool = False,
    further: InlineKeyboardButton | None = None,
) -> InlineKeyboardMarkup:
    """Mark how an answer is rated, and put away what asked for the reason.

    Args:
        asked: whom it asked, when others are to go on being asked.
        may_write: what would be right can still be written, or pointed at.
        further: what they may say besides, before the button that closes it.
    """
    gone = _OF_REASONS - _OF_WRITING if may_write else _OF_REASONS
    rows: Rows = []
    for row in shown.inline_keyboard:
        left = [_marked(key, standing) for key in row if not _is_asked(key, gone, asked)]
        if further is not None and any(_is_asked(k, {Action.CLOSE_REASONS}, asked) for k in left):
            left.insert(0, further)
        rows.append(left)
    return InlineKeyboardMarkup([row for row in rows if row])


def with_reasons(
    shown: InlineKeyboardMarkup,
    interaction_id: str,
    reader: Reader,
    standing: Standing = "negative",
    *,
    may_ask: bool = True,
    may_point: bool = False,
) -> InlineKeyboardMarkup:
    """Ask the reader, below the rating, why an answer is bad; nobody else is asked any more.

    Args:
        may_ask: they may use the bot: say what would be right, and see what the answer is made of.
        may_point: they may be shown other passages.
    """
    asking = reason_rows(interaction_id, reader, may_ask=may_ask, may_point=may_point)
    rows: Rows = []
    for row in with_rating(shown, standing).inline_keyboard:
        rows.append(list(row))
        if any(_action_of(key) is Action.RATE_DOWN for key in row):
            rows += asking
    return InlineKeyboardMarkup(rows)


def reason_rows(
    interaction_id: str, reader: Reader, *, may_ask: bool = True, may_point: bool = False
) -> Rows:
    """Lay out what may be wrong with an answer, and what can be done about it, two in a row."""
    keys = [
        reader.key(label, Action.REASON, f"{interaction_id}_{letter}")
        for letter, label in _OFFERED.items()
    ]
    if may_point:
        keys.append(reader.key("button-show-others", Action.SHOW_OTHERS, interaction_id))
    if may_ask:
        write, explain = "button-write-correction", "button-explain-answer"
        keys.append(reader.key(write, Action.WRITE_CORRECTION, interaction_id))
        keys.append(reader.key(explain, Action.EXPLAIN_ANSWER, interaction_id))
    keys.append(reader.key("button-close-reasons", Action.CLOSE_REASONS, interaction_id))
    return [keys[n : n + 2] for n in range(0, len(keys), 2)]


def document_key(interaction_id: str, reader: Reader) -> InlineKeyboardButton:
    """Make the button for whoever said that something is outdated: all of its document is."""
    argument = f"{interaction_id}_{_OF_DOCUMENT}"
    return reader.key("button-reason-document-outdated", Action.REASON, argument)


def rated_by(shown: InlineKeyboardMarkup) -> int:
    """Return the user whom the buttons that rate an answer were made for."""
    keys = (_data_of(key) for row in shown.inline_keyboard for key in row)
    return next((key.user_id for key in keys if key and key.action in _SIGNS), ANYBODY)


def reason_of(letter: str) -> Reason | None:
    """Return the reason that a button names."""
    return _REASONS.get(letter)


def is_of_document(letter: str) -> bool:
    """Tell whether a button is about all of a document, not the passage that was shown."""
    return letter == _OF_DOCUMENT


def _sign(action: Action, standing: Standing) -> str:
    sign, said = _SIGNS[action]
    if not isinstance(standing, Tally):
        return f"{sign}{_MARK if standing == said else ''}"
    count = standing.positive if said == "positive" else standing.negative
    return f"{sign} {count}" if count else sign


def _marked(key: InlineKeyboardButton, standing: Standing) -> InlineKeyboardButton:
    action = _action_of(key)
    if action is None or action not in _SIGNS:
        return key
    return InlineKeyboardButton(_sign(action, standing), callback_data=key.callback_data)


def _is_asked(key: InlineKeyboardButton, actions: Set[Action], asked: int | None) -> bool:
    data = _data_of(key)
    return data is not None and data.action in actions and asked in (None, data.user_id)


def _is_further(key: InlineKeyboardButton) -> bool:
    """Tell whether a button asks no more than whether all of a document is outdated."""
    data = _data_of(key)
    return data is not None and is_of_document(data.argument.rpartition("_")[2])


def _action_of(key: InlineKeyboardButton) -> Action | None:
    data = _data_of(key)
    return data.action if data is not None else None


def _data_of(key: InlineKeyboardButton) -> ButtonData | None:
    return read_button(key.callback_data if isinstance(key.callback_data, str) else None)
