"""Whether a sentence tells what is asked, and the cells that a question names do not."""

from dataclasses import replace

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.tables.beside_cells import (
    are_of_other_things,
    are_prices_alone,
    is_told_better,
    is_told_of,
    tells_of_year,
)
from pipelines.answer.quoting.tables.cells import (
    compared_with,
    is_of_best,
    of_named,
    with_further,
)
from pipelines.answer.quoting.tables.told_cells import told_by
from pipelines.models.documents import Anchor
from pipelines.nodes.questions.anchors import anchors_of
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.heads import heads_of_tables
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.rivals import with_alike
from pipelines.nodes.tables.rows import Table, same_table
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import all_rows, passage_of, query_of, table_of


def form_of(*lines: str) -> Table:
    """A list of what is what."""
    (table,) = same_table(all_rows([passage_of(lines, id=1)]))
    return table


SHARES = form_of("Spring test: 25%", "Drill reports: 20%", "Summer test: 55%")
DATES = form_of("Spring test: 21 March", "Drill reports: 2 May", "Summer test: 2 June")
SPENT = table_of(
    ("Item", "August, €", "September, €"),
    ("Courses and trips", "0", "92"),
    ("Rent", "1450", "1450"),
    ("Food", "700", "655"),
)
RULES = (
    "Courses cost 20 euros each. The spring test is written on 20 March in the hall. "
    "Late drill reports lose a tenth of their points for each day."
)


def is_better(question: str, table: Table = SHARES) -> bool:
    """Say it of the sentences of the rules, of which the reader is as sure as that."""
    query = query_of(question)
    cells = answer_from_table(question, query, table, {}, language="en")
    assert cells is not None
    assert cells.lines
    rules = make_passage(RULES, id=2)
    read = {(2, RULES.index(begins)): 0.99 for begins in ("Courses", "The", "Late")}
    found = Found(
        *(question, anchors_of(question), "en", query, [rules], {}, Own(question, query)),
        confidence=0.9,
        read=read,
    )
    return is_told_better(found, cells, 0.4)


CABINS = table_of(
    ("Cabin", "Beds", "Price", "Comforts"),
    ("Owl", "4", "£54", "shower, kitchen"),
    ("Elk", "8", "£78", "shower, kitchen, sauna"),
)


def test_the_price_of_a_thing_is_none_of_what_has_one_besides() -> None:
    question, text = "how much is the sauna", "The sauna is lit on request: £12 an hour."
    query, rules = query_of(question), make_passage(text, id=2)
    cells = answer_from_table(question, query, CABINS, {}, language="en")
    assert cells is not None
    found = Found(
        *(question, (), "en", query, [rules], {}, Own(question, query)),
        confidence=0.9,
        read={(2, 0): 0.99},
    )
    assert is_told_better(found, cells, 0.4)


def test_a_sentence_with_what_is_asked_for_is_better_than_another_cell() -> None:
    assert is_better("What if the drill reports are late?")


def test_a_cell_of_the_kind_that_is_asked_for_stays() -> None:
    assert not is_better("When is the spring test?", DATES)


def test_so_does_a_cell_where_nothing_else_is_asked() -> None:
    assert not is_better("What is the weight of the spring test?")


def test_a_sentence_is_better_than_all_columns_of_a_row() -> None:
    assert is_better("How much do courses cost?", SPENT)


def test_the_ages_of_those_who_come_need_stand_nowhere() -> None:
    question = "how much for me and my 2 kids aged 4 and 6"
    tickets = table_of(("Ticket", "Price"), ("Adult", "£10"), ("Child (3-15)", "£6"))
    cells = answer_from_table(question, query_of(question), tickets, {}, language="en")
    assert cells is not None
    assert {anchor.text for anchor in anchors_of(question)} <= compared_with(cells, question)


JABS = table_of(
    ("Service", "Price"), ("Rabies jab", "£58"), ("Blood test, 30 days after the jab", "£94"), id=3
)
TRAVEL = "You may travel 21 days after the first rabies jab."


def test_a_sentence_that_says_how_long_is_better_than_a_price() -> None:
    question = "how many days after the rabies jab may i travel"
    query, price = query_of(question), "how much is the rabies jab"
    cells = answer_from_table(price, query_of(price), JABS, {}, language="en")
    assert cells is not None
    assert cells.lines[0].value.startswith("£")
    found = Found(
        *(question, (), "en", query, [make_passage(TRAVEL, id=2)], {}, Own(question, query)),
        confidence=0.95,
        read={(2, 0): 0.99},
    )
    assert is_told_better(found, cells, 0.4)


ROTA = table_of(
    ("Day", "Morning", "Evening"),
    ("Monday", "Rita Lund", "Vic Hale"),
    ("Tuesday", "Zoe Moss", "Rita Lund"),
    id=3,
)
HOLIDAYS = "On 1 May there is a morning only, and the guard Ted Dunn feeds the cats in the evening."


@pytest.mark.parametrize(
    ("text", "is_told"),
    [(HOLIDAYS, False), (HOLIDAYS.replace("On 1 May", "On Tuesday 1 May"), True)],
)
def test_a_sentence_of_another_day_is_no_better_than_the_cell_of_the_day(
    text: str, *, is_told: bool
) -> None:
    question = "who feeds the cats on tuesday evening"
    query = query_of(question)
    cells = answer_from_table(question, query, ROTA, {}, language="en")
    assert cells is not None
    assert [line.value for line in cells.lines] == ["Rita Lund"]
    found = Found(
        *(question, (), "en", query, [make_passage(text, id=2)], {}, Own(question, query)),
        confidence=0.95,
        read={(2, 0): 0.99},
    )
    assert is_told_better(found, cells, 0.4) == is_told


@pytest.mark.parametrize(
    ("document", "language", "is_near"),
    [("rules", "en", True), ("other", "en", False), ("rules", "ru", False)],
)
def test_a_table_in_the_document_of_the_best_passage_is_near(
    document: str, language: str, *, is_near: bool
) -> None:
    question = "who feeds the cats on tuesday evening"
    best = make_passage(HOLIDAYS, id=2, document_id="rules")
    found = Found(
        *(question, (), "en", query_of(question), [best], {}, Own(question, query_of(question)))
    )
    row = replace(ROTA.rows[0].passage, document_id=document, language=language)
    (head,) = heads_of_tables([row], 1)
    assert is_of_best(head, found) == is_near


@pytest.mark.parametrize(
    ("near", "further", "looked_at"),
    [
        (["ru"], ["ru", "en", "en"], ["ru", "en"]),
        (["ru", "en"], ["en"], ["ru", "en"]),
        ([], ["en"], []),
    ],
)
def test_beside_tables_in_another_language_one_in_that_of_the_question_is_near(
    near: list[str], further: list[str], looked_at: list[str]
) -> None:
    question = "who works on saturdays"
    query = query_of(question)
    found = Found(question, (), "en", query, [], {}, Own(question, query))
    row = ROTA.rows[0].passage
    heads = [
        heads_of_tables([replace(row, document_id=f"{number}", language=language)], 1)[0]
        for number, language in enumerate([*near, *further])
    ]
    joined = with_further(heads[: len(near)], heads[len(near) :], found)
    assert [head.passage.language for head in joined] == looked_at


def rows_named(question: str, number: int, *rows: tuple[str, ...]) -> TableAnswer:
    """Return what a table of its own answers."""
    answer = answer_from_table(
        question, query_of(question), table_of(*rows, id=number), {}, language="en"
    )
    assert answer is not None
    return answer


def test_rows_of_several_tables_that_are_named_alike_stand_together() -> None:
    first = rows_named(
        "what is on Tuesday", 1, ("Day", "Club"), ("Tuesday", "Chess"), ("Friday", "Go")
    )
    second = rows_named(
        "what is on Tuesday", 2, ("Day", "Room"), ("Tuesday", "B-2"), ("Monday", "B-5")
    )
    cell = rows_named(
        "Which club is on Tuesday?", 3, ("Day", "Club"), ("Tuesday", "Chess"), ("Friday", "Go")
    )
    assert [line.row.passage.id for line in with_alike(first, [first, second]).lines] == [1, 2]
    assert with_alike(cell, [cell, second]) == cell
    assert with_alike(first, [first, cell]) == first


def test_a_row_that_was_only_carried_on_is_left_out_where_another_is_named_now() -> None:
    table = (("Job", "Who"), ("Lamps", "Ada Moss"), ("Fence", "Ben Hale"), ("Roof", "Cy Dunn"))
    both = rows_named("who does the lamps and the fence", 1, *table)
    assert len(both.lines) == 2
    assert [line.value for line in of_named(both, "and the fence?").lines] == ["Ben Hale"]
    assert of_named(both, "who does it?") == both
    plots = (("Plot", "Owed"), ("4", "120"), ("7", "0"), ("9", "35"))
    told = rows_named("how much is owed by plot 4 and plot 7", 1, *plots)
    assert len(told.lines) == 2
    assert [line.value for line in of_named(told, "and plot 7?").lines] == ["0"]


@pytest.mark.parametrize(
    ("lacking", "is_told"),
    [
        (Missing("calories", "", ("Price",)), True),  # a sentence tells
        (Missing("protein", "", ("Price",)), False),
        (Missing("calories", "Dish", ("Soup",)), True),  # what is no dish may be told of
        (Missing("protein", "Dish", ("Soup",)), False),
        (Missing("2022", "", ("2023", "2024")), False),  # whatever else was in that year
    ],
)
def test_a_column_is_not_missing_where_another_passage_tells(
    lacking: Missing, *, is_told: bool
) -> None:
    question = "how many calories in the soup"
    row = passage_of(("Dish: Soup; Price: 6",), id=1)
    sentence = make_passage("A bowl of soup has had about 200 calories since 2022.", id=2)
    query = query_of(question)
    found = Found(*(question, (), "en", query, [row, sentence], {}, Own(question, query)))
    assert is_told_of(lacking, row, found) == is_told


def test_a_way_to_pay_in_the_passage_of_a_table_is_told_by_the_sentence_behind_it() -> None:
    question = "can i pay by card"
    row = passage_of(("Service: Haircut; Price: 18",), id=1)
    anchors = (*row.anchors, Anchor(len(row.text) + 1, heading="H"))
    page = replace(row, text=f"{row.text}\nCash or card.", anchors=anchors)
    query = query_of(question)
    found = Found(*(question, (), "en", query, [page], {}, Own(question, query)))
    assert is_told_of(Missing("card", "Service", ("Haircut",)), page, found)
    assert not is_told_of(Missing("cheque", "Service", ("Haircut",)), page, found)


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        ("The hamster in the waiting room needs a name.", False),
        ("A hamster stays for 8 pounds a night.", True),
    ],
)
def test_what_would_be_a_row_by_its_meaning_may_be_told_by_a_sentence_of_the_same(
    sentence: str, is_told: bool
) -> None:
    question = "how much is a hamster per night"
    lacking = Missing("hamster", "Animal", ("Cat", "Rabbit"), by_kind=True)
    row, other = make_passage("Animal: Cat; Per night: 17", id=1), make_passage(sentence, id=2)
    query = query_of(question)
    found = Found(*(question, (), "en", query, [row, other], {}, Own(question, query)))
    assert is_told_of(lacking, row, found) is is_told


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        ("In 2024 an adult ticket was £9, a child's £4.", True),
        ("In 2024 we moved to the quay.", False),
        ("In 2023 an adult ticket was £8.", False),
    ],
)
def test_a_sentence_may_tell_of_a_year_that_no_row_is_of(sentence: str, *, is_told: bool) -> None:
    question = "how much is an adult ticket in 2024"
    row, other = make_passage("Ticket: Adult; Price: £11", id=1), make_passage(sentence, id=2)
    query = query_of(question)
    found = Found(*(question, (), "en", query, [row, other], {}, Own(question, query)))
    assert tells_of_year(Missing("2024", "", ("Adult",)), found) == is_told
    assert not tells_of_year(Missing("senior", "", ("Adult",)), found)
    of_seniors = replace(found, anchors=anchors_of("a ticket for Seniors in 2024", "en"))
    assert not tells_of_year(Missing("2024", "", ("Adult",)), of_seniors)


def told(question: str, table: Table) -> list[tuple[str, bool]]:
    """Return what is written of the cells of a table, and whether it is folded."""
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    return [(line.text, line.is_aside) for line in told_by(answer).lines]


def test_beneath_a_cell_stands_what_else_its_row_holds_and_nothing_twice() -> None:
    boats = table_of(
        ("Boat", "Seats", "Hire", "Berth"), ("Gull", "4", "£9", "-"), ("Coot", "2", "£7", "B3")
    )
    assert told("how much is the hire of the gull", boats) == [
        ("Gull, Hire: £9", False),
        ("Seats: 4", True),
    ]


def test_cells_of_one_row_are_told_in_one_line() -> None:
    fish = table_of(("Блюдо", "Рыба", "Молоко"), ("Уха", "да", "нет"), ("Плов", "нет", "нет"))
    assert told("есть ли рыба и молоко в ухе", fish) == [("Уха, Рыба: да; Молоко: нет", False)]


def test_a_price_is_no_length_of_time() -> None:
    price = "how much is the rabies jab"
    answer = answer_from_table(price, query_of(price), JABS, {}, language="en")
    assert answer is not None
    assert are_prices_alone("how long is the rabies jab", answer)
    assert not are_prices_alone(price, answer)


LENT = table_of(
    ("Product", "Size", "Price"),
    ("Trumpet", "a week", "£6"),
    ("Loaf", "each", "£4"),
    ("Spade", "a day", "£2"),
)


@pytest.mark.parametrize(
    ("question", "put", "is_other"),
    [
        ("how much is a trumpet", "", False),
        ("how much is a trumpet", "how much is a flute", True),
        ("how much is a loaf", "", False),
    ],
)
def test_rows_are_of_what_was_put_in_other_words(
    question: str, put: str, *, is_other: bool
) -> None:
    query = query_of(question)
    answer = answer_from_table(question, query, LENT, {}, language="en")
    assert answer is not None
    own = Own(question, query)
    found = Found(question, (), "en", query, [LENT.rows[0].passage], {}, own, put=put)
    assert are_of_other_things(found, answer) == is_other


def test_a_price_for_another_length_of_time_is_no_price() -> None:
    monthly = table_of(("Master", "Price a month"), ("Potter", "£41"), id=3)
    question = "how much is the potter"
    answer = answer_from_table(question, query_of(question), monthly, {}, language="en")
    assert answer is not None
    passages = [monthly.rows[0].passage]
    for asked, is_other in ((question, False), ("how much is the potter an hour", True)):
        found = Found(asked, (), "en", query_of(asked), passages, {}, Own(asked, query_of(asked)))
        assert are_of_other_things(found, answer) == is_other


def test_a_sentence_without_a_sum_is_no_better_than_the_cell_with_one() -> None:
    question, text = "сколько стоит вызов электрика", "In an emergency call 07700 900 418."
    calls = table_of(("Trade", "Call-out"), ("Electrician", "£75"), ("Plumber", "£60"), id=3)
    asked = "how much is the electrician"
    cells = answer_from_table(asked, query_of(asked), calls, {}, language="en")
    assert cells is not None
    query = query_of(question)
    found = Found(
        *(question, (), "ru", query, [make_passage(text, id=2)], {}, Own(question, query)),
        confidence=0.9,
        read={(2, 0): 5.0},
    )
    assert not is_told_better(found, cells, 0.4)


def test_rows_that_name_nothing_of_a_question_have_no_price_for_it() -> None:
    answer = answer_from_table("how much is a loaf", query_of("a loaf"), LENT, {}, language="en")
    assert answer is not None
    question = "сколько стоит мастер-класс по сыру"
    query, passages = query_of(question), [LENT.rows[1].passage]
    found = Found(question, (), "ru", query, passages, {}, Own(question, query))
    assert are_of_other_things(found, answer)
