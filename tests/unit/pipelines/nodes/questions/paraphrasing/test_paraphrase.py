"""Paraphrase: a question in the words of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.paraphrasing.paraphrase import (
    in_words_of,
    nearest_texts,
    notions_of,
)

RULES = "The Tenant shall not keep any animal, except fish in a tank."
PEOPLE = "Caretaker: Mr Leonard Stubbs, flat 1."
WATER = "stopcock - under the kitchen sink"


@pytest.mark.parametrize(
    ("question", "language", "text", "worded"),
    [
        ("who is the janitor here?", "en", PEOPLE, "who is the caretaker here?"),
        ("where is the janitor", "en", "The porter lives downstairs", "where is the porter"),
        (
            "the projector is broken",
            "en",
            "If the projector does not work, ask Bea.",
            "the projector is not working",
        ),
        ("проектор сломался", "ru", "Если проектор не работает, к Вере", "проектор не работает"),
        ("is there a fine for dogs", "en", "Dogs: a fee of £1", "is there a fee for dogs"),
        ("where do you turn the water off", "en", WATER, "where do you stopcock the"),
        ("кто казначей?", "ru", "Казну ведёт Фёдорова", None),
        ("где велик?", "ru", "Велосипед стоит в сарае", "где велосипед?"),
        ("почём велосипеды", "ru", "Велосипед 150 рублей", None),  # it says so itself
        ("when is the fishing", "en", PEOPLE, None),
        (
            "until when may I drill",
            "en",
            "Noisy work: 9:00 to 17:00",
            "until when may I noisy work",
        ),
        ("почём ужин у причала", "ru", "Ужин у пристани: 600 руб.", "почём ужин у пристань"),
        ("сколько весит кот", "ru", "Масса тела кота 4 кг", "сколько масса тела кот"),
        (
            "how much holiday do I get?",
            "en",
            "Annual leave is 28 days. Refuse is collected on Tuesdays.",
            "how much annual leave do I get?",
        ),
        ("where do I get one", "en", "Badges are issued at the desk", "where do I issued one"),
        ("wann schließt das Museum", "de", "Das Museum schließt um fünf.", None),
    ],
)
def test_the_words_are_exchanged_for_which_the_text_has_others(
    question: str, language: str, text: str, worded: str | None
) -> None:
    assert in_words_of(text, question, language) == worded


@pytest.mark.parametrize(
    ("question", "language", "text"),
    [
        ("how often is the archive copied?", "en", "The audit log is copied daily."),
        ("как часто копируют архив?", "ru", "Журнал копируют ежедневно."),
        ("who looks after the money", "en", "Who is the treasurer?"),
    ],
)
def test_what_asks_is_kept(question: str, language: str, text: str) -> None:
    worded = in_words_of(text, question, language) or question
    asking = " ".join(question.split()[: 1 if question.startswith("who") else 2])
    assert worded.startswith(asking)


def test_no_word_is_said_twice() -> None:
    text = "Адрес: посёлок Медное"
    assert in_words_of(text, "какой адрес сайта у лагеря?", "ru") is None


def test_the_text_that_says_most_is_the_nearest() -> None:
    question = "am i allowed to keep a hamster"
    texts = [PEOPLE, RULES, "We keep the minutes for ten years."]
    first, *_ = nearest_texts(notions_of(question, "en"), texts)
    assert texts[first] == RULES


def test_a_name_that_no_list_knows_has_to_stand_there() -> None:
    notions = notions_of("where do the wobblestones live", "en")
    texts = ["The residents live on the second floor.", "The Wobblestones: residents of flat 2"]
    assert nearest_texts(notions, texts) == (1,)


def test_a_text_about_something_else_is_none() -> None:
    assert nearest_texts(notions_of("who is the janitor", "en"), ["Buses leave at nine."]) == ()


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["en", "ru", "de", "und"]))
def test_whatever_is_typed_is_read(question: str, text: str, language: str) -> None:
    nearest_texts(notions_of(question, language), [text])
    assert in_words_of(text, question, language) != ""


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("when do i get the second part", "en", "second instalment"),
        ("how much is it for a girl cat", "en", "female"),
        ("can i pay it bit by bit", "en", "instalments"),
        ("можно заплатить по частям", "ru", "рассрочка"),
    ],
)
def test_parts_of_a_sum_and_sexes_are_known_by_what_documents_call_them(
    question: str, language: str, said: str
) -> None:
    assert any(said in notion.options for notion in notions_of(question, language))


def test_a_hall_is_no_dormitory_and_those_of_students_are() -> None:
    (hall,) = [one for one in notions_of("the hall", "en") if "hall" in one.words]
    assert "dormitory" not in hall.options
    assert any("dormitory" in one.options for one in notions_of("student halls", "en"))
