"""Which documents tell of something."""

import pytest

from pipelines.answer.base.mentions import telling_of, undone
from tests.support.nodes.passage_maker import make_passage

RULES = make_passage("A boat that comes back late costs a fee.", id=1, document_id="rules")
ORDER = make_passage("За позднее возвращение взимается плата.", id=2, document_id="order")
ORDER = make_passage(ORDER.text, id=2, document_id="order", language="ru")
MENU = make_passage("Late breakfast is served at ten.", id=3, document_id="menu")


@pytest.mark.parametrize(
    ("about", "documents"),
    [("late fees", ("rules", "order")), ("breakfast", ("menu",)), ("parking", ()), ("", ())],
)
def test_those_tell_of_it_that_have_all_of_its_words(
    about: str, documents: tuple[str, ...]
) -> None:
    assert telling_of(about, [RULES, ORDER, MENU]) == documents


def test_who_asks_about_doing_something_asks_about_what_is_done() -> None:
    assert undone("Skating rules") == "skate rules"
    assert undone("the ring") == "the ring"
    race = make_passage("The race starts at noon.", document_id="calendar")
    assert telling_of(undone("racing"), [race]) == ("calendar",)
