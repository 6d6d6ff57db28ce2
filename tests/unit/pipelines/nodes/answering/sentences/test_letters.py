"""Letters: who wrote one, which its signature or its header says."""

import pytest

from pipelines.nodes.answering.sentences.letters import (
    asked_of_letter,
    closes,
    writers_of,
    written_out,
)
from tests.support.nodes.passage_maker import make_passage

SCOUTS = """12 February 2026
Dear Mr Hartley,
The roof of the scout hut is leaking again. We would ask you to send somebody.
Yours sincerely,
Margaret Doyle
Secretary, 3rd Leith Scouts"""
CELLAR = """Директору ООО «Теплосеть» Кравцову П. А.
Просим вас устранить течь в подвале дома № 14.
С уважением,
председатель совета дома
Лариса Николаевна Бурова"""
MAILS = """Cc: Ann Bell <ann@fairview.example>
From: Janet Cole <janet@fairview.example>
Subject: Flowers
We would like 30 bouquets.
Janet
From: Tom Hill <tom@fairview.example>
Subject: Chairs
The chairs come on Monday.
Kind regards,
Tom"""


def told(question: str, *texts: str) -> list[str]:
    matter = asked_of_letter(question)
    passages = [make_passage(text, id=n, passage_idx=n) for n, text in enumerate(texts)]
    return [] if matter is None else [written_out(one) for one in writers_of(matter, passages)]


@pytest.mark.parametrize(
    ("question", "text", "writer"),
    [
        ("who wrote to us about the roof?", SCOUTS, "Margaret Doyle, Secretary, 3rd Leith Scouts"),
        ("who signed the letter", SCOUTS, "Margaret Doyle, Secretary, 3rd Leith Scouts"),
        ("кто подписал письмо", CELLAR, "председатель совета дома, Лариса Николаевна Бурова"),
        ("от кого письмо о течи", CELLAR, "председатель совета дома, Лариса Николаевна Бурова"),
        ("who wrote to us about flowers", MAILS, "From: Janet Cole <janet@fairview.example>"),
        ("whose email is about the chairs", MAILS, "From: Tom Hill <tom@fairview.example>"),
    ],
)
def test_who_wrote_stands_at_the_end_or_in_the_header(
    question: str, text: str, writer: str
) -> None:
    assert told(question, text) == [writer]


def test_a_letter_may_be_cut_into_passages() -> None:
    head, _, tail = SCOUTS.partition("Yours")
    assert told("who complained about the roof", head, f"Yours{tail}") == [
        "Margaret Doyle, Secretary, 3rd Leith Scouts"
    ]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("who wrote to us about the boiler?", SCOUTS),
        ("who wrote to us about the roof?", "The roof is leaking. Ann wrote it down."),
        ("who wrote to us about the roof?", "The roof leaks.\nKind regards,\nSee you on Monday."),
        ("who wrote to us about the roof?", "Many thanks for your letter about the roof"),
        ("кто писал нам про крышу?", "С благодарностью сообщаем, что крыша дома течёт"),
    ],
)
def test_of_other_matters_and_texts_nobody_is_named(question: str, text: str) -> None:
    assert told(question, text) == []


@pytest.mark.parametrize(
    "question",
    ["who wrote the report", "who signed the contract", "кто написал роман", "who wrote a book"],
)
def test_who_wrote_another_thing_is_asked_of_no_letter(question: str) -> None:
    assert asked_of_letter(question) is None


@pytest.mark.parametrize(
    ("line", "is_closing"),
    [
        ("С уважением,", True),
        ("Kind regards, Nora", True),
        ("С уважением относимся к соседям.", False),
        ("The regards of the board were read out.", False),
    ],
)
def test_a_line_may_do_no_more_than_close_a_letter(line: str, *, is_closing: bool) -> None:
    assert closes(line) == is_closing
