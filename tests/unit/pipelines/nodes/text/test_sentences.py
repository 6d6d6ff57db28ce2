"""Splitting text into sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.text.words import split_sentences
from tests.support.processor_time import takes_less_than


def sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Это важно, т.е. нужно. Да.", 2),
        ("Живёт в г. Москве на ул. Ленина, д. 5, кв. 7. Один.", 2),
        ("И. И. Иванов и А. С. Пушкин писали.", 1),
        ("Наличные: до 100 000 руб. — 1,5 %, до 500 000 руб. — 3,5 %. Далее — 10 %.", 2),
        ("Адрес: д. 12, пом. 3, для офиса. Тел. 70-20-11, доб. 146.", 2),
        ("См. п. 4.2.1 и рис. 3. Потом стр. 8.", 2),
        ("Цена 3.5 тыс. руб. за штуку.", 1),
        ("Книги, журналы и т. д. Потом газеты.", 2),
        ("Работает до 18 ч. Без выходных.", 2),
        ("«Что?» — спросил он. Она ушла… И вернулась.", 3),
        ("— Привет! — сказал он. — Как дела?", 2),
        ("Dr. Smith came at 5 p.m. with Mr. Jones, e.g. by car. Then he left.", 2),
        ("He paid $3.50. It was v. 2.0.1. Good.", 3),
        ('"Really?" she asked. Yes! No way.', 3),
        ("The answer is no. Then we left.", 2),
        ("See Fig. 3 and No. 5 for details.", 1),
        ("Das gilt z.B. für Nr. 5. Und Herr Dr. Maier kommt.", 2),
        ("Если застряли: кнопка вызова или т. 34-55-01. Ждите.", 2),
        ("Лекции: доц. Левитин, ауд. 305. Менеджер: т. (4822) 41-77-20 доб. 3. Всё.", 3),
        ("Оценка: контрольные (2 шт.) - 30 %, экзамен - 50 %. Всё.", 2),
        ("Арт.: Т-201; Наименование: Полотенце махр. 50х90; Цена: 390. Да", 1),
        ("Мы ждали десять лет. 5 человек ушли домой. 3 остались.", 3),
        ("Report it to the helpdesk (ext. 4410) at once. Then call.", 2),
        ("Аренда лодки – 900 руб. (Сизов). Залог не нужен.", 2),
        ("Салфетки – 3 уп. (Малыши и Гномы – 5 уп.)", 1),
        ("Bring 2 pcs. (Infants bring 4 pcs.) and a bag.", 1),
        ("The pump was off. (Nobody had told us.) It ran dry.", 3),
        ("Die Wohnung liegt im 2. Obergeschoss rechts. Ruhig.", 2),
        ("Bis zum 3. Werktag zahlt man, Di u. Do, an die Fa. Müller. Danach nicht.", 2),
        ("Am 1. April 2024 begann es. Das steht in Absatz 2. Der Mieter zahlt.", 3),
        ("Flat white ........ £3.20\nSoup … £4, with bread\nСуп дня.....250 ₽", 3),
        ("He waited... 5 men came.", 2),
        ("Group gasket part no. BM-5812. Order it.", 2),
        ("Llame a la Sra. Ruiz o al Sr. Gil, núm. 3, tel. 600. Gracias.", 2),
        ("1. Введение\n2. Метод\n\nТекст.", 3),
        ("4.2. Раздел о лодках.", 1),
        ("今日は。元気です！はい", 3),
        ("Ждём... потом ещё. Конец", 2),
        ("Монтаж занимает один день или полный курс. 3.2. Стенд разбирает Музей.", 2),
        ("The deposit covers two clean skips. 6.1. Where it does not, the Hirer pays.", 2),
        ("Как сказано в разд. 3.2. Музей отвечает сам.", 2),
        ("Занятия идут в павильоне и ауд. 3.2 и 4.1 каждый день.", 1),
        ("", 0),
        (" \n ", 0),
    ],
)
def test_sentences_end_where_a_reader_stops(text: str, count: int) -> None:
    assert len(sentences(text)) == count, sentences(text)


@pytest.mark.parametrize(
    "text",
    [
        "Зал сдают на целый курс. 3.2. Стенд разбирает Музей.",
        "За два билета и один чек. 3.2.1. Стенд разбирает Музей.",
        "The hall is let for a term. 3.2. The Museum takes down the stand.",
    ],
)
def test_the_number_of_a_clause_opens_its_sentence(text: str) -> None:
    before, after = sentences(text)
    assert before[-1] == "."
    assert after.startswith("3.2.")


def test_a_line_that_is_a_row_but_for_its_end_takes_no_time() -> None:
    """It was tried anew from each of its cells on: twenty seconds for as many thousands."""
    with takes_less_than(2):
        assert len(sentences("a: b; " * 20_000 + "x;y")) == 1
        assert len(sentences("Name: Valve no. 5; Price: 12 шт. 5\n" * 6_000)) == 6_000


@pytest.mark.parametrize("stops", ["." * 20_000, "?!" * 10_000, "…" * 20_000, ".)" * 10_000])
def test_a_run_of_stops_before_a_word_takes_no_time(stops: str) -> None:
    """It was tried anew from each of its stops on."""
    with takes_less_than(0.2):
        assert len(sentences(f"The pool is closed{stops}x")) == 1


@given(st.text(alphabet="аб. AB!?…\n\t«»\"'1,-。", max_size=300) | st.text(max_size=300))
def test_spans_are_ordered_and_cover_everything_but_white_space(text: str) -> None:
    spans = split_sentences(text)
    end = 0
    for span in spans:
        assert end <= span.start < span.end
        assert not text[end : span.start].strip()
        assert text[span.start : span.end].strip() == text[span.start : span.end]
        end = span.end
    assert not text[end:].strip()
