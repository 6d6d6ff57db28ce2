"""Ages: whom a row is for, by its name."""

import pytest

from pipelines.nodes.tables.words.ages import ages_of, is_for


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("Child 5-15", 5, 15),
        ("Child under 5", 0, 4),
        ("Under 5s", 0, 4),
        ("5 and under", 0, 5),
        ("Senior 65+", 65, 120),
        ("12 and over", 12, 120),
        ("Детский (3–12 лет)", 3, 12),
        ("Дети от 3 до 12 лет", 3, 12),
        ("Взрослые (с 18 лет)", 18, 120),
        ("Kinder bis 6 Jahre", 0, 6),
        ("Niños menores de 4", 0, 3),
    ],
)
def test_years_are_read(name: str, first: int, last: int) -> None:
    ages = ages_of(name)
    assert ages is not None
    assert (ages.first, ages.last) == (first, last)


def test_until_does_not_say_whether_the_last_is_meant() -> None:
    ages = ages_of("Дети до 3 лет")
    assert ages is not None
    assert ages.holds(2)
    assert not ages.holds(3)
    assert ages.touches(3)


@pytest.mark.parametrize(
    "name",
    ["Adult", "Family (2 adults and up to 3 children)", "Up to 10 kg", "From 5 pm", "Yoga 90 min"],
)
def test_other_numbers_are_no_years(name: str) -> None:
    assert ages_of(name) is None


def test_whom_a_row_is_for() -> None:
    assert is_for("Haircut adult", "adult")
    assert is_for("Детский (3–12 лет)", "child")
    assert not is_for("Family (2 adults and up to 3 children)", "child")
    assert not is_for("Adults and children", "adult")
