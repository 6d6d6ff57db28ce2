"""Titles: what a form with blanks to be filled in is called."""

import pytest

from pipelines.extractors.titles import choose_title, is_meaningful, tidy_title
from pipelines.models.documents import Block, Fetched


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Договор № ____ об оказании услуг", "Договор об оказании услуг"),
        ("Акт приёмки № _____ от «___» ______ 2025 г.", "Акт приёмки"),
        ("Form ____ for parents", "Form for parents"),
        ("Snake_case_name", "Snake_case_name"),
        ("Договор № 15", "Договор № 15"),
    ],
)
def test_blanks_are_no_part_of_a_title(written: str, title: str) -> None:
    assert is_meaningful(written)
    assert tidy_title(written) == title


@pytest.mark.parametrize("written", ["ДОГОВОР № ____ / 2025", "Contract No. ______"])
def test_a_form_of_one_word_is_called_by_its_file(written: str) -> None:
    fetched = Fetched(content=b"", media_type="text/plain", file_name="garage repairs.txt")
    assert choose_title([written], fetched, [Block(text=written)]) == "garage repairs"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("garage_repairs_may.xlsx", "garage repairs may"),
        ("смета_бани.md", "смета бани"),
        ("IMG_2034.jpg", "IMG_2034"),
        ("garage repairs_2.txt", "garage repairs_2"),
    ],
)
def test_a_file_is_called_by_the_words_of_its_name(name: str, title: str) -> None:
    fetched = Fetched(content=b"", media_type="text/plain", file_name=name)
    assert choose_title([], fetched, ()) == title
