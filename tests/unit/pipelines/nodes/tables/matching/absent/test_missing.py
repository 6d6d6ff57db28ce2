"""Missing: what a question names and a table does not have."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.matching.absent.missing import Missing, find_missing
from pipelines.nodes.tables.matching.asked_columns import asked_columns
from pipelines.nodes.tables.matching.match import named_rows
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import RATES, STAFF, query_of, read_of, table_of


def missing_of(question: str, table: Table, language: str = "ru") -> Missing | None:
    reading = read_of(question, table, language)
    rows = named_rows(reading)
    keys = frozenset(key for match in rows for key in match.keys)
    return find_missing(reading, rows, asked_columns(reading, question, keys))


def test_a_key_that_is_in_no_row_is_missing() -> None:
    missing = missing_of("Какая норма в Саратове в 2024 году?", RATES)
    assert missing == Missing("Саратове", "Город", ("Пермь", "Омск", "Тверь"))


def test_a_year_that_no_column_has_is_missing() -> None:
    assert missing_of("норма в Омске в 2019 году", RATES) == Missing("2019", "", ("2023", "2024"))


def test_a_code_of_the_same_kind_is_missing() -> None:
    table = table_of(("code", "meaning"), ("E-11", "timeout"), ("E-12", "no paper"))
    missing = missing_of("what does E-19 mean?", table, "en")
    assert missing == Missing("E-19", "code", ("E-11", "E-12"))


def test_what_stands_beside_the_name_of_a_column_is_missing() -> None:
    missing = missing_of("какой телефон у отдела маркетинга?", STAFF)
    assert missing == Missing("маркетинга", "Отдел", ("Сбыт", "Склад", "Охрана"))


def test_a_first_name_alone_is_not_the_person() -> None:
    missing = missing_of("какой телефон у Глеба Тарасова?", STAFF)
    assert missing is not None
    assert missing.word == "Тарасова"


def test_a_question_that_asks_something_else_misses_nothing() -> None:
    assert missing_of("Почему небо над Саратовом синее?", RATES) is None
    assert missing_of("Who won the cup in 1998?", RATES, "en") is None


def test_what_the_heading_says_is_not_missing() -> None:
    table = table_of(("Город", "Норма"), ("Омск", "640"), ("Тверь", "655"), heading="Завод Заря")
    assert missing_of("какая норма в Омске на Заре?", table) is None


COATS = table_of(
    ("Услуга", "Цена, руб."),
    ("Пошив платья", "6500"),
    ("Пошив блузки", "4000"),
    ("Ремонт подкладки пальто", "2500"),
    ("Штопка", "400"),
    language="ru",
)
PLANTS = table_of(
    ("Plant", "Price, £"), ("Japanese maple", "44"), ("Olive tree", "84"), ("Box", "9")
)


@pytest.mark.parametrize(
    ("question", "table", "language", "word"),
    [
        ("сколько стоит ремонт обуви", COATS, "ru", "ремонт обуви"),
        ("сколько стоит пошив пальто", COATS, "ru", "пошив пальто"),
    ],
)
def test_a_name_of_two_words_that_no_row_has_is_missing(
    question: str, table: Table, language: str, word: str
) -> None:
    missing = missing_of(question, table, language)
    assert missing is not None
    assert missing.word == word


@pytest.mark.parametrize(
    ("question", "table", "language"),
    [
        ("сколько стоит пошив платья", COATS, "ru"),
        ("сколько стоит штопка носков", COATS, "ru"),  # whatever is darned
        ("сколько стоит пошив срочно", COATS, "ru"),  # no thing behind it
        ("what is the price of maple trees", PLANTS, "en"),
        ("what price does maple fetch", PLANTS, "en"),  # a verb, and no part of a name
    ],
)
def test_what_a_row_is_called_by_may_have_more_behind_it(
    question: str, table: Table, language: str
) -> None:
    assert missing_of(question, table, language) is None


def test_a_year_is_not_missing_among_names() -> None:
    kit = table_of(("Purchase", "Spent, £"), ("Oars", "210"), ("Paint", "35"))
    assert missing_of("how much was spent in 2026", kit, "en") is None


NIGHTS = table_of(
    ("Animal", "Price per night", "Notes"),
    ("Small dog", "24 £", "walked twice"),
    ("Cat", "17 £", "own pen"),
    ("Rabbit", "12 £", "hay included"),
    heading="Boarding",
)
MEANINGS = {"hamster": "rodent", "rabbit": "rodent", "pig": "rodent", "lawn": "hay"}


@pytest.mark.parametrize(
    ("question", "language", "missing"),
    [
        ("how much is boarding a hamster per night", "en", "hamster"),
        ("boarding a guinea pig per night", "en", "guinea pig"),
        ("hamster per night boarding", "it", "hamster"),  # too short to tell its language
        ("how much is boarding with a lawn per night", "en", None),
        ("how much is the usual boarding per night", "en", None),
        ("how much is boarding a rabbit per night", "en", None),
    ],
)
def test_what_is_of_a_kind_with_the_rows_and_none_of_them_is_missing(
    question: str, language: str, missing: str | None
) -> None:
    reading = read_of(question, NIGHTS, language, MEANINGS)
    rows = named_rows(reading)
    keys = frozenset(key for match in rows for key in match.keys)
    found = find_missing(reading, rows, asked_columns(reading, question, keys))
    present = ("Small dog", "Cat", "Rabbit")
    assert found == (missing and Missing(missing, "Animal", present, by_kind=True))


@pytest.mark.parametrize(
    ("question", "years", "language"),
    [
        ("price of a meter test in 2026", ("2023, £", "2024, £"), "en"),
        ("цена Meter test в 2026 году", ("2023, руб.", "2024, руб."), "ru"),
    ],
)
def test_a_year_that_no_column_is_of_is_missing_whatever_else_columns_say(
    question: str, years: tuple[str, str], language: str
) -> None:
    table = table_of(
        ("Service", *years), ("Meter test", "45", "48"), ("Call-out", "30", "33"), heading="Tariffs"
    )
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.missing is not None
    assert (answer.missing.word, answer.missing.present) == ("2026", ("2023", "2024"))
