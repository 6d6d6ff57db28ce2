"""Headers of e-mails in a text: which lines they are, and which only look like them."""

import pytest

from pipelines.nodes.answering.sentences.mail import asks_of_mail, header_starts


def headers(text: str) -> list[str]:
    return [text[start:].split("\n")[0] for start in sorted(header_starts(text))]


@pytest.mark.parametrize(
    "block",
    [
        "From: Owen Price\nTo: crew@regatta.example\nDate: 4 May 2025 10:12\nSubject: boats",
        "From: Owen Price\nDate: 4 May 2025 10:12",
        "От: Олег Ким\nКому: Яна Лис\nДата: 4 мая 2025 г. 10:12\nТема: лодки",
        "**From:** Owen Price\n**Sent:** 4 May 2025",
        "> From: Owen Price\n> Subject: boats",
        "Von: Ole Krug\nGesendet: 4. Mai 2025\nBetreff: Boote",
    ],
)
def test_the_lines_above_the_text_of_an_e_mail_are_its_header(block: str) -> None:
    text = f"See below.\n\n{block}\n\nHi all,\nwe row on Sunday at 9:30."
    assert headers(text) == block.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "Date: 4 May 2025\nPlace: the boathouse\nTime: 10:12",
        "Дата: 4 мая 2025 г.\nМесто: эллинг",
        "Date: 4 May 2025 10:12",
        "From: Leeds\nTo: York\nDate: 4 May 2025",
        "From: Leeds\nTo: York\nDate: 4 May 2025 10:12\nSeat: 12 A",
        "Subject: Boats\nDate: 4 May 2025 10:12",
        "From: 10:00\nTo: 12:30\nFrom: 14:00\nTo: 18:30",
    ],
)
def test_lines_of_a_form_are_none(text: str) -> None:
    assert not headers(text)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("when did Owen write about the boats?", True),
        ("who sent the crew list", True),
        ("когда пришло письмо от Олега", True),
        ("кто написал про лодки?", True),
        ("what date is the regatta?", False),
        ("какого числа гонка?", False),
        ("кто ответственный за лодки?", False),
    ],
)
def test_only_some_questions_are_about_an_e_mail(question: str, asks: bool) -> None:
    assert asks_of_mail(question) is asks
