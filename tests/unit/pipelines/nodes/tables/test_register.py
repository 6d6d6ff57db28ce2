"""A register: plots with their owners, streets, areas, debts and meters, as a cooperative keeps."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer, rest_of_row
from tests.support.nodes.table_maker import query_of, table_of

PLOTS = table_of(
    (
        "№ уч.",
        "Владелец",
        "Улица",
        "Площадь, сот.",
        "Телефон",
        "Долг, руб.",
        "Счётчик май",
        "Расход кВт·ч",
        "Примечание",
    ),
    ("1", "Ивин Н.И.", "Лесная", "6", "8-910-703-87-12", "0", "16462", "526", ""),
    ("2", "Котова Г.В.", "Лесная", "12", "8-910-547-91-58", "12450", "2658", "0", "казначей"),
    ("3", "Юдин П.Н.", "Садовая", "12", "", "41800", "44743", "27", ""),
    ("4", "Рогов С.А.", "Садовая", "7", "8-926-360-92-88", "0", "10912", "578", "телефон сменил"),
    ("5", "Жилин О.Ю.", "Вишнёвая", "6", "8-916-669-29-85", "0", "29672", "523", ""),
    heading="Реестр участков",
    language="ru",
)


def ask(question: str) -> TableAnswer | None:
    return answer_from_table(question, query_of(question), PLOTS, {}, language="ru")


@pytest.mark.parametrize(
    ("question", "owners"),
    [
        ("список должников", ["Котова", "Юдин"]),
        ("кто должен", ["Котова", "Юдин"]),
        ("у кого долг больше 30 тыщ", ["Юдин"]),
        ("должники на садовой улице, список", ["Юдин"]),
        ("у кого 12 соток", ["Котова", "Юдин"]),
        ("у кого расход 0", ["Котова"]),  # and not a debt of 0
        ("у кого нет телефона", ["Юдин"]),  # nor one who has another by now
        ("чей участок 4", ["Рогов"]),
    ],
)
def test_those_are_named_who_have_what_is_asked(question: str, owners: list[str]) -> None:
    answer = ask(question)
    assert answer is not None
    assert [line.row.cells[1].value.split()[0] for line in answer.lines] == owners


@pytest.mark.parametrize(
    ("question", "count"),
    [("сколько участков на лесной", 2), ("сколько должников", 2), ("сколько участков", 5)],
)
def test_they_are_counted(question: str, count: int) -> None:
    answer = ask(question)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("какой расход у юдина за май", "27"),  # what is measured, before what is only of May
        ("сколько нагорело у юдина", "27"),
        ("номер телефона казначея", "8-910-547-91-58"),
        ("номер рогова", "8-926-360-92-88"),
    ],
)
def test_the_cell_that_is_meant_stands_first(question: str, value: str) -> None:
    answer = ask(question)
    assert answer is not None
    assert answer.lines[0].value == value


def test_who_owes_most_is_one_of_those_who_owe() -> None:
    notes = table_of(
        ("Ученик", "Взрослый", "Группа", "Долг"),
        ("Аня Ивина", "мама", "Искорки", "0"),
        ("Рита Сова", "мама", "Искорки", "12900"),
        ("Диана Волк", "сама", "Каприз", "9400"),
        ("Оля Песня", "папа", "Каприз", "0"),
        ("Уля Луг", "папа", "Искорки", "3800"),
        heading="Ученики",
        language="ru",
    )

    def told(question: str) -> TableAnswer:
        answer = answer_from_table(question, query_of(question), notes, {}, language="ru")
        assert answer is not None
        return answer

    assert [line.value for line in told("у кого самый большой долг").lines] == ["12900"]
    owed = told("сколько должны искорки").aggregate
    assert owed is not None
    assert (owed.kind, owed.value) == ("sum", 16700)


def test_how_much_one_owes_counts_nobody() -> None:
    answer = ask("сколько долга у юдина")
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["41800"]


def test_a_note_names_nobody() -> None:
    goods = table_of(
        ("Supplier", "Brings", "Notes"),
        ("Meadow Dairy", "milk, cream", "crates back"),
        ("Oatside", "drinks", "oat milk sold by the case of 6"),
        heading="Suppliers",
    )
    question = "who delivers oat milk"
    answer = answer_from_table(question, query_of(question), goods, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [("Supplier", "Oatside")]


def test_a_debt_is_no_price() -> None:
    answer = ask("почём участок 3")
    assert answer is None or not any("Долг" in line.label for line in answer.lines)


def test_a_bare_number_is_told_with_what_it_numbers() -> None:
    stalls = table_of(
        ("Stall", "Holder", "Owed, £"),
        ("3", "Jo Reeve", "40"),
        ("7", "Al Munn", "0"),
        ("9", "", "15"),
    )
    lockers = table_of(
        ("Шкафчик", "Ключ", "Залог, руб."), ("4", "есть", "300"), ("6", "нет", "500"), language="ru"
    )
    for question, table, label in (
        ("how much is owed for stall 9", stalls, "Stall 9, Owed, £"),
        ("залог за шкафчик 6", lockers, "Шкафчик 6, Залог, руб."),
    ):
        language = table.rows[0].passage.language
        answer = answer_from_table(question, query_of(question), table, {}, language=language)
        assert answer is not None
        assert [line.label for line in answer.lines] == [label]
        assert rest_of_row(answer.lines[0].row, answer.lines, is_named=False).count(label[:5]) == 0


def test_rows_that_are_called_alike_are_told_apart_by_what_is_told_of_them() -> None:
    """Beneath "what does Derek look after" stand the boats, and not Derek three times."""
    fleet = table_of(
        ("Boat", "Type", "Looked after by"),
        ("Plover", "kayak", "Derek Hollis"),
        ("Grebe", "canoe", "Derek Hollis"),
        ("Teal", "dinghy", "Colin Brierley"),
        heading="Fleet",
    )
    question = "what boats does derek look after"
    answer = answer_from_table(question, query_of(question), fleet, {}, language="en")
    assert answer is not None
    rests = [rest_of_row(line.row, answer.lines, is_named=True) for line in answer.lines]
    assert rests == ["Plover – Type: kayak", "Grebe – Type: canoe"]
