"""The codes-and-names set is what its tables make, and each question has one answer."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.codes.make import ARTICLES, TARGET, fill, make, make_article

ARTICLES_MADE: list[dict[str, Any]] = json.loads(TARGET.read_text("utf-8"))["data"]
PARAGRAPHS = [paragraph for article in ARTICLES_MADE for paragraph in article["paragraphs"]]
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def questions() -> Iterator[tuple[dict[str, Any], str]]:
    for paragraph in PARAGRAPHS:
        for question in paragraph["qas"]:
            yield question, paragraph["context"]


def test_the_committed_file_is_what_the_tables_make() -> None:
    assert TARGET.read_text("utf-8") == make(ARTICLES)


def test_articles_are_as_many_and_as_long_as_promised() -> None:
    russian = [a for a in ARTICLES_MADE if CYRILLIC.search(a["title"])]
    assert len(russian) >= 8
    assert len(ARTICLES_MADE) - len(russian) >= 8
    assert all(12 <= len(article["paragraphs"]) <= 30 for article in ARTICLES_MADE)


def test_each_paragraph_and_each_question_is_its_own() -> None:
    contexts = [paragraph["context"] for paragraph in PARAGRAPHS]
    asked = [question for question, _ in questions()]
    assert len(set(contexts)) == len(contexts)
    assert len({question["id"] for question in asked}) == len(asked)
    assert len({question["question"].lower() for question in asked}) == len(asked)


def test_half_of_the_questions_are_of_each_language() -> None:
    identities = [question["id"] for question, _ in questions()]
    russian = [i for i in identities if i.startswith("ru_") != i.endswith("-foreign")]
    assert len(russian) >= 50
    assert len(identities) - len(russian) >= 50


def test_answers_stand_where_they_are_said_to() -> None:
    for question, context in questions():
        (answer,) = question["answers"]
        assert answer["text"]
        assert context[answer["answer_start"] :].startswith(answer["text"]), question["id"]


@pytest.mark.parametrize("path", sorted(ARTICLES.glob("*.toml")), ids=lambda path: path.stem)
def test_one_row_alone_answers_a_question(path: Path) -> None:
    table = tomllib.loads(path.read_text("utf-8"))
    rows = table["rows"]
    for question, key, cell in [*table["questions"], *table.get("foreign_questions", [])]:
        row = next(row for row in rows if row[0] == key)
        if cell == 0:
            assert [row for row in rows if names_by_number(question, row)] == [row], question
        else:
            contexts = [p["context"] for p in PARAGRAPHS]
            both = [rf"(?<!\w){re.escape(text)}(?!\w)" for text in (key, row[cell])]
            assert sum(all(re.search(text, c) for text in both) for c in contexts) == 1, question


def names_by_number(question: str, row: list[str]) -> bool:
    """Whether a question holds a number of the row's, whatever stands between its digits."""
    cells = [re.split(r"\W+", cell) for cell in row[1:] if re.search(r"\d", cell)]
    numbers = [r"\W*".join(map(re.escape, parts)) for parts in cells]
    return any(re.search(rf"\b{number}\b", question, re.IGNORECASE) for number in numbers)


def test_an_answer_is_found_at_its_place_even_if_its_text_stands_before() -> None:
    filled = fill("Room {1}, extension {2}: {0}.", ["Pobjoy", "17", "17"])
    assert filled.text == "Room 17, extension 17: Pobjoy."
    assert filled.answers[2] == {"text": "17", "answer_start": 19}


def test_two_rows_of_one_code_are_refused() -> None:
    table = {"title": "T", "templates": ["{0}"], "rows": [["E-1"], ["E-1"]], "questions": []}
    with pytest.raises(ValueError, match="same cell"):
        make_article("en_codes", table)
