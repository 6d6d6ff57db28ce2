"""notes: what somebody writes to have it kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.sources.notes import noted, rather_tells, without_label


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("note: Julia's viewing on Saturday", "Julia's viewing on Saturday"),
        ("Заметка: Соня ходит на балет", "Соня ходит на балет"),
        ("🔑 Memo - the key is at Ann's", "the key is at Ann's"),
        ("Запомни:\nключ у Ани", "ключ у Ани"),
        ("запомни, что ключ у Ани", "ключ у Ани"),
        ("на заметку ключ у Ани", "ключ у Ани"),
        ("#заметка ключ у Ани", "ключ у Ани"),
        ("remember to buy milk", "buy milk"),
        ("note karens holiday", "karens holiday"),
        ("Notiz: der Schlüssel", "der Schlüssel"),
        ("备注：钥匙在门房", "钥匙在门房"),
        ("Please remember that the key is at Ann's", "the key is at Ann's"),
        ("пожалуйста, запомни: ключ у Ани", "ключ у Ани"),
        ("Hi, please note: the lift is out", "the lift is out"),
        ("запиши в базу, что ключ у Ани", "ключ у Ани"),
        ("в базу: ключ у Ани", "ключ у Ани"),
        ("could you remember that the key is at Ann's?", "the key is at Ann's"),
        ("можешь запомнить, что ключ у Ани", "ключ у Ани"),
        ("can you remember that Ann has the key?", "Ann has the key"),
        ("could you remember that parking is free on Sundays？", "parking is free on Sundays"),
        ("can you make a note that the lift is out?!", "that the lift is out"),
        ("сможете запомнить, что в субботу отключат воду？", "в субботу отключат воду"),
        ("puedes apunta que la llave está en casa de Ana?", "la llave está en casa de Ana"),
        ("Merk dir, dass der Schlüssel bei Ann ist", "der Schlüssel bei Ann ist"),
        ("请记住：钥匙在门房", "钥匙在门房"),
        ("reminder: who has the key?", "who has the key?"),
    ],
)
def test_what_stands_behind_the_word_of_a_note_is_told(text: str, said: str) -> None:
    assert noted(text) == said
    assert rather_tells(text)


@pytest.mark.parametrize(
    "text",
    [
        *("note that the gate is locked", "note on fees", "notes on fees", "note 20 ultra", "note"),
        *("memo from Ann", "Notebook: A4", "remember the milk", "remember to whom it belongs?"),
        *("note:", "заметка Ани", "заметка о балете", "запиши меня на субботу", "не забыть", ""),
        *("напоминание о встрече", "save money tips", "can you remember what the fee is?"),
        *("can you remember that meeting about the roof?", "could you remember this year's fees?"),
        *("can you remember to whom it belongs?", "can you make a note of who was there?"),
        *("can you remember that meeting we had on Friday?", "can you remember that fee？"),
        *("can you remember that meeting which was on Friday?", "can you make a note?"),
        *("надо записать, что и когда?", "можешь запомнить, что было вчера?", "запомнить, что?"),
        *("надо записать, что купить?", "надо записать, что мне купить?", "你能帮我记住什么？"),
        *("can you remember that the fee is?", "could you remember that the keys were?!"),
        "puedes apunta que la llave está?",
        *("добавь в базу файл", "add to the base", "можно записаться на субботу", "запомни"),
    ],
)
def test_what_only_has_such_a_word_calls_itself_no_note(text: str) -> None:
    assert noted(text) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("note: the lift is out", "the lift is out"),
        ("remember that the lift is out", "the lift is out"),
        ("запомни, что лифт стоит", "лифт стоит"),
        ("remember to buy milk", "remember to buy milk"),
        ("The lift is out", "The lift is out"),
    ],
)
def test_the_label_is_no_part_of_the_note(text: str, kept: str) -> None:
    assert without_label(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        *("телефон ники", "телефон электрика", "а если б/у", "а на бытовой", "stans number pls"),
        *("invoice 10234", "договор 1234", "2023-2024", "555-0142", "4711", "rent 2023"),
        *("дежурства 26 ноября", "меню на 26 ноября", "а на 5 мая у ники", "футбол в субботу"),
        *("can dogs come on 3 december", "пункт 3.15 договора", "version 2.4 release"),
        *("mr. okafor number", "телефон 4 подъезда", "смета ремонта 2020-2024", "钥匙在门房那里"),
        *("СП 50.13330.2012 теплозащита зданий", "The meaning of a paragraph"),
    ],
)
def test_a_short_line_may_be_asked(text: str) -> None:
    assert not rather_tells(text)


@pytest.mark.parametrize(
    "text",
    [
        *("The key is with the porter.", "Ключ у Ани. Дверь синяя", "钥匙在门房那里。"),
        *("wifi: otter", "Ключ — у вахтёра", "пароль = выдра", "Ann ann@example.org"),
        *("код двери 4711", "телефон Анны +7 916 123-45-67", "пеня в день 0,1%", "rent now £500"),
        *("Julia's flat viewing Saturday 10 am", "Karens holiday from 3 december"),
        *("встреча с Ниной в 10 утра", "встреча с Ниной в 19:30", "bread\nmilk"),
        "the spare key of the boat shed hangs under the third step of the porch",
    ],
)
def test_what_ends_names_or_gives_a_value_is_told(text: str) -> None:
    assert rather_tells(text)


@given(st.text(max_size=80))
def test_what_is_behind_the_word_is_a_part_of_the_text(text: str) -> None:
    rather_tells(text)
    assert (noted(text) or "") in text
