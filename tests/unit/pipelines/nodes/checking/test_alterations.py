"""Alterations: one thing in a statement that is another in the source; and what says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.checking.alterations import affirms, alters
from pipelines.nodes.text.glossary import Meanings

NONE: Meanings = {}
ANY = st.text(max_size=80)
STORE = (
    "The store opens at 6:30 on weekdays and at 8:00 on Saturdays; it is closed on Sundays. Frozen"
    " goods are kept at minus 22 degrees, chilled goods at plus 4 degrees. Orla Brennan is the"
    " shift manager; Tomas Vrba repairs the compressors. Photographs are allowed in Hall A but"
    " forbidden in Hall B there. The lease costs 14,500 euros a month. The shelf is inspected in"
    " May. Visitors must not smoke and drink."
)
VILLAGE = (
    "Председатель правления — Глафира Осипова, бухгалтер — Денис Мухин. Электрик приезжает по"
    " средам. Собак выгуливают на поводке. Взнос вносится не позднее 1 июня."
)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tomas Vrba is the shift manager.", STORE),
        ("Orla Vrba is the shift manager.", STORE),
        ("The store opens at 8:00 on weekdays.", STORE),
        ("The store is open on Sundays.", STORE),
        ("Frozen goods are kept at minus 4 degrees.", STORE),
        ("Chilled goods are kept at minus 4 degrees.", STORE),
        ("Photographs are allowed in Hall B but forbidden in Hall A.", STORE),
        ("Photographs are forbidden in Hall A.", STORE),
        ("The lease costs 14,500 euros a week.", STORE),
        ("The shelf is not inspected.", STORE),
        ("All photographs are allowed in Hall A.", STORE),
        ("Председатель правления — Денис Мухин.", VILLAGE),
        ("Бухгалтер — Глафира Осипова.", VILLAGE),
        ("Собак не выгуливают на поводке.", VILLAGE),
        (
            "The archive is open in August.",
            "The archive is open on Wednesday afternoons and closed in August.",
        ),
        ("Оплата 300 рублей в год.", "Оплата 300 рублей в месяц."),
        (
            "За пропуск по болезни деньги не возвращают.",
            "За пропуск по болезни деньги возвращают, за отпуск не возвращают.",
        ),
        ("Essen ist in der Küche verboten.", "Essen ist in der Küche erlaubt."),
    ],
)
def test_what_stands_in_the_place_of_something_else_is_found(claim: str, source: str) -> None:
    assert alters(claim, source, NONE)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orla Brennan is the shift manager.", STORE),
        ("Brennan is the shift manager.", STORE),
        ("On Saturdays the store opens at 8:00.", STORE),
        ("The store is shut on Sundays.", STORE),
        ("No, photographs are forbidden in Hall B.", STORE),
        ("Visitors must not drink.", STORE),
        ("The lease costs 14500 euros per month.", STORE),
        ("Chilled goods, at 4 degrees, melt.", STORE),  # says something else
        ("Электрик приезжает каждую среду.", VILLAGE),
        ("Взнос вносится до 1 июня.", VILLAGE),
        (
            "Группу «Парус» ведёт Ольга Жданова.",
            "Группу «Чайка» ведёт Нелли Царёва, группу «Парус» — Ольга Жданова.",
        ),
        ("Бухгалтера зовут Денис Мухин.", VILLAGE),
        ("Ada and Bo Lund run the mill.", "Ada and Bo Lund run the mill."),
        ("Ada runs the mill.", "Ada and Bo Lund run the mill."),
        ("Port A7 is for the drain.", "Port: A7; Use: drain\nPort: A3; Use: drain"),
        ("Open until 6.", "Open until 18:00."),
    ],
)
def test_what_says_the_same_or_something_else_is_none(claim: str, source: str) -> None:
    assert not alters(claim, source, NONE)


@given(ANY, ANY)
def test_any_text_is_borne(claim: str, source: str) -> None:
    alters(claim, source, NONE)


_PONIES = (
    "Ponies may come into the yard if they are led. In the barn ponies are not allowed. "
    "The well may be used by keepers only."
)


@pytest.mark.parametrize(
    "claim",
    [
        "Yes, ponies are allowed.",
        "Yes, ponies may come into the yard.",
        "No, ponies are not allowed in the barn.",
    ],
)
def test_a_yes_or_no_that_a_statement_has_all_words_of_is_borne_out(claim: str) -> None:
    assert affirms(claim, _PONIES, {})


@pytest.mark.parametrize(
    "claim",
    [
        "Ponies are allowed.",  # neither yes nor no
        "Yes, ponies are allowed in the barn.",
        "No, ponies are not allowed in the yard.",
        "Yes, goats are allowed.",
        "Yes, two ponies are allowed.",
        "Yes, all ponies are allowed.",
        "Yes, the well may be used.",
    ],
)
def test_one_that_denies_what_is_told_or_widens_it_is_not(claim: str) -> None:
    assert not affirms(claim, _PONIES, {})
