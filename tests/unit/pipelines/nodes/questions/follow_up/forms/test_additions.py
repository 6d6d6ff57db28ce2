"""What comes with a thing, or without it."""

import pytest

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.wordings import (
    Wording,
    Wordings,
    opens_follow_up,
    word_after,
)


def after(earlier: str, said: str) -> Wordings:
    exchange = Exchange(earlier, "An answer. [1]")
    return word_after(said, exchange, opened=opens_follow_up(said))


@pytest.mark.parametrize(
    ("earlier", "said", "meant", "things"),
    [
        (
            "сколько стоит вход для пенсионера?",
            "а вместе с сауной",
            "сколько стоит вход для пенсионера вместе с сауной?",
            ("сауной",),
        ),
        (
            "how much is entry for a pupil",
            "and with the boat trip?",
            "how much is entry for a pupil with the boat trip?",
            ("boat", "trip"),
        ),
        (
            "was kostet der Eintritt für Schüler",
            "und mit der Führung?",
            "was kostet der Eintritt für Schüler mit der Führung?",
            ("Führung",),
        ),
    ],
)
def test_what_comes_with_a_thing_is_added_first_and_must_stand_there(
    earlier: str, said: str, meant: str, things: tuple[str, ...]
) -> None:
    wordings = after(earlier, said)
    assert wordings.leaning >= 0.9
    assert (wordings.others[0].text, wordings.others[0].hangs_on) == (meant, things)
    assert all(one.order > 0 for one in wordings.others[1:])


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        (
            "how much is a pupil ticket without the boat trip",
            "and with",
            "how much is a pupil ticket with the boat trip?",
        ),
        (
            "how much is a pupil ticket with the boat trip?",
            "and without it?",
            "how much is a pupil ticket without the boat trip?",
        ),
        ("сколько стоит билет без сауны", "а с ней?", "сколько стоит билет с сауны?"),
        ("сколько стоит билет с сауной", "а без?", "сколько стоит билет без сауной?"),
        ("was kostet es ohne Führung", "und mit?", "was kostet es mit Führung?"),
        ("почём дом с тремя кроватями", "а без?", "почём дом без тремя кроватями?"),
        ("what is the set up with the van", "and without?", "what is the set up without the van?"),
    ],
)
def test_with_or_without_alone_is_of_what_was_without_it_or_with_it(
    earlier: str, said: str, meant: str
) -> None:
    wordings = after(earlier, said)
    assert [one.text for one in wordings.others] == [meant]
    assert wordings.leaning == 1.0


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("вход для пенсионера", "а вместе с сауной"),
        ("how much is a canoe", "and without the paddles?"),
        ("how much is a canoe", "including paddles"),
        ("how much is a canoe", "without the sun hat"),
    ],
)
def test_what_can_be_nothing_but_an_addition_stands_for_nothing_else(
    earlier: str, said: str
) -> None:
    (only,) = after(earlier, said).others
    assert only.text.startswith(earlier)


def test_another_thing_that_something_is_with_is_exchanged() -> None:
    texts = [one.text for one in after("можно прийти с ребёнком?", "а с собакой?").others]
    assert texts[0].startswith("можно прийти с собакой")
    assert not any("с ребёнком с собакой" in text for text in texts)


def test_a_day_is_no_addition() -> None:
    texts = [one.text for one in after("до скольки касса в пятницу?", "а с субботы?").others]
    assert "до скольки касса в пятницу с субботы?" not in texts


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("сколько стоит стрижка?", "Без паспорта можно заселиться?"),
        ("сколько стоит стрижка?", "без записи принимаете?"),
        ("сколько стоит стрижка?", "без справки примут?"),
        ("сколько стоит стрижка?", "без детей дешевле?"),
        ("сколько стоит стрижка?", "без паспорта вход"),
        ("сколько стоит стрижка?", "без паспорта вход иностранцам?"),
        ("how much is a haircut?", "without a ticket is entry possible?"),
        ("how much is a haircut?", "without a ticket we get in?"),
        ("was kostet ein Haarschnitt?", "ohne Termin geht man rein?"),
        ("cuánto cuesta un corte", "sin cita puedo entrar?"),
    ],
)
def test_what_asks_something_by_itself_is_no_addition(earlier: str, said: str) -> None:
    assert after(earlier, said) == Wordings(Wording(said, said))


@pytest.mark.parametrize(
    "said",
    [
        *("вместе с тем", "а вместе с тем?", "без понятия", "без проблем!", "Без разницы"),
        *("without a doubt", "and without a doubt", "with pleasure", "ohne Zweifel", "sin duda"),
    ],
)
def test_a_saying_is_no_addition(said: str) -> None:
    assert after("сколько стоит стрижка?", said).others == ()
    assert after("how much is a haircut?", said).others == ()


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("с 5 июня открыта касса?", "а без?"),
        ("с 9 часов открыта касса?", "а без?"),
        ("с девяти открыта касса?", "а без?"),
        ("с субботы открыто?", "а без?"),
        ("с начала года открыто?", "а без?"),
        ("с какого числа касса?", "а без?"),
        ("что с лифтом?", "а без?"),
        ("with whom do I speak?", "and without?"),
        ("can I go with Ann Moss?", "and without?"),
        ("what is wrong with the lift?", "without"),
        ("wer spricht mit Anna Moos?", "und ohne?"),
    ],
)
def test_a_time_a_person_and_what_goes_with_a_verb_are_nothing_that_is_left_out(
    earlier: str, said: str
) -> None:
    sign = said.rstrip("?").split()[-1]
    assert not any(f"{sign} " in one.text for one in after(earlier, said).others)


def test_a_thing_before_a_date_is_left_out() -> None:
    texts = [one.text for one in after("почём билет с сауной с 5 июня?", "а без?").others]
    assert texts == ["почём билет без сауной с 5 июня?"]


@pytest.mark.parametrize(
    ("said", "is_only"),
    [
        ("а без мытья головы?", True),
        ("а без мытья и укладки?", True),
        ("а без горячей воды?", True),
        ("а без кофе и чая?", True),
        ("а без стекла и стали?", True),
        ("а без паспорта вход?", False),
    ],
)
def test_what_a_thing_is_of_belongs_to_it(said: str, is_only: bool) -> None:
    texts = [one.text for one in after("сколько стоит стрижка?", said).others]
    assert texts[0] == f"сколько стоит стрижка {said[2:]}"
    assert (len(texts) == 1) == is_only
