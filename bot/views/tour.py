"""The tour's messages: an example to ask, what to ask it, and how to go on."""

from telegram import InlineKeyboardMarkup

from bot.transport.buttons import Action, fits, keyboard
from bot.views.text import Reader

QUESTIONS = ("1", "2", "3")  # their texts are `tour-question-1` and so on


def tour_keys(name: str, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out the questions, and the way out; `name` is the example's batch within its chat."""
    rows = [
        [reader.key(f"tour-question-{each}", Action.TOUR_ASK, f"{each}_{name}")]
        for each in QUESTIONS
        if fits(Action.TOUR_ASK, reader.user_id, f"{each}_{name}")
    ]
    return keyboard(*rows, *end_keys(name, reader).inline_keyboard)


def end_keys(name: str, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out the way out alone."""
    if not fits(Action.TOUR_REMOVE, reader.user_id, name):
        return keyboard()
    return keyboard([reader.key("button-tour-remove", Action.TOUR_REMOVE, name)])
