"""A sentence whose subject is a pronoun is told with the one that says what it is."""

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.references import with_antecedent
from tests.support.nodes.passage_maker import make_passage

QUESTION = "when is the crèche shut, and прачечная"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The crèche is in the barn. It is shut on Mondays.", "It is shut on Mondays."),
        ("The crèche is in the barn.\nIt is shut on Mondays.", "It is shut on Mondays."),
        ("Прачечная в подвале. Она закрыта по средам.", "Она закрыта по средам."),
        ("Лодки держат в сарае. Вёсла – там же.", "Вёсла – там же."),
    ],
)
def test_it_is_told_with_what_it_is(text: str, sentence: str) -> None:
    start = text.index(sentence)
    told = with_antecedent(QUESTION, Quote(make_passage(text), Span(start, start + len(sentence))))
    assert told.text == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The crèche is in the barn. Lunch is at one.", "Lunch is at one."),
        ("The clearance is 4 metres. It replaces the crèche.", "It replaces the crèche."),
        ("Two offers came in. It was agreed to wait.", "It was agreed to wait."),
    ],
)
def test_what_names_its_subject_or_has_none_before_is_told_alone(text: str, sentence: str) -> None:
    start = text.index(sentence)
    told = with_antecedent(QUESTION, Quote(make_passage(text), Span(start, start + len(sentence))))
    assert told.text == sentence
