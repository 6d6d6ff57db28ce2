"""Quoted rows: what of a question a name stands for, by the row that was quoted."""

import pytest

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.wordings import word_after

YOGA = "Class: Yoga; Members: £6.00; Non-members: £8.00"
YOGA_RU = "Занятие: Йога; Для участников: 300 ₽; Для гостей: 500 ₽"
GUESTS = "Class: Yoga; Members: £6.00; Guests: £8.00"


def after(question: str, row: str) -> Exchange:
    return Exchange(
        question, row, subject=("Yoga",), passages=(7,), documents=("d",), quotes=(row,)
    )


def test_a_thing_with_an_article_stands_for_all_that_a_row_is_called() -> None:
    row = "Car: Small Fiat; Per day: £28"
    earlier = Exchange("how much is the small fiat per day", "[1]", quotes=(row,))
    others = word_after("and the van?", earlier).others
    assert [one.text for one in others][:1] == ["how much is the van per day"]


@pytest.mark.parametrize(
    ("earlier", "row", "said", "meant"),
    [
        ("how much is yoga for members", YOGA, "zumba", "how much is zumba for members"),
        ("how much do members pay for yoga", YOGA, "zumba", "how much do members pay for zumba"),
        ("почем йога для гостей", YOGA_RU, "пилатес", "почем пилатес для гостей"),
        ("сколько для участников йога", YOGA_RU, "бассейн", "сколько для участников бассейн"),
    ],
)
def test_a_bare_name_stands_for_what_the_row_is_called(
    earlier: str, row: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier, row), opened=True)
    assert wordings.others[0].text == meant
    assert not any(" for zumba" in one.text and "yoga" in one.text for one in wordings.others)


@pytest.mark.parametrize(
    ("earlier", "row", "said", "meant"),
    [
        (
            "сколько стоит прокат лодки",
            "Услуга: Прокат лодки; Время: час; Цена: 500",
            "палатки",
            "сколько стоит прокат палатки",
        ),
        (
            "сколько стоит годовое полный",
            "Билет: Годовое посещение, полный; Цена: 9000",
            "льготный",
            "сколько стоит годовое льготный",
        ),
    ],
)
def test_of_several_words_of_its_name_the_one_is_exchanged_that_agrees(
    earlier: str, row: str, said: str, meant: str
) -> None:
    assert word_after(said, after(earlier, row), opened=True).others[0].text == meant


TRIM = "Услуга: Стрижка; Мелкая порода: £32; Крупная порода: £55"


@pytest.mark.parametrize("said", ["мытьё", "чистка ушей"])
def test_what_the_row_is_called_is_exchanged_first_beside_what_no_column_names(said: str) -> None:
    earlier = after("сколько стоит стрижка крупной собаки", TRIM)
    wordings = word_after(said, earlier, opened=True)
    assert wordings.others[0].text == f"сколько стоит {said} крупной собаки"


def test_a_column_that_is_denied_takes_the_place_of_the_other() -> None:
    earlier = after("how much is yoga for members", YOGA)
    wordings = word_after("for non members?", earlier, opened=True)
    assert wordings.others[0].text == "how much is yoga for non members?"


def test_an_answer_need_not_say_that_guests_are_no_members() -> None:
    earlier = after("how much is yoga for members", GUESTS)
    wordings = word_after("non members?", earlier, opened=True)
    assert {one.hangs_on for one in wordings.others} == {()}


BOATS = ("Boat: Dinghy; Hours: 2; Price: £20", "Boat: Trimaran; Hours: 5; Price: £70")
BOATS_RU = ("Лодка: Ёрш; Часов: 2; Цена: 900 ₽", "Лодка: Сазан; Часов: 5; Цена: 1 700 ₽")


@pytest.mark.parametrize(
    ("earlier", "rows", "said", "meant"),
    [
        (
            "what do the boats cost",
            BOATS,
            "the second one, how many hours?",
            "Trimaran, how many hours?",
        ),
        ("сколько стоят лодки", BOATS_RU, "а вторая, сколько часов?", "Сазан, сколько часов?"),
        (
            "сколько стоит первая лодка",
            BOATS_RU,
            "а вторую?",
            "сколько стоит вторую лодка",
        ),
    ],
)
def test_the_second_is_that_of_the_rows_that_were_quoted_unless_things_are_called_so(
    earlier: str, rows: tuple[str, ...], said: str, meant: str
) -> None:
    exchange = Exchange(earlier, "\n".join(rows), quotes=rows)
    first = word_after(said, exchange, opened=True).others[0]
    assert first.text.split()[:3] == meant.split()[:3]


@pytest.mark.parametrize("said", ["the third one, how many hours?", "the second hour, how much?"])
def test_what_was_not_quoted_is_counted_by_nobody(said: str) -> None:
    exchange = Exchange("what do the boats cost", "\n".join(BOATS), quotes=BOATS)
    others = word_after(said, exchange, opened=True).others
    assert not any("Trimaran" in other.text for other in others)


def test_a_thing_stands_for_no_adjective_of_what_the_row_is_called() -> None:
    row = "Порода: Берёза колотая; Цена за куб, руб.: 2 900; Сухость: до 25 %"
    wordings = word_after("а ольха", after("куб колотой берёзы почём", row))
    meant = [one.text for one in wordings.others]
    assert meant[0] == "куб ольха почём"
    assert "куб ольха берёзы почём" not in meant
