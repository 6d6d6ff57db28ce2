"""Which sentence says whether something is, and of which day it tells."""

from dataclasses import replace

import pytest

from pipelines.nodes.answering.sentences.extract_answer import ExtractionRules, extract_scored
from pipelines.nodes.answering.sentences.sentence_scores import weigh_sentences
from tests.unit.pipelines.nodes.answering.sentences.test_extract_answer import (
    passage,
    query_of,
)

WEIGHED = [
    ("Do anglers get a permit?", "Permits cannot be lent.", "Anglers with a card: a permit at £5."),
    ("Дают ли рыбакам пропуск?", "Пропуск нельзя дарить.", "Рыбакам с билетом: пропуск за 50 ₽."),
]


def _order(question: str, text: str, **rules: float) -> list[str]:
    scored = weigh_sentences(question, query_of(question), [passage(text)], {})
    chosen = ExtractionRules(**rules)  # type: ignore[arg-type]
    return [quote.text for quote in extract_scored(question, scored, chosen).answers]


@pytest.mark.parametrize(("question", "rule", "fuller"), WEIGHED)
def test_what_has_more_of_what_is_asked_comes_first(question: str, rule: str, fuller: str) -> None:
    assert _order(question, f"{rule} {fuller}", close=1.0)[0] == fuller


@pytest.mark.parametrize(
    ("question", "rule", "other"),
    [
        ("Can I bring a dog to the farm?", "You can bring no dogs.", "Farm shop: no credit."),
        ("Можно с собакой на ферму?", "С собаками нельзя.", "На ферме нельзя курить."),
    ],
)
def test_whether_another_thing_is_there_is_no_answer_beside_one_for_the_thing(
    question: str, rule: str, other: str
) -> None:
    order = _order(question, f"{rule} {other}", close=9.0, held=0.0)
    assert order == [rule]
    assert len(_order(question, f"{rule} {rule[:-1]}, {other}", close=9.0, held=0.0)) > 1


@pytest.mark.parametrize(
    ("question", "of_named", "of_other", "title"),
    [
        ("Can I bring a dog to the farm?", "Dogs stay out.", "You can bring a dog.", "Ash Farm"),
        ("Можно с собакой в лагерь?", "Собак нельзя.", "Можно и с собакой.", "Лагерь «Ясень»"),
    ],
)
def test_of_the_document_whose_title_names_what_is_asked_about_comes_first(
    question: str, of_named: str, of_other: str, title: str
) -> None:
    named = passage(of_named, id=7, document_id="named", title=title)
    other = passage(of_other, id=8, document_id="other", title="Mole Shop")
    scored = weigh_sentences(question, query_of(question), [other, named], {})
    best = max(scored, key=lambda one: one.score)
    chosen = ExtractionRules(naming=9.0)
    assert best.text == of_other
    assert extract_scored(question, scored, chosen).answers[0].text == of_named
    elsewhere = [replace(one, passage=replace(one.passage, title=title)) for one in scored]
    assert extract_scored(question, elsewhere, chosen).answers[0].text == of_other


DAYS = [
    (
        "Is the museum open on 24 June?",
        "The museum is not open: from 25 June to 3 July; on 1 May.\n\n"
        "The museum is shut from 3 to 9 August.\n\n24 June - visitors until noon.",
        "24 June - visitors until noon.",
    ),
    (
        "работает ли музей 24 июня",
        "Музей не работает: с 25 июня по 3 июля; 1 мая.\n\n"
        "Музей закрыт с 3 по 9 августа.\n\n24 июня – гостей ждут до полудня.",
        "24 июня – гостей ждут до полудня.",
    ),
]


@pytest.mark.parametrize(("question", "text", "line"), DAYS)
def test_a_line_for_the_day_stands_before_stretches_without_it(
    question: str, text: str, line: str
) -> None:
    scored = weigh_sentences(question, query_of(question), [passage(text)], {})
    by_text = {one.text: one.score for one in scored}
    others = [score for said, score in by_text.items() if said != line]
    assert by_text[line] > max(others)
