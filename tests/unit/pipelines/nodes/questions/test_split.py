"""split: several questions in one message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.split import Part, split_questions


def texts(message: str) -> list[str]:
    return [part.text for part in split_questions(message)]


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("Какой высоты башня и когда её построили?",
         ["Какой высоты башня?", "когда её построили?"]),
        ("Где архив, а кто им заведует?", ["Где архив?", "кто им заведует?"]),
        ("кто тренер и сколько стоит занятие", ["кто тренер", "сколько стоит занятие"]),
        ("Сколько стоит парковка и где она?", ["Сколько стоит парковка?", "где она?"]),
        ("Кто пришёл и когда ушёл?", ["Кто пришёл и когда ушёл?"]),
        ("Кто это и где он?", ["Кто это и где он?"]),
        ("Какой высоты башня, а сколько в ней ступеней?",
         ["Какой высоты башня?", "сколько в ней ступеней?"]),
        ("How tall is the tower and when was it built?",
         ["How tall is the tower?", "when was it built?"]),
        ("Is the tower open on Sunday and can I bring a dog?",
         ["Is the tower open on Sunday?", "can I bring a dog?"]),
        ("Когда открыт архив и есть ли там лифт?", ["Когда открыт архив?", "есть ли там лифт?"]),
        ("Кто заведует архивом? До какого часа принимают?",
         ["Кто заведует архивом?", "До какого часа принимают?"]),
        ("1. Кто заведует архивом?\n2. Где он сидит?", ["Кто заведует архивом?", "Где он сидит?"]),
        ("- who signs\n- where is the archive", ["who signs", "where is the archive"]),
        ("Я новенькая. Где архив? И кому отдать пропуск?",
         ["Я новенькая. Где архив?", "кому отдать пропуск?"]),
        ("Wie hoch ist der Turm und wann wurde er gebaut?",
         ["Wie hoch ist der Turm?", "wann wurde er gebaut?"]),
        ("¿Cuánto cuesta la entrada y qué días abre el museo?",
         ["¿Cuánto cuesta la entrada?", "qué días abre el museo?"]),
        ("塔有多高，什么时候建成的？", ["塔有多高？", "什么时候建成的？"]),
        ("Кто директор музея, кто сторож?", ["Кто директор музея?", "кто сторож?"]),
        ("Кто мэр и кто секретарь?", ["Кто мэр?", "кто секретарь?"]),
        ("Кто врач, кто лаборант, а кто сторож?", ["Кто врач?", "кто лаборант?", "кто сторож?"]),
        ("Who is the captain, who is the cook?", ["Who is the captain?", "who is the cook?"]),
        ("who cleans the slicer and is Callum allowed to use it",
         ["who cleans the slicer", "is Callum allowed to use it"]),
        ("is there a kiln and what's the code of the shed",
         ["is there a kiln", "what's the code of the shed"]),
        ("is there a kiln and whats the code of the shed",
         ["is there a kiln", "whats the code of the shed"]),
        ("can dogs come in and do they need a lead", ["can dogs come in", "do they need a lead"]),
        ("Is there a lift and who mends it", ["Is there a lift", "who mends it"]),
        ("где парковка и сколько стоит", ["где парковка", "сколько стоит"]),
        ("где парковка, сколько стоит и до какого часа работает",
         ["где парковка", "сколько стоит", "до какого часа работает"]),
        ("где парковка, можно ли там ночевать", ["где парковка", "можно ли там ночевать"]),
        ("как подключить принтер и можно печатать с телефона",
         ["как подключить принтер", "можно печатать с телефона"]),
        ("how do I book the hall, how much does it cost and who do I call",
         ["how do I book the hall", "how much does it cost", "who do I call"]),
        ("What was the tower built of and how many steps does it have?",
         ["What was the tower built of?", "how many steps does it have?"]),
    ],
)  # fmt: skip
def test_two_questions_are_two(message: str, questions: list[str]) -> None:
    assert texts(message) == questions


@pytest.mark.parametrize(
    "message",
    [
        "",
        "?",
        "Кто и когда основал город?",
        "How and when did it get there?",
        "What is the difference between A and B?",
        "Сколько стоит и где купить пропуск?",
        "Who signed it and when?",
        "Who was the king, who was shot in 1911?",
        "Что заставило его думать, что башня упадёт?",
        "Кто тот, кто построил башню?",
        "What is the name of the town where he lived and where he died?",
        "Что было, когда приехал Пётр и когда он уехал?",
        "Кто такие Иванов и Петров?",
        "What is a lease and how it works?",
        "A和B有什么区别？",
        "что делать, когда течёт кран",
        "Какая справка нужна в лагерь, по какой форме?",
        "who is in the kitchen and is off on Friday",
        "Кто не успел записаться заранее, может сделать это в день турнира.",
        "кто приходит туда и может остаться",
        "Do the dishes. Who cleans the floor?",
        "Правда? Где архив?",
        "Я новенькая. Мне нужен пропуск.",
    ],
)
def test_one_question_is_one(message: str) -> None:
    assert split_questions(message) == (Part(message),)


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("Сколько стоит билет в музей и когда он открыт?", "билет в музей"),
        ("Какой высоты башня? Кто её построил?", "высоты башня"),
        ("How tall is the tower and when was it built?", "tower"),
        ("Где купить пропуск? Сколько?", "пропуск"),
        ("Сколько стоит пропуск и где купить?", "пропуск"),
        ("сколько стоит Т-201 и сколько осталось", "Т-201"),
        ("What is the date of the regatta and is there parking?", "regatta"),
        ("Какой адрес у музея? Когда он открыт?", "музея"),
        ("who cleans the slicer and may I use it", "slicer"),
        ("how do I book the hall and where is it", "hall"),
        ("где столовая и можно ли там посидеть", "столовая"),
        ("how much is the deposit and how do I pay online", "deposit"),
    ],
)
def test_a_question_that_leans_on_the_first_has_its_subject(message: str, subject: str) -> None:
    first, second = split_questions(message)
    assert (first.subject, second.subject) == ("", subject)
    assert second.search_text == f"{subject}: {second.text}"
    assert first.search_text == first.text


def test_a_question_that_says_all_by_itself_has_no_subject() -> None:
    assert [part.subject for part in split_questions("Где архив? Когда закрывается башня?")] == [
        "", "",
    ]  # fmt: skip


def test_politeness_is_no_question() -> None:
    assert texts("Привет! Подскажите, где архив? Спасибо!") == ["где архив?"]


def test_a_text_is_not_split() -> None:
    text = "Где архив? Кто заведует? " * 100
    assert split_questions(text) == (Part(text.strip()),)


QUESTION = st.sampled_from(
    ["и", "и когда", "а", ",", "?", "Где", "архив", "стоит", "билет", "он", "and", "when", "was",
     "it", "built", "how much", "the", "tower", ".", "\n", "1.", "привет", "和",
     "多少", "什么", "，"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=80), st.lists(QUESTION, max_size=14).map(" ".join)))
def test_any_message_has_a_part_and_parts_are_not_split_again(message: str) -> None:
    parts = split_questions(message)
    assert parts
    assert bool(message) == all(part.text for part in parts) or not message
    for part in parts:
        assert split_questions(part.text)[0].text or not message


def test_two_questions_of_one_make_each_stand_alone() -> None:
    parts = split_questions("Кто председатель? Кто казначей?")
    assert [part.search_text for part in parts] == ["Кто председатель?", "Кто казначей?"]
    parts = split_questions("Кто директор музея? Кто сторож?")
    assert [part.subject for part in parts] == ["", ""]
    assert split_questions("Кто построил башню? Кто открыл?")[1].subject == "башню"
    parts = split_questions("Who is the chair? Who is the treasurer?")
    assert [part.subject for part in parts] == ["", ""]


def test_a_person_who_is_asked_of_twice_is_not_who_was_asked_for() -> None:
    parts = split_questions("What is the name of her coach, and when does she train?")
    assert [part.subject for part in parts] == ["", ""]


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("есть ли лифт? и когда обед? и какой телефон вахтёра",
         ["есть ли лифт?", "когда обед?", "какой телефон вахтёра"]),
        ("можно есть в зале? когда обед?", ["можно есть в зале?", "когда обед?"]),
        ("is it open on sunday? and when is lunch?",
         ["is it open on sunday?", "when is lunch?"]),
        ('what does "who goes there?" mean', ['what does "who goes there?" mean']),
    ],
)  # fmt: skip
def test_questions_that_go_on_with_a_small_letter_are_questions(
    message: str, questions: list[str]
) -> None:
    assert texts(message) == questions


def test_a_short_one_is_searched_for_with_what_came_before_and_alone() -> None:
    _, second = split_questions("Сколько стоит пропуск в архив? Когда обед?")
    assert second.search_texts == ("пропуск в архив: Когда обед?", "Когда обед?")


def test_one_that_points_back_is_never_searched_for_alone() -> None:
    _, second = split_questions("Сколько стоит пропуск в архив? И где он?")
    assert second.search_texts == (second.search_text,)


def test_somebodys_number_is_a_question_of_its_own() -> None:
    first, second = split_questions("сколько берет юрист за приказ и ее телефон")
    assert (first.text, second.text) == ("сколько берет юрист за приказ", "ее телефон")
    assert second.subject.startswith("юрист")


def test_one_at_the_end_is_what_the_first_question_is_about() -> None:
    assert split_questions("who has keys and what if i lose one")[1].search_texts == (
        "keys: what if i lose one",
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "price of a kiln and how long does it take",
            [("price of a kiln", ""), ("how long does it take", "kiln")],
        ),
        (
            "адрес школы и когда она открыта",
            [("адрес школы", ""), ("когда она открыта", "адрес школы")],
        ),
        ("my phone is broken and where do I go", [("my phone is broken and where do I go", "")]),
        ("телефон сломался и куда звонить", [("телефон сломался и куда звонить", "")]),
    ],
)
def test_what_is_asked_of_a_thing_is_a_question_with_no_word_that_asks(
    text: str, parts: list[tuple[str, str]]
) -> None:
    assert [(part.text, part.subject) for part in split_questions(text)] == parts


@pytest.mark.parametrize(
    "message",
    [
        "can i paint in the yard and is there a tap for brushes",
        "Do you sell clay? Are there lockers for coats?",
    ],
)
def test_what_asks_whether_something_is_there_points_to_nothing(message: str) -> None:
    assert [part.subject for part in split_questions(message)] == ["", ""]


def test_what_asks_whether_one_thing_is_there_may_say_all_by_itself() -> None:
    [_, second] = split_questions("can we bring dogs and is there parking")
    assert second.search_texts[-1] == "is there parking"
