"""Others: rows that share a word with the question, and are of another thing than it asks for."""

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

JOBS = table_of(
    ("Job", "Small boat", "Large boat", "Remarks"),
    ("Front seat cushions", "118", "149", "pair"),
    ("Rear seat cushions", "109", "138", "pair"),
    ("Sail cleaning", "46", "52", "price without varnish"),
    ("Rear mast stay", "260", "345", "fitted"),
    heading="Boatyard prices",
)
REPAIRS = table_of(
    ("Работа", "Легковой, руб.", "Внедорожник, руб."),
    ("Замена антифриза", "1400", "1850"),
    ("Замена аккумулятора", "350", "500"),
    ("Полировка", "900", "1200"),
    ("Мойка", "90", "120"),
    heading="Прайс",
    language="ru",
)


def ask(question: str, table: Table = JOBS, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


def named_by(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return list(dict.fromkeys(line.label.split(", ")[0] for line in answer.lines))


def test_there_is_only_the_opposite_of_what_is_asked_for() -> None:
    answer = ask("how much is the front mast stay for a small boat")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "front mast stay"
    assert answer.missing.present == ("Rear mast stay",)


def test_a_word_that_names_a_column_says_nothing_of_the_rows() -> None:
    assert named_by(ask("rear mast stay, small boat")) == ["Rear mast stay"]


def test_one_of_two_opposites_is_meant() -> None:
    assert named_by(ask("front seat cushions on a small boat")) == ["Front seat cushions"]


def test_what_a_price_is_without_has_no_price() -> None:
    answer = ask("how much is varnish on a large boat")
    assert answer is None or not answer.lines
    assert named_by(ask("sail cleaning without varnish, large boat")) == ["Sail cleaning"]


def test_a_word_beside_a_name_belongs_to_it_and_names_no_other_row() -> None:
    assert named_by(ask("sail cleaning stay on a small boat")) == ["Sail cleaning"]
    both = ask("sail cleaning and the mast stay on a small boat")
    assert named_by(both) == ["Sail cleaning", "Rear mast stay"]


def test_a_word_that_stands_in_no_row_names_none_where_another_thing_is_asked_for() -> None:
    answer = ask("почём сцепление поменять на легковушке", REPAIRS, "ru")
    assert answer is None or not answer.lines
    one = ask("почём антифриз поменять на легковушке", REPAIRS, "ru")
    assert named_by(one) == ["Замена антифриза"]


TAILOR = table_of(
    ("Garment", "Job", "Price"),
    ("Shirt", "Shorten sleeves", "880"),
    ("Jacket", "Shorten sleeves", "1500"),
    ("Coat", "Dry cleaning", "2400"),
    heading="Tailor",
)


def test_a_job_that_is_done_to_other_garments_is_not_done_to_this_one() -> None:
    answer = ask("price to shorten the sleeves of a coat", TAILOR)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "shorten the sleeves of a coat"
    assert answer.missing.present == ("Shirt", "Jacket")
    assert [line.value for line in answer.lines] == []


def test_what_is_done_to_it_is_told() -> None:
    answer = ask("price of dry cleaning a coat", TAILOR)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["2400"]


def test_so_it_is_where_a_column_tells_the_sorts_apart() -> None:
    halls = table_of(
        ("What", "For", "Price"), ("Arena hire", "Outdoor", "£18"), ("Boot hire", "Any", "£2")
    )
    answer = ask("how much is the indoor arena", halls)
    assert answer is not None
    assert not answer.lines
    assert named_by(ask("how much is the outdoor arena", halls)) == ["Arena hire"]
