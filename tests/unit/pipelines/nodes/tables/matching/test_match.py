"""Match: the row that is named, and the column that is asked for."""

from pipelines.nodes.tables.matching.asked_columns import asked_columns
from pipelines.nodes.tables.matching.match import named_rows
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import RATES, SENSORS, STAFF, read_of, table_of


def rows_of(question: str, table: Table, language: str = "ru") -> list[str]:
    matches = named_rows(read_of(question, table, language))
    return [table.rows[match.index].cells[0].value for match in matches]


def columns_of(question: str, table: Table, language: str = "ru") -> list[str]:
    reading = read_of(question, table, language)
    rows = named_rows(reading)
    keys = frozenset(key for match in rows for key in match.keys)
    used = frozenset(word for match in rows for word in match.words)
    return [table.columns[each.index] for each in asked_columns(reading, question, keys, used)]


def test_a_row_is_named_by_its_key_in_any_form() -> None:
    assert rows_of("Какая норма в Перми в 2024 году?", RATES) == ["Пермь"]
    assert rows_of("телефон Риммы Жуковой", STAFF) == ["Склад"]
    assert rows_of("where is TMP-04?", SENSORS, "en") == ["TMP-04"]


def test_rows_are_named_together() -> None:
    assert rows_of("нормы в Омске и Твери за 2023", RATES) == ["Омск", "Тверь"]


def test_a_word_of_every_row_names_none() -> None:
    table = table_of(("Рейс", "Цена"), ("Тверь — Ржев", "390"), ("Тверь — Кашин", "480"))
    assert rows_of("сколько стоит из Твери", table) == []
    assert rows_of("сколько стоит Тверь — Кашин", table) == ["Тверь — Кашин"]


def test_one_word_of_a_long_value_names_no_row() -> None:
    table = table_of(
        ("alert", "fires when"),
        ("A", "no reading from any gauge of the region for 40 minutes"),
        ("B", "disk is full"),
    )
    assert rows_of("How many minutes is the break of a gauge team?", table, "en") == []


def test_a_column_is_asked_for_by_its_name_by_year_and_by_what_it_is_about() -> None:
    assert columns_of("норма в Омске в 2023 году", RATES) == ["2023"]
    assert columns_of("кто начальник охраны?", STAFF) == ["Начальник"]
    assert columns_of("who is the head of Сбыт?", STAFF, "en") == ["Начальник"]
    assert columns_of("what is the limit of HUM-02", SENSORS, "en") == ["limit"]


def test_the_question_word_alone_may_tell_the_column() -> None:
    assert columns_of("кто в охране?", STAFF) == ["Начальник"]


def test_the_column_of_the_key_is_not_the_answer() -> None:
    assert columns_of("телефон отдела сбыта", STAFF) == ["Телефон"]
    assert columns_of("у какого отдела телефон 207?", STAFF) == ["Отдел"]


def test_vectors_find_a_column_by_a_synonym() -> None:
    meanings = {"chamber": "place"}
    reading = read_of("chamber of TMP-01", SENSORS, "en", meanings)
    (column,) = asked_columns(reading, "chamber of TMP-01", frozenset({0}))
    assert SENSORS.columns[column.index] == "place"


def test_the_glossary_finds_a_row_in_another_language() -> None:
    trees = table_of(("Дерево", "Цена"), ("Дуб", "201"), ("Груша", "207"), language="ru")
    (match,) = named_rows(read_of("price of the pear", trees, "en"))
    assert trees.rows[match.index].cells[0].value == "Груша"
    assert named_rows(read_of("price of the plum", trees, "en")) == ()


def test_vectors_find_a_row_in_another_language_only() -> None:
    meanings = {"vrelmen": "охрана"}  # a word that no glossary has
    question = "phone of vrelmen"
    foreign = table_of(
        ("Отдел", "Телефон"), ("Сбыт", "201"), ("Склад", "207"), ("Охрана", "219"), language="ru"
    )
    (match,) = named_rows(read_of(question, foreign, "en", meanings))
    assert foreign.rows[match.index].cells[0].value == "Охрана"
    assert named_rows(read_of(question, foreign, "ru", meanings)) == ()


def test_what_a_header_says_in_brackets_makes_it_no_lesser_price() -> None:
    table = table_of(("Trip", "Adult, £", "Child (up to 12 years), £"), ("Isle", "9", "4"))
    assert columns_of("what does Isle cost?", table, "en") == [
        "Adult, £",
        "Child (up to 12 years), £",
    ]


def test_how_many_there_are_is_no_price_of_theirs() -> None:
    prices = table_of(
        ("Activity", "Members", "Guests"), ("Adult swim", "£4", "£6"), ("Adult play", "£1", "£2")
    )
    question = "price for 1 adult, members"
    matches = named_rows(read_of(question, prices, "en"))
    assert all(1 not in match.keys for match in matches)
    assert columns_of(question, prices, "en") == ["Members"]


def test_one_of_many_days_in_a_cell_names_its_row_as_whole_as_a_day_alone() -> None:
    table = table_of(
        ("Баня", "Дни"),
        ("Берёзовая", "пн, ср, пт"),
        ("Липовая", "вт, чт, сб"),
        ("Дубовая", "пт"),
        ("Речная", "вт, пт, сб, вс"),
    )
    assert rows_of("баня в пятницу", table) == ["Берёзовая", "Дубовая", "Речная"]
    other = table_of(("Pool", "Days"), ("East", "Mon, Wed, Fri"), ("West", "Wed"), ("Low", "Tue"))
    assert rows_of("pool on wednesday", other, "en") == ["East", "West"]
