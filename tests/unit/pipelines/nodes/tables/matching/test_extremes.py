"""What a column is the most or the least of, written in whole or in short."""

import pytest

from pipelines.nodes.questions.anchors import anchors_of
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BOATS_RU = (("Каяк", "40 кг", "110 кг"), ("Ялик", "60 кг", "300 кг"))
WHOLE_RU = table_of(
    ("Лодка", "Минимальный вес", "Максимальный вес"), *BOATS_RU, heading="Лодки", language="ru"
)
SHORT_RU = table_of(("Лодка", "Мин. вес", "Макс. вес"), *BOATS_RU, heading="Лодки", language="ru")
BOATS = (("Kayak", "40 kg", "110 kg"), ("Dinghy", "60 kg", "300 kg"))
WHOLE = table_of(("Boat", "Minimum load", "Maximum load"), *BOATS, heading="Boats")
SHORT = table_of(("Boat", "Min. load", "Max. load"), *BOATS, heading="Boats")


@pytest.mark.parametrize("table", [WHOLE_RU, SHORT_RU])
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("макс вес каяка", "110 кг"),
        ("вес макс. ялик", "300 кг"),
        ("максимальный вес каяка", "110 кг"),
        ("мин вес ялика", "60 кг"),
        ("минимальный вес каяка", "40 кг"),
    ],
)
def test_the_most_and_the_least_are_known_in_short(question: str, value: str, table: Table) -> None:
    answer = answer_from_table(question, query_of(question), table, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize("table", [WHOLE, SHORT])
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("max load of the kayak", "110 kg"),
        ("maximum load kayak", "110 kg"),
        ("min. load dinghy", "60 kg"),
        ("minimum load of the dinghy", "60 kg"),
    ],
)
def test_so_they_are_in_english(question: str, value: str, table: Table) -> None:
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


def test_what_is_short_for_the_most_is_no_name_beside_a_noun() -> None:
    assert not anchors_of("макс вес ялика", "ru")
    assert not anchors_of("вес макс", "ru")
    assert [anchor.text for anchor in anchors_of("когда работает Макс", "ru")] == ["Макс"]
