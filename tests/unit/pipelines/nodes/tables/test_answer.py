"""Answer: the cell, the cells, what they come to, or what is not there; or nothing at all."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table, same_table
from tests.support.nodes.table_maker import all_rows, passage_of, query_of, table_of, vectors_of

FARES = table_of(
    ("Город", "2023", "2024"),
    ("Казань", "790 ₽", "820 ₽"),
    ("Пермь", "655 ₽", "710 ₽"),
    ("Омск", "600 ₽", "—"),
    ("Итого", "2 045 ₽", "1 530 ₽"),
    heading="Стоимость пропуска",
    language="ru",
)
BRANCHES = table_of(
    ("Branch", "Librarian", "Seats", "Closes"),
    ("Hilltop", "Nora Quill", "40", "18:00"),
    ("Harbour", "Ivo Marsh", "75", "20:00"),
    ("Station", "Nora Quill", "12", "22:00"),
    heading="Branches",
)
PLOTS = table_of(
    ("Parzelle", "Pächter", "Fläche in m²"),
    ("P-11", "Gisela Brandt", "240"),
    ("P-14", "Henrik Lund", "1.185"),
    heading="Beete",
    language="de",
)
UTILITIES = table_of(
    ("Service", "Provider", "Unit", "Price EUR", "Monthly charge EUR", "Contract months"),
    ("Internet 100 Mbit", "FiberNet", "month", "34.99", "0", "24"),
    ("Internet 250 Mbit", "FiberNet", "month", "44.99", "0", "24"),
    ("Licence", "Broadcasting Service", "quarter", "55.08", "0", "0"),
    ("Cold water", "Town waterworks", "m3", "1.95", "6.20", "0"),
    ("Natural gas", "Town works", "kWh", "0.11", "9.50", "12"),
    ("Heating", "Town works", "kWh", "0.13", "9.90", "12"),
    heading="Utilities",
)
TENANTS = table_of(
    ("Flat", "Tenant", "Rent £", "Moved in", "Rent paid until", "Notes"),
    ("1", "Mr Okafor", "690", "2019-09-01", "2025-05-31", "puts bins out"),
    ("2", "Julia Brandt", "780", "2022-04-15", "2025-05-31", "wants to leave"),
    ("3", "Ewa Nowak", "840", "2021-11-01", "2025-04-30", "one month behind"),
    heading="Rents",
)


def ask(question: str, table: Table, language: str = "ru") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


def lines_of(answer: TableAnswer | None) -> list[tuple[str, str]]:
    assert answer is not None
    return [(line.label, line.value) for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "table", "language", "label", "value"),
    [
        ("Сколько стоит пропуск в Казани в 2024?", FARES, "ru", "Казань, 2024", "820 ₽"),
        ("стоимость пропуска, Пермь, 2023", FARES, "ru", "Пермь, 2023", "655 ₽"),
        ("пропуск в козани 2024", FARES, "ru", "Казань, 2024", "820 ₽"),
        ("How many seats does Harbour have?", BRANCHES, "en", "Harbour, Seats", "75"),
        ("When does Station close?", BRANCHES, "en", "Station, Closes", "22:00"),
        ("who is the librarian at Hilltop", BRANCHES, "en", "Hilltop, Librarian", "Nora Quill"),
        ("Wer ist der Pächter von P-14?", PLOTS, "de", "P-14, Pächter", "Henrik Lund"),
        ("Welche Fläche hat Gisela Brandt?", PLOTS, "de", "Gisela Brandt, Fläche in m²", "240"),
    ],
)
def test_the_cell_answers(
    question: str, table: Table, language: str, label: str, value: str
) -> None:
    assert lines_of(ask(question, table, language)) == [(label, value)]


def test_a_price_is_of_what_a_column_says() -> None:
    said = lines_of(ask("how much is the licence?", UTILITIES, "en"))
    assert said == [
        ("Licence, Price EUR", "55.08 / quarter"),
        ("Licence, Monthly charge EUR", "0"),
    ]


def test_a_word_of_another_script_is_what_it_sounds_like_before_what_it_may_mean() -> None:
    answer = ask("за сколько месяцев контракт на интернет", UTILITIES)
    assert [value for _, value in lines_of(answer)] == ["24", "24"]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("how much rent does julia pay", ["780"]),
        ("who is behind with the rent?", ["Ewa Nowak"]),
        ("who lives in flat 2", ["Julia Brandt"]),
    ],
)
def test_a_column_is_of_what_is_asked_for(question: str, values: list[str]) -> None:
    assert [value for _, value in lines_of(ask(question, TENANTS, "en"))] == values


def test_who_to_call_is_a_telephone() -> None:
    people = table_of(
        ("Name", "Does what", "Phone"),
        ("Bates Plumbing", "toilets and drains", "0161 496 0311"),
        ("Stan Kowalczyk", "locks", "07700 900123"),
        heading="Contractors",
    )
    said = lines_of(ask("who should I call about the drains", people, "en"))
    assert [value for _, value in said] == ["0161 496 0311"]


def test_how_much_is_no_yes_or_no() -> None:
    repairs = table_of(
        ("What", "Who", "Cost £", "Paid"),
        ("Kitchen tap", "Stan", "35", "yes"),
        ("New toilet", "Bates Plumbing", "310", "no"),
        ("Window lock", "Stan", "40", "no"),
        heading="Repairs",
    )
    said = lines_of(ask("how much have we paid Stan?", repairs, "en"))
    assert [value for _, value in said] == ["35", "40"]


def test_what_is_asked_is_not_answered_by_its_opposite() -> None:
    answer = ask("when did Julia move out?", TENANTS, "en")
    assert answer is None or "2022-04-15" not in {line.value for line in answer.lines}
    assert lines_of(ask("when did Julia move in?", TENANTS, "en"))[0][1] == "2022-04-15"


def test_what_is_compared_is_of_the_table_that_has_a_row_for_each() -> None:
    repairs = table_of(
        ("What", "Flat", "Who", "Cost £"),
        ("Kitchen tap", "2", "Stan", "35"),
        ("New toilet", "4", "Bates Plumbing", "310"),
        ("Boiler valve", "2", "Heatwell", "185"),
        heading="Repairs",
    )
    for question in ("cheapest flat", "who lives in flat 2"):
        answers = ask(question, TENANTS, "en"), ask(question, repairs, "en")
        assert None not in answers
        sure, less = (answer.confidence for answer in answers if answer)
        assert sure > less, question


def test_a_word_is_found_in_a_compound_and_what_is_done_in_what_it_is_called() -> None:
    work = table_of(
        ("Работа", "Бытовая", "Оверлок"),
        ("Чистка и смазка", "1500", "1900"),
        ("Замена ремня", "700", "800"),
        ("Электропедаль", "2400", "2600"),
        heading="Прайс",
        language="ru",
    )
    assert lines_of(ask("сколько стоит почистить оверлок", work))[0][1] == "1900"
    assert lines_of(ask("педаль для бытовой", work))[0][1] == "2400"


def test_what_a_list_is_of_is_counted_whosever_it_is() -> None:
    orders = table_of(
        ("№", "Клиент", "Мастер", "Сумма"),
        ("411", "Климова", "Рамиль", "1500"),
        ("412", "Дроздова", "Тимур", "1600"),
        ("413", "Хасанов", "Рамиль", "5700"),
        ("414", "Школа 17", "Тимур", "800"),
        ("415", "Лебедева", "Тимур", "900"),
        heading="Журнал заказов",
        language="ru",
    )
    for question, count in (("сколько всего заказов", 5), ("сколько заказов у Рамиля", 2)):
        answer = ask(question, orders)
        assert answer is not None
        assert answer.aggregate is not None, question
        assert (answer.aggregate.kind, answer.aggregate.value) == ("count", count)


def test_what_a_column_tells_the_number_of_is_summed_up_whatever_the_table_is_called() -> None:
    doctors = table_of(
        ("Клиника", "Врачей"),
        ("На Садовой", "12"),
        ("У реки", "7"),
        ("Северная", "4"),
        heading="Врачи сети",
        language="ru",
    )
    answer = ask("сколько всего врачей в сети?", doctors)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("sum", 23)


def test_rows_that_are_numbered_are_counted_by_what_the_number_is_of() -> None:
    answer = ask("how many flats are there", TENANTS, "en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 3


def test_a_name_is_known_in_another_script_by_its_sound() -> None:
    said = lines_of(ask("сколько платит Джулия", TENANTS))
    assert ("Julia Brandt, Rent £", "780") in said


def test_what_is_paid_is_no_column_of_another_concern() -> None:
    said = lines_of(ask("сколько платить за интернет 250", UTILITIES))
    assert [value for _, value in said] == ["44.99 / month", "0"]


def test_a_line_knows_its_row_and_cell() -> None:
    answer = ask("Сколько стоит пропуск в Казани в 2024?", FARES)
    assert answer is not None
    (line,) = answer.lines
    assert line.cell is not None
    span = line.cell.value_span
    assert line.row.passage.text[span.start : span.end] == "820 ₽"
    assert line.cell in line.row.cells


def test_several_rows_that_are_named_are_several_lines() -> None:
    lines = lines_of(ask("цена пропуска в Казани и Перми в 2023", FARES))
    assert lines == [("Казань, 2023", "790 ₽"), ("Пермь, 2023", "655 ₽")]
    assert lines_of(ask("which branches has the librarian Nora Quill", BRANCHES, "en"))[0] == (
        "Nora Quill, Branch", "Hilltop",
    )  # fmt: skip


def test_which_of_a_kind_there_are_is_a_list_of_the_rows_with_that_word() -> None:
    prices = table_of(
        ("Код", "Услуга", "Цена, ₽", "Врач"),
        ("У-01", "УЗИ брюшной полости", "2750", "Мирзоева"),
        ("У-02", "УЗИ почек", "1900", "Мирзоева"),
        ("К-01", "Приём кардиолога", "3100", "Багдасарян"),
        ("Д-02", "Удаление родинки", "5400", "Ким"),
        heading="Прайс",
        language="ru",
    )
    lines = lines_of(ask("Какие УЗИ делаете?", prices, "ru"))
    assert [value for _, value in lines] == ["УЗИ брюшной полости", "УЗИ почек"]
    assert ask("Какие приёмы есть?", prices, "ru") is None, "one is no list"


def test_every_row_is_listed_without_the_total() -> None:
    lines = lines_of(ask("стоимость пропуска во всех городах в 2023 году", FARES))
    assert [label for label, _ in lines] == ["Казань, 2023", "Пермь, 2023", "Омск, 2023"]


def test_the_values_of_a_column_are_listed() -> None:
    assert [value for _, value in lines_of(ask("Какие есть города?", FARES))][:2] == [
        "Казань", "Пермь",
    ]  # fmt: skip


def test_what_is_not_there_is_said_with_what_is() -> None:
    answer = ask("Сколько стоит пропуск в Рязани в 2024 году?", FARES)
    assert answer is not None
    assert answer.lines == ()
    assert answer.missing is not None
    assert answer.missing.word == "Рязани"
    assert answer.missing.present == ("Казань", "Пермь", "Омск")


def test_a_superlative_names_nothing_that_a_table_lacks() -> None:
    table = table_of(
        ("Programme", "Temperature", "Lasts"),
        ("Cotton", "hot", "half a day"),
        ("Silk", "lukewarm", "a morning"),
    )
    answer = ask("What temperature has the longest programme?", table, "en")
    assert answer is None or answer.missing is None


def test_all_rows_of_a_kind_are_summed_and_counted_however_many() -> None:
    spent = [(f"Item {n}", "Expense", str(n)) for n in range(1, 16)]
    earned = [(f"Gift {n}", "Income", str(100 * n)) for n in range(1, 6)]
    budget = table_of(("Line", "Group", "Planned"), *spent, *earned, heading="Budget")
    total = ask("total of planned expenses", budget, "en")
    assert total is not None
    assert total.aggregate is not None
    assert (total.aggregate.column, total.aggregate.value) == ("Planned", Decimal(120))
    count = ask("how many expense lines are in the budget", budget, "en")
    assert count is not None
    assert count.aggregate is not None
    assert count.aggregate.value == Decimal(15)


def test_of_an_empty_cell_it_is_told_that_it_is_empty() -> None:
    answer = ask("Сколько стоит пропуск в Омске в 2024?", FARES)
    assert answer is not None
    assert [(line.label, line.value, line.empty) for line in answer.lines] == [
        ("Омск, 2024", "", "2024")
    ]


def test_a_column_that_only_the_asking_word_points_to_is_not_said_to_be_empty() -> None:
    people = table_of(
        ("Name", "Came", "Dish"), ("Ana", "at six", "soup"), ("Rui", "", "bread"), heading="Party"
    )
    answer = ask("when is Rui here", people, "en")
    assert answer is None or not any(line.empty for line in answer.lines)


def test_the_largest_and_the_smallest_are_shown_with_their_row() -> None:
    assert lines_of(ask("В каком городе самый дорогой пропуск в 2023?", FARES)) == [
        ("Казань, 2023", "790 ₽")
    ]
    assert lines_of(ask("Which branch has the fewest seats?", BRANCHES, "en")) == [
        ("Station, Seats", "12")
    ]


@pytest.mark.parametrize(
    ("question", "table", "language", "value"),
    [
        ("средняя стоимость пропуска в 2023 году", FARES, "ru", "681.67"),
        ("средняя стоимость пропуска за 2024 год", FARES, "ru", "765"),
        ("How many seats are there in total?", BRANCHES, "en", "127"),
        ("How many branches are there?", BRANCHES, "en", "3"),
        ("how many branches have more than 30 seats?", BRANCHES, "en", "2"),
        ("Wie groß ist die Fläche insgesamt?", PLOTS, "de", "1425"),
    ],
)
def test_a_column_is_computed(question: str, table: Table, language: str, value: str) -> None:
    answer = ask(question, table, language)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(value)


def test_a_total_is_quoted_where_it_is_asked_for() -> None:
    answer = ask("сумма по пропускам за 2023 год", FARES)
    assert answer is not None
    assert answer.aggregate is None
    assert lines_of(answer) == [("Итого, 2023", "2 045 ₽")]


def test_a_header_that_says_minimum_is_looked_up() -> None:
    table = table_of(("Товар", "Остаток", "Минимум"), ("Соль", "640", "200"), ("Мука", "96", "120"))
    assert lines_of(ask("какой минимум по соли?", table)) == [("Соль, Минимум", "200")]


def test_a_bare_code_shows_its_row() -> None:
    answer = ask("P-14", PLOTS, "de")
    assert answer is not None
    (line,) = answer.lines
    assert line.cell is None
    assert "Henrik Lund" in line.value


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Кто основал компанию?", "ru"),
        ("Почему пропуск стоит так дорого?", "ru"),
        ("Сколько ног у паука?", "ru"),
        ("Привет!", "ru"),
        ("How do I get a pass?", "en"),
        ("Who won the world cup in 1998?", "en"),
        ("Wie werde ich Mitglied?", "de"),
    ],
)
def test_a_question_of_something_else_is_not_answered(question: str, language: str) -> None:
    for table in (FARES, BRANCHES, PLOTS):
        assert ask(question, table, language) is None


def test_a_form_answers_by_the_name_of_its_line() -> None:
    passage = passage_of(["Телефон: 55-10", "Площадь: 40 м²", "Этаж: 3"])
    (table,) = same_table(all_rows([passage]))
    assert lines_of(ask("какая площадь?", table)) == [("Площадь", "40 м²")]
    assert ask("какая погода?", table) is None


def test_a_table_of_one_row_answers() -> None:
    table = table_of(("Name", "Phone"), ("Nora Quill", "5-10"))
    assert lines_of(ask("what is the phone of Nora Quill", table, "en")) == [
        ("Nora Quill, Phone", "5-10")
    ]


def test_without_offsets_of_tokens_letters_decide() -> None:
    question = "Сколько стоит пропуск в Казани в 2024?"
    query = query_of(question)
    bare = type(query)(query.embedding, query.token_embeddings, query.token_weights)
    answer = answer_from_table(question, bare, FARES, {}, language="ru")
    assert lines_of(answer) == [("Казань, 2024", "820 ₽")]


@given(st.text(max_size=60))
def test_any_question_is_borne(question: str) -> None:
    answer = ask(question, BRANCHES, "en")
    assert answer is None or 0.0 <= answer.confidence <= 1.0


CROSSINGS = table_of(
    ("Route", "Minutes", "Adult 2025 (£)", "Adult 2026 (£)", "Child 2026 (£)"),
    ("Nelt – Vask", "35", "5.90", "6.40", "3.20"),
    ("Nelt – Ulm Holm", "50", "8.20", "8.90", "4.45"),
    ("Vask – Ulm Holm", "25", "4.50", "4.80", "2.40"),
)
STORES = table_of(
    ("Archive", "Copied", "Copies kept", "Size"),
    ("letters", "every 6 hours", "35 days", "210 GB"),
    ("ledger", "daily", "7 years", "64 GB"),
    ("drafts", "weekly", "90 days", "1 GB"),
)
STAGES = table_of(
    ("Этап", "Работы", "Стоимость, руб."),
    ("1", "Разметка участка", "612 000"),
    ("2", "Посадка деревьев", "934 000"),
    ("3", "Полив", "255 000"),
    heading="Договор озеленения",
    language="ru",
)


def test_the_sign_of_a_currency_makes_a_column_of_prices() -> None:
    answer = ask("What is the average adult fare in 2026?", CROSSINGS, "en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Adult 2026 (£)", Decimal("6.7"))
    cheapest = ask("cheapest adult crossing in 2026", CROSSINGS, "en")
    assert lines_of(cheapest) == [("Vask – Ulm Holm, Adult 2026 (£)", "4.80")]


def test_a_superlative_finds_the_column_that_it_is_about() -> None:
    lines = lines_of(ask("Which archive is the largest?", STORES, "en"))
    assert lines == [("letters, Size", "210 GB")]


def test_how_often_asks_for_no_number() -> None:
    lines = lines_of(ask("How often is the letters archive copied?", STORES, "en"))
    assert lines == [("letters, Copied", "every 6 hours")]


def test_rows_are_counted_by_what_their_table_is_called_not_their_document() -> None:
    bids = (("Contractor", "Price"), ("Ridge Ltd", "900"), ("Slate Ltd", "700"))
    minutes = "Minutes of the meeting of the members"
    of_minutes = table_of(*bids, heading="Meeting › Bids", title=minutes)
    assert ask("how many members are there", of_minutes, "en") is None
    counted = ask("how many bids are there", of_minutes, "en")
    assert counted is not None
    assert counted.aggregate is not None
    assert counted.aggregate.value == Decimal(2)


def test_numbers_that_count_the_rows_are_no_amounts() -> None:
    total = ask("сколько стоят все этапы вместе?", STAGES)
    assert total is not None
    assert total.aggregate is not None
    assert (total.aggregate.kind, total.aggregate.value) == ("sum", Decimal(1_801_000))
    assert lines_of(ask("какой этап самый дешёвый?", STAGES))[0][1] == "255 000"


def test_where_it_is_dearest_is_looked_up_in_the_column_named() -> None:
    assert lines_of(ask("где самый дорогой пропуск в 2024", FARES)) == [("Казань, 2024", "820 ₽")]


def test_all_of_something_is_a_list() -> None:
    works = ask("перечисли все этапы работ по договору", STAGES)
    assert works is not None
    assert works.is_list
    values = [line.value for line in works.lines]
    assert values == ["Разметка участка", "Посадка деревьев", "Полив"]
    fares = ask("list all routes with the child fare", CROSSINGS, "en")
    assert fares is not None
    assert fares.is_list
    assert [line.value for line in fares.lines] == ["3.20", "4.45", "2.40"]


BOATS = table_of(
    ("Boat", "Speed, knots", "Trip, minutes"),
    ("Kestrel", "12", "50"),
    ("Dunlin", "31", "20"),
    ("Whimbrel", "22", "35"),
)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Which boat has the fastest speed?", ("Dunlin, Speed, knots", "31")),
        ("Which boat has the slowest speed?", ("Kestrel, Speed, knots", "12")),
        ("Which boat has the fastest trip?", ("Dunlin, Trip, minutes", "20")),
    ],
)
def test_the_fastest_has_most_speed_and_takes_least_time(
    question: str, line: tuple[str, str]
) -> None:
    assert lines_of(ask(question, BOATS, "en")) == [line]


CLINIC = table_of(
    ("Code", "Treatment", "Animal", "Price, £", "Minutes"),
    ("T01", "Check-up", "any", "42", "15"),
    ("T02", "Scaling", "dog", "265", "90"),
    ("T03", "Scaling", "cat", "230", "80"),
    ("T04", "Castration", "dog", "210", "75"),
    ("T05", "Claw trimming", "any", "14", "10"),
    ("T06", "Chip", "any", "22", "5"),
    ("T07", "Travel papers", "any", "", "20"),
    heading="Charges",
)


def test_a_row_is_called_by_its_name_not_by_its_code() -> None:
    assert lines_of(ask("cheapest treatment", CLINIC, "en")) == [("Claw trimming, Price, £", "14")]
    dearest = lines_of(ask("most expensive treatment", CLINIC, "en"))
    assert dearest == [("Scaling, dog, Price, £", "265")]


def test_a_row_that_is_asked_for_by_its_code_is_called_by_it() -> None:
    assert lines_of(ask("price of T04", CLINIC, "en")) == [("T04, Price, £", "210")]


def test_rows_found_by_what_they_share_are_called_by_their_names() -> None:
    assert lines_of(ask("list all the prices for dogs", CLINIC, "en")) == [
        ("Scaling, dog, Price, £", "265"),
        ("Castration, dog, Price, £", "210"),
    ]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("which treatments are under 30 pounds", ["14", "22"]),
        ("what costs at most £42?", ["42", "14", "22"]),
        ("treatments between 20 and 50 pounds", ["42", "22"]),
        ("anything under 15 minutes?", ["10", "5"]),
        ("which treatments take no more than 15 minutes", ["15", "10", "5"]),
        ("treatments for dogs that cost more than 250", ["265"]),
        ("what is cheaper than 20", ["14"]),
    ],
)
def test_rows_are_listed_whose_number_is_as_asked(question: str, values: list[str]) -> None:
    answer = ask(question, CLINIC, "en")
    assert answer is not None
    assert answer.is_list
    assert answer.condition is not None
    assert [line.value for line in answer.lines] == values
    assert all(line.label.split(", ")[0] in CLINIC_NAMES for line in answer.lines)


CLINIC_NAMES = {cell.value for _, cell in CLINIC.cells("Treatment")}
SHOP = table_of(
    ("Артикул", "Наименование", "Цена, руб.", "Срок, дней"),
    ("К-1", "Кисть малая", "350", "2"),
    ("К-2", "Мольберт", "4 900", "10"),
    ("К-3", "Холст", "1 200", "4"),
    heading="Прайс",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("что дешевле 500 рублей", ["350"]),
        ("какие товары не больше 1200 рублей", ["350", "1 200"]),
        ("что можно купить от 1000 до 5 тысяч рублей", ["4 900", "1 200"]),
        ("что привезут до 4 дней", ["2", "4"]),
    ],
)
def test_rows_are_compared_in_russian(question: str, values: list[str]) -> None:
    assert [value for _, value in lines_of(ask(question, SHOP))] == values


@pytest.mark.parametrize(
    ("question", "table", "language", "count"),
    [
        ("how many treatments cost over 100 pounds", CLINIC, "en", 3),
        ("how many treatments cost over 900 pounds", CLINIC, "en", 0),
        ("сколько позиций дороже 1000", SHOP, "ru", 2),
    ],
)
def test_rows_are_counted_whose_number_is_as_asked(
    question: str, table: Table, language: str, count: int
) -> None:
    answer = ask(question, table, language)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("count", count)
    assert len(answer.lines) == count


@pytest.mark.parametrize("question", ["is the chip more than 20 quid?", "is the chip over £30"])
def test_the_cell_says_whether_it_is_so(question: str) -> None:
    assert lines_of(ask(question, CLINIC, "en")) == [("Chip, Price, £", "22")]


@pytest.mark.parametrize(
    "question",
    ["which treatments take under 30 years?", "treatments over 5 kg", "which are over 30?"],
)
def test_a_number_is_compared_with_no_column_that_may_not_be_meant(question: str) -> None:
    answer = ask(question, CLINIC, "en")
    assert answer is None or answer.condition is None


def test_a_number_that_names_a_row_is_not_compared() -> None:
    post = table_of(("Посылка", "Цена, руб."), ("до 5 кг", "200"), ("до 30 кг", "700"))
    assert lines_of(ask("сколько стоит посылка до 30 кг", post)) == [
        ("до 30 кг, Цена, руб.", "700")
    ]


@pytest.mark.parametrize(
    ("question", "table", "language", "line"),
    [
        ("what's the cheapest thing on the price list", CLINIC, "en", ("Claw trimming", "14")),
        ("the most expensive?", CLINIC, "en", ("Scaling, dog", "265")),
        ("and the cheapest item?", CLINIC, "en", ("Claw trimming", "14")),
        ("что самое дорогое в прайсе", SHOP, "ru", ("Мольберт", "4 900")),
        ("самая дешёвая позиция", SHOP, "ru", ("Кисть малая", "350")),
    ],
)
def test_any_row_is_meant_where_none_is_called_by_its_name(
    question: str, table: Table, language: str, line: tuple[str, str]
) -> None:
    ((label, value),) = lines_of(ask(question, table, language))
    assert (label.rsplit(", Price", 1)[0].rsplit(", Цена", 1)[0], value) == line


@pytest.mark.parametrize("question", ["the largest?", "the newest?", "what is the average?"])
def test_a_superlative_of_anything_is_of_no_table_alone(question: str) -> None:
    assert ask(question, CLINIC, "en") is None


ROTA = table_of(
    ("Name", "Role", "Mon", "Fri", "Sat", "Hours"),
    ("Nora Quill", "Vet", "late", "off", "on call", "36"),
    ("Ivo Marsh", "Nurse", "early", "early", "–", "40"),
    ("Ada Lunt", "Porter", "off", "late", "", "24"),
    heading="Rota",
)
DUTY = table_of(
    ("Сотрудник", "Пн", "Вт"),
    ("Анна Белова", "утро", "выходной"),
    ("Пётр Ильин", "выходной", "вечер"),
    heading="График",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "language", "line"),
    [
        ("does Nora work on Fridays", ROTA, "en", ("Nora Quill, Fri", "off")),
        ("when is Ivo in on Monday?", ROTA, "en", ("Ivo Marsh, Mon", "early")),
        ("работает ли Белова по вторникам?", DUTY, "ru", ("Анна Белова, Вт", "выходной")),
        ("Белова в понедельник", DUTY, "ru", ("Анна Белова, Пн", "утро")),
    ],
)
def test_a_day_names_its_column_however_it_is_written(
    question: str, table: Table, language: str, line: tuple[str, str]
) -> None:
    assert lines_of(ask(question, table, language)) == [line]


@pytest.mark.parametrize(
    ("question", "table", "language", "lines"),
    [
        ("who works on saturday", ROTA, "en", [("Nora Quill, Sat", "on call")]),
        (
            "who is working on Mondays?",
            ROTA,
            "en",
            [("Nora Quill, Mon", "late"), ("Ivo Marsh, Mon", "early")],
        ),
        ("кто работает во вторник", DUTY, "ru", [("Пётр Ильин, Вт", "вечер")]),
    ],
)
def test_who_is_there_on_a_day_is_listed(
    question: str, table: Table, language: str, lines: list[tuple[str, str]]
) -> None:
    assert lines_of(ask(question, table, language)) == lines


def test_the_name_of_a_day_in_its_own_column_is_no_name_of_a_row() -> None:
    rows = (("Nora Quill", "Sat"), ("Ivo Marsh", ""), ("Ada Lunt", "Sat"), ("Eli Voss", "off"))
    table = table_of(("Name", "Sat"), *rows)
    lines = lines_of(ask("who works on Saturdays", table, "en"))
    assert lines == [("Nora Quill, Sat", "Sat"), ("Ada Lunt, Sat", "Sat")]
    off = ask("who is off on Saturdays", table, "en")
    assert off is None or all("Nora" not in line.value for line in off.lines)


def test_what_is_shared_by_many_rows_names_none() -> None:
    lessons = table_of(
        ("Day", "Starts", "Subject", "Teacher"),
        ("Monday", "15:00", "Choir", "Ada Lunt"),
        ("Monday", "16:00", "Guitar", "Ivo Marsh"),
        ("Friday", "15:00", "Guitar", "Ivo Marsh"),
        ("Friday", "17:00", "Drums", "Nora Quill"),
    )
    lines = lines_of(ask("who is the teacher of guitar", lessons, "en"))
    assert lines == [("Guitar, Teacher", "Ivo Marsh")] * 2


def test_things_in_all_are_counted_and_not_added_up() -> None:
    blood = table_of(
        ("Test", "Result"), ("Urea", "15.3"), ("Iron", "218"), heading="Laboratory tests"
    )
    answer = ask("how many items are there in total in the laboratory", blood, "en")
    assert answer is None or answer.aggregate is None or answer.aggregate.kind == "count"


GOODS = table_of(
    ("Item", "Price 2025 (£)", "Price 2026 (£)", "In stock", "Supplier"),
    ("Paper white", "18.5", "19.9", "140", "Northern Paper"),
    ("Paper grey", "16.2", "17.4", "85", "Northern Paper"),
    ("Stapler heavy duty", "21", "22.9", "34", "Garrick Tools"),
    ("Stapler small", "6.4", "6.9", "120", "Garrick Tools"),
    ("Desk lamp", "32", "29.5", "18", "Lumen"),
    heading="Goods",
)


def test_how_much_something_is_asks_for_its_price() -> None:
    assert lines_of(ask("How much is the desk lamp?", GOODS, "en")) == [
        ("Desk lamp, Price 2026 (£)", "29.5"),
        ("Desk lamp, Price 2025 (£)", "32"),
    ]


def test_a_longer_name_is_meant_by_a_word_as_well_as_a_shorter_one() -> None:
    lines = lines_of(ask("How many staplers are in stock?", GOODS, "en"))
    assert [value for _, value in lines] == ["34", "120"]
    lines = lines_of(ask("How many small staplers are in stock?", GOODS, "en"))
    assert [value for _, value in lines] == ["120"]


def test_the_dearest_is_that_of_the_latest_year() -> None:
    question = "Which item is the most expensive?"
    answer = answer_from_table(
        question,
        query_of(question, {"expensive": "price"}),
        GOODS,
        vectors_of(GOODS),
        language="en",
    )
    assert lines_of(answer) == [("Desk lamp, Price 2026 (£)", "29.5")]


def test_what_rows_have_in_common_is_listed_once() -> None:
    lines = lines_of(ask("List all suppliers", GOODS, "en"))
    assert [value for _, value in lines] == ["Northern Paper", "Garrick Tools", "Lumen"]
    each = lines_of(ask("Who is the supplier of every item?", GOODS, "en"))
    assert len(each) == len(GOODS.rows)


REPAIRS = table_of(
    ("Код", "Работа", "Цена, руб."),
    ("Р-01", "Замена масла", "900"),
    ("Р-02", "Замена колодок", "2400"),
    ("Р-03", "Мойка двигателя", "1500"),
    ("Р-04", "Балансировка", "1200"),
    ("Р-05", "Шиномонтаж", "1800"),
    heading="Прайс",
    language="ru",
)


def test_all_rows_that_a_word_names_are_listed_by_what_they_are_called() -> None:
    listed = ask("перечисли все замены, какие делаете", REPAIRS)
    assert [value for _, value in lines_of(listed)] == ["Замена масла", "Замена колодок"]
    assert listed is not None
    assert listed.is_list
    assert ask("перечисли все покраски, какие делаете", REPAIRS) is None
    priced = ask("сколько стоят все замены", REPAIRS)
    assert [value for _, value in lines_of(priced)] == ["900", "2400"]


ROOMS = table_of(
    ("Room", "Capacity", "Price"),
    ("Main Hall", "180", "£28"),
    ("Garden Room", "40", "£16"),
    ("Committee Room", "12", "£9"),
    ("Studio", "25", "£14"),
    heading="Hire",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is the most expensive room?", "£28"),
        ("what's the cheapest room?", "£9"),
        ("what does the garden room cost?", "£16"),
    ],
)
def test_what_a_column_is_called_is_said_of_all_its_rows(question: str, value: str) -> None:
    assert value in [line for _, line in lines_of(ask(question, ROOMS, "en"))]


SERVICES = table_of(
    ("Услуга", "Цена, руб.", "Срок, дней"),
    ("Подшив брюк", "500", "2"),
    ("Пошив платья", "6500", "14"),
    ("Перешив шубы", "12000", "20"),
    ("Доплата к цене услуги", "1000", "1"),
    heading="Услуги",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("самая дешевая услуга в прайсе", "smallest", 500),
        ("какая услуга самая дорогая", "largest", 12000),
        ("сколько всего услуг в прайсе", "count", 4),
        ("сколько всего стоят услуги", "sum", 20000),
    ],
)
def test_a_column_of_things_is_computed_over_and_its_things_are_counted(
    question: str, kind: str, value: int
) -> None:
    answer = ask(question, SERVICES)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == (kind, Decimal(value))


FABRICS = table_of(
    ("Ткань", "Цена за метр, руб.", "Остаток, м", "Примечание"),
    ("Шёлк белый", "1150", "6", "—"),
    ("Флис", "480", "30", "рулон открыт"),
    ("Драп", "1950", "8.5", "плата за раскрой ткани отдельно"),
    heading="Ткани",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("сколько метров шёлка осталось", ("Шёлк белый, Остаток, м", "6")),
        ("сколько стоит метр шёлка", ("Шёлк белый, Цена за метр, руб.", "1150")),
    ],
)
def test_the_unit_that_is_asked_for_is_no_price_per_unit(
    question: str, line: tuple[str, str]
) -> None:
    assert lines_of(ask(question, FABRICS)) == [line]


def test_metres_that_are_left_are_summed_up_not_their_price() -> None:
    answer = ask("сколько метров ткани осталось всего", FABRICS)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Остаток, м", Decimal("44.5"))


def test_what_a_column_is_called_names_no_row_by_standing_in_a_sentence() -> None:
    assert lines_of(ask("самая дорогая ткань", FABRICS)) == [
        ("Драп, Цена за метр, руб.", "1950"),
    ]
    listed = lines_of(ask("какие ткани дешевле 1500 рублей", FABRICS))
    assert [label for label, _ in listed] == [
        "Шёлк белый, Цена за метр, руб.",
        "Флис, Цена за метр, руб.",
    ]


def test_the_table_whose_own_words_are_said_is_surer() -> None:
    items = table_of(("Item", "Price"), ("Tea urn", "5"), ("Piano", "70"), heading="Extras")
    question = "which fabric is the most expensive"
    fabrics = table_of(("Fabric", "Price"), ("Felt", "5"), ("Silk", "70"), heading="Fabrics")
    named, other = ask(question, fabrics, "en"), ask("the most expensive thing", items, "en")
    assert named is not None
    assert other is not None
    assert named.confidence > other.confidence


COURTS = table_of(
    ("Court", "Weekday", "Weekend", "Closed"),
    ("Grass", "£8", "£12", "Mon"),
    ("Clay", "£10", "£15", "Mon, Tue"),
    heading="Courts",
)
BATHS = table_of(
    ("Зал", "Пн–Чт, руб.", "Пт-Вс, руб."),
    ("Малый", "900", "1400"),
    ("Большой", "1600", "2300"),
    heading="Бани",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "language", "line"),
    [
        ("how much is clay on a Tuesday", COURTS, "en", ("Clay, Weekday", "£10")),
        ("how much is clay on saturday", COURTS, "en", ("Clay, Weekend", "£15")),
        ("сколько стоит малый зал в среду", BATHS, "ru", ("Малый, Пн–Чт, руб.", "900")),
        ("сколько стоит большой в выходные", BATHS, "ru", ("Большой, Пт-Вс, руб.", "2300")),
    ],
)
def test_a_day_is_one_of_those_that_a_column_is_of(
    question: str, table: Table, language: str, line: tuple[str, str]
) -> None:
    assert lines_of(ask(question, table, language)) == [line]


LABS = table_of(
    ("Анализ", "Врач", "Цена, ₽"),
    ("Ферритин", "Зуева Кира", "720"),
    ("Глюкоза", "Ильин Лев", "280"),
    language="ru",
)


@pytest.mark.parametrize(
    ("word", "value", "is_found"),
    [
        ("sugar", "глюкоза", True),
        ("ferry", "ферритин", False),  # it only begins alike
        ("zumba", "зуева", False),  # nobody is called otherwise in another language
    ],
)
def test_across_languages_vectors_find_things_but_no_names_and_no_false_friends(
    word: str, value: str, is_found: bool
) -> None:
    question, meanings = f"how much is the {word}", {word: "one", value: "one"}
    answer = answer_from_table(
        question, query_of(question, meanings), LABS, vectors_of(LABS, meanings), language="en"
    )
    assert (answer is not None and bool(answer.lines)) is is_found


NURSERY = table_of(
    ("Plant", "Pot, l", "Price", "On hand"),
    ("Olive tree", "15", "£84", "11"),
    ("Heather", "1", "£3", "610"),
    heading="Nursery",
)


def test_how_many_of_a_thing_are_what_is_in_stock() -> None:
    assert lines_of(ask("how many olive trees have we got", NURSERY, "en")) == [
        ("Olive tree, On hand", "11")
    ]
    total = ask("how many plants in total are there in stock", NURSERY, "en")
    assert total is not None
    assert total.aggregate is not None
    assert (total.aggregate.kind, total.aggregate.value) == ("sum", Decimal("621"))
    assert ask("how many tulips have we got", NURSERY, "en") is None


TRIPS = table_of(
    ("Date", "Trip", "Guide", "Adult, £", "Child, £", "Sold"),
    ("2026-06-03", "Spit", "Ann Lee", "34", "23", "18"),
    ("2026-06-06", "Castles", "Ann Lee", "42", "31", "9"),
    ("2026-06-07", "Spit", "Ben Ray", "34", "23", "14"),
    ("2026-06-11", "Harbour", "Ben Ray", "18", "12", "6"),
    heading="Trips",
)


def test_of_a_few_prices_the_first_is_compared_and_named() -> None:
    assert lines_of(ask("which trips are cheaper than 30", TRIPS, "en")) == [
        ("2026-06-11, Harbour, Adult, £", "18")
    ]


def test_the_extreme_row_is_called_by_what_the_question_asks_for() -> None:
    assert lines_of(ask("which trip sold the most", TRIPS, "en")) == [
        ("Spit, 2026-06-03, Sold", "18")
    ]


SEASONS = table_of(
    ("Room", "May", "June – August", "September"),
    ("Single", "62", "88", "66"),
    ("Double", "84", "119", "90"),
)


@pytest.mark.parametrize(
    ("question", "language", "label", "value"),
    [
        ("how much is a double in July", "en", "Double, June – August", "119"),
        ("how much is a double in May", "en", "Double, May", "84"),
        ("сколько стоит single в сентябре", "ru", "Single, September", "66"),
    ],
)
def test_a_month_asks_for_the_column_of_its_season_in_any_language(
    question: str, language: str, label: str, value: str
) -> None:
    assert lines_of(ask(question, SEASONS, language)) == [(label, value)]


LESSONS = table_of(
    ("Day", "Teacher", "Room"),
    ("Monday", "Nora Quill", "B-2"),
    ("Monday", "Ivo Marsh", "B-5"),
    ("Friday", "—", "B-9"),
    ("Tuesday", "Ada Finch", "B-7"),
    heading="Lessons",
)


def test_all_that_stand_before_what_rows_are_called_are_listed_by_themselves() -> None:
    said = lines_of(ask("list all teachers", LESSONS, "en"))
    teachers = ("Nora Quill", "Ivo Marsh", "Ada Finch")
    assert said == [("Teacher", teacher) for teacher in teachers]


@pytest.mark.parametrize("question", ["do we need a drill coat?", "is there a drill coat"])
def test_half_of_a_name_is_not_what_another_thing_is_called(question: str) -> None:
    rows = all_rows([passage_of(["Drill reports: 20%", "Spring test: 25%"])])
    (form,) = same_table(rows)
    assert not (answer := ask(question, form, "en")) or not answer.lines


@pytest.mark.parametrize(
    ("question", "language"),
    [("средний балл за реферат", "ru"), ("average points for the essay", "en")],
)
def test_points_are_a_unit_and_name_no_column(question: str, language: str) -> None:
    names = ("Студент", "Реферат") if language == "ru" else ("Student", "Essay")
    marks = table_of(names, ("Kim", "14"), ("Lund", "18"), language=language, heading="")
    answer = ask(question, marks, language)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(16)


FEES = table_of(
    ("Вид взноса", "Садовый участок", "Гаражный бокс"),
    ("Членский взнос за год", "9 600 руб.", "5 400 руб."),
    ("Вывоз мусора за год", "1 800 руб.", "600 руб."),
    heading="Размер взносов",
    language="ru",
)


def test_what_things_cost_does_not_count_them() -> None:
    assert ask("сколько гаражей всего", FEES) is None
    answer = ask("сколько всего стоит гаражный бокс", FEES)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 6000


DUES = table_of(
    ("Владелец", "Тип", "Долг, руб"),
    ("Лаптева Нина", "участок", "5980"),
    ("Жигалов Роман", "гараж", "13900"),
    ("Окунев Пётр", "гараж", "0"),
    heading="Начисления",
    language="ru",
)
HORSES = table_of(
    ("Name", "Born", "Height (hands)"),
    ("Merlin", "2009", "15.2"),
    ("Taffy", "2004", "11.2"),
    ("Pudding", "2017", "12.0"),
    heading="Horses",
)


@pytest.mark.parametrize(
    ("question", "table", "language", "value"),
    [
        ("сколько должна Лаптева", DUES, "ru", "5980"),
        ("кто самый большой должник", DUES, "ru", "13900"),
        ("who is the oldest horse", HORSES, "en", "2004"),
        ("the youngest horse", HORSES, "en", "2017"),
        ("smallest horse", HORSES, "en", "11.2"),
    ],
)
def test_a_column_is_asked_for_by_what_it_is_about(
    question: str, table: Table, language: str, value: str
) -> None:
    assert [said for _, said in lines_of(ask(question, table, language))] == [value]


def test_the_oldest_has_the_greatest_age_and_the_earliest_year() -> None:
    dogs = table_of(("Name", "Age"), ("Rex", "3"), ("Bim", "9"), heading="Dogs")
    assert lines_of(ask("the oldest dog", dogs, "en")) == [("Bim, Age", "9")]


def test_years_are_not_averaged() -> None:
    assert ask("average age of the horses", HORSES, "en") is None


def test_rows_that_share_a_value_are_counted() -> None:
    answer = ask("сколько гаражей в списке", DUES)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 2
