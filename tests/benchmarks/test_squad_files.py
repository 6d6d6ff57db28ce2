"""Files in SQuAD's JSON become articles and questions, or the reader is told what is wrong."""

from pathlib import Path

import pytest

from benchmarks.refused import CannotMeasure
from benchmarks.squad import load
from tests.support.benchmarks.small_corpus import squad, write


def test_articles_and_questions_are_read_in_order(tmp_path: Path) -> None:
    corpus = load(write(tmp_path))
    assert [article.title for article in corpus.articles] == [
        "Harvel lighthouse",
        "Sourdough bread",
        "Narrow gauge railway",
    ]
    assert [question.place for question in corpus.questions] == list(corpus.places())
    last = corpus.questions[-1]
    assert last.place == (2, 1)
    assert last.answers == ("Volunteers",)
    assert corpus.text(last.place).startswith("The last train")


def test_questions_of_another_language_keep_the_answers_of_the_documents(tmp_path: Path) -> None:
    other = squad("ru")
    answers = other["data"][0]["paragraphs"][0]["qas"][0]["answers"]
    answers[0]["text"] = "рапсовым маслом"
    corpus = load(write(tmp_path), write(tmp_path, "ru", other))
    assert corpus.questions[0].text == "Чем сначала питалась лампа маяка?"
    assert corpus.questions[0].answers == ("rapeseed oil",)


def test_questions_with_other_ids_are_matched_by_their_place(tmp_path: Path) -> None:
    other = squad("ru")
    for number, article in enumerate(other["data"]):
        for idx, paragraph in enumerate(article["paragraphs"]):
            paragraph["qas"][0]["id"] = f"ru {number} {idx}"
    corpus = load(write(tmp_path), write(tmp_path, "ru", other))
    assert [q.answers for q in corpus.questions] == [
        q.answers for q in load(write(tmp_path)).questions
    ]


def test_impossible_questions_are_left_out_and_marks_at_the_start_of_a_text(
    tmp_path: Path,
) -> None:
    content = squad("en")
    first, second = content["data"][0]["paragraphs"][:2]
    first["qas"][0] |= {"answers": [], "is_impossible": True}
    second["context"] = "\ufeff" + second["context"]
    corpus = load(write(tmp_path, content=content))
    assert corpus.questions[0].place == (0, 1)
    assert corpus.text((0, 1)).startswith("Three keepers")


def _without(*path: str | int) -> object:
    content = squad("en")
    value = content
    for key in path[:-1]:
        value = value[key]  # type: ignore[index]
    del value[path[-1]]  # type: ignore[arg-type]
    return content


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (["no", "object"], 'the file has no "data"'),
        ({"data": []}, "no questions"),
        (_without("data", 1, "paragraphs"), 'data[1] has no "paragraphs"'),
        (_without("data", 0, "paragraphs", 1, "context"), 'data[0].paragraphs[1] has no "context"'),
        (_without("data", 0, "paragraphs", 0, "qas", 0, "id"), 'qas[0] has no "id"'),
    ],
)
def test_a_file_of_another_format_is_refused(tmp_path: Path, content: object, says: str) -> None:
    with pytest.raises(CannotMeasure, match=r"en\.json") as refused:
        load(write(tmp_path, content=content))
    assert says in str(refused.value)


def test_a_missing_file_and_one_that_is_no_json_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure, match="No such file"):
        load(tmp_path / "missing.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(CannotMeasure, match="not JSON"):
        load(broken)


def test_two_questions_with_one_id_are_refused(tmp_path: Path) -> None:
    content = squad("en")
    content["data"][0]["paragraphs"][0]["qas"] *= 2
    with pytest.raises(CannotMeasure, match="two questions"):
        load(write(tmp_path, content=content))


def test_files_that_are_not_parallel_are_refused(tmp_path: Path) -> None:
    fewer = squad("ru")
    fewer["data"].pop()
    with pytest.raises(CannotMeasure, match="not as many"):
        load(write(tmp_path), write(tmp_path, "ru", fewer))
    turned = squad("ru")
    turned["data"][1]["paragraphs"].reverse()
    with pytest.raises(CannotMeasure, match="elsewhere"):
        load(write(tmp_path), write(tmp_path, "ru", turned))
