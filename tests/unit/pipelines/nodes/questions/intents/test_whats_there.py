"""What a message asks for that no document is called by."""

import pytest

from pipelines.nodes.questions.intents.recognise import recognise
from pipelines.nodes.questions.intents.whats_there import what_is_there


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Do you have anything on insurance?", "what is there about insurance"),
        ("is there anything about christmas", "what is there about christmas"),
        ("есть что-нибудь про страховку?", "что есть про страховку"),
        ("у тебя есть что-нибудь о велосипедах", "что есть о велосипедах"),
        ("gibt es etwas zum Parken?", "was gibt es zu Parken"),
        ("do you have a spare key", ""),
        ("есть ли у вас парковка", ""),
        ("when is the office open", ""),
    ],
)
def test_all_about_a_thing_is_asked_for(message: str, asked: str) -> None:
    assert what_is_there(message, recognise(message)) == asked
