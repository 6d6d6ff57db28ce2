"""What letters tell of a claim and its source: each kind of mistake, and what is none."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelines.nodes.checking.contradictions import (
    denies,
    drops_only,
    is_turned_in,
    lacks_address,
    lacks_name,
    lacks_number,
    lacks_unit,
    opposes,
    parts_of,
    replaces,
    says_it_is_missing,
    widens,
    without_reply,
)

ANY = st.text(max_size=80)
TICKETS = "A ticket costs 9 pounds, students pay 4 pounds."


@pytest.mark.parametrize(
    ("claim", "source", "lacks"),
    [
        ("It costs nine pounds.", TICKETS, False),
        ("It costs 8 pounds.", TICKETS, True),
        ("Open until six in the evening, 6 pm.", "Open from 9:00 to 18:00.", False),
        ("Касса открыта до шести вечера.", "The office closes at 18:00.", False),
        ("Call 555 31 08.", "Phone: 555-31-08", False),
        ("На 12 июня.", "Срок: 12.06.2026", False),
        ("На 12 июля.", "Срок: 12.06.2026", True),
        ("До 12.06.2026.", "Срок: 12 июня 2026", False),
        ("Спасли девять человек.", "Спасли девятерых.", False),
        ("It costs £1 a day.", "It costs one pound a day.", False),
    ],
)
def test_a_number_has_to_stand_there(claim: str, source: str, lacks: bool) -> None:
    assert lacks_number(claim, source) is lacks


@pytest.mark.parametrize(
    ("claim", "source", "lacks"),
    [
        ("The key is with Ada Moss.", "Ada Moss keeps the key.", False),
        ("The key is with Bo Lund.", "Ada Moss keeps the key.", True),
        ("Ключ хранит Ада Мосс.", "Ada Moss keeps the key.", False),
    ],
)
def test_a_name_has_to_stand_there(claim: str, source: str, lacks: bool) -> None:
    assert lacks_name(claim, source, crosses=True) is lacks


@pytest.mark.parametrize(
    ("claim", "lacks"),
    [
        ("Write to ada@mill.example or see https://mill.example/prices.", False),
        ("Write to ada@mi11.example.", True),
        ("See https://mill.example/offers.", True),
        ("Press /delete_all to go on.", True),
        ("More is at mill.example.", False),
        ("More is at mi11.example.", True),
        ("More is at mіll.example.", True),  # a Cyrillic letter
        ("It is about #prices.", True),
        ("It was so at 7.30 on 1.Feb, e.g. in 2024.", False),
        ("Ask @millbot.", True),
        ("Call +44 20 7946 0958.", False),
        ("Call +44 20 7946 0959.", True),
        ("It opens at 7 and/or at 9.", False),
    ],
)
def test_what_can_be_tapped_stands_there_letter_for_letter(claim: str, lacks: bool) -> None:
    source = "Ada: ada@mill.example, +44 (20) 7946-0958, https://mill.example/prices"
    assert lacks_address(claim, source) is lacks


def test_another_unit_is_another_amount() -> None:
    assert lacks_unit("It is kept for 60 weeks.", "It is kept for 60 days.")
    assert not lacks_unit("Хранят 60 дней.", "It is kept for 60 days.")


def test_all_only_and_some_have_to_be_said_there() -> None:
    assert widens("All members vote.", "Members vote.")
    assert widens("Голосуют только члены.", "Голосуют члены.")
    assert not widens("Every member votes.", "All members vote.")


@pytest.mark.parametrize(
    "text",
    [
        "Glaze No. 7 is blue.",
        "Pay no later than Friday.",
        "It must not weigh more than 9 tons.",
        "Не позднее 28 марта.",
        "Не менее 20.",
        "Не взимают более 20.",
    ],
)
def test_what_only_sounds_like_a_denial_denies_nothing(text: str) -> None:
    assert not denies(text)


def test_no_later_than_is_no_opposite_of_until() -> None:
    assert not opposes("Сдать не позднее 28 марта.", "Сдают до 28 марта.")
    assert opposes("Сдать позднее 28 марта.", "Сдают до 28 марта.")


def test_to_take_over_is_no_more_of_anything() -> None:
    assert not opposes("At most eight take part.", "She took over the deliveries.")
    assert opposes("At most eight take part.", "Over eight take part.")


def test_an_opposite_stands_there_instead() -> None:
    assert opposes("Swimming is allowed.", "Купаться запрещено.")
    assert opposes("It opens at six.", "It closes at six.")
    assert not opposes("It opens at six.", "It opens at six and closes at nine.")


@pytest.mark.parametrize(
    ("claim", "changed"),
    [
        ("The mill was built in 1911 by Ada Moss.", False),
        ("The mill was built in 1912 by Ada Moss.", True),
        ("The mill was built in 1911 by Bo Lund.", True),
        ("Ada Moss had it built.", False),  # in other words: nothing is told by them
    ],
)
def test_a_sentence_with_another_number_or_name_is_found_out(claim: str, changed: bool) -> None:
    assert replaces(claim, "The mill was built in 1911 by Ada Moss. It burned in 1950.") is changed


def test_a_sentence_may_say_what_is_missing() -> None:
    assert says_it_is_missing("The passages do not mention the price.")
    assert says_it_is_missing("Цена в документе не указана.")
    assert not says_it_is_missing("The price is not high.")


@given(ANY)
@example("0\nA0:0:0:0:0")  # two sentences, the second of which is much like both
def test_nothing_speaks_against_a_source_itself(text: str) -> None:
    assert not lacks_number(text, text)
    assert not lacks_unit(text, text)
    assert not widens(text, text)
    assert not opposes(text, text)
    assert not replaces(text, text)


def test_prose_with_colons_is_no_row() -> None:
    rent = "Ada, who keeps the key of the gate, tells that the rent of all plots rises in April"
    sheds = "nothing was said that day about the sheds, the fences along the river or the gate."
    prose = f"Present: Ada (chair), Bo (clerk). {rent}; {sheds} Next: 9 April."
    assert [parts[0] for parts in parts_of(f"{prose}\nPort: A7; Use: drain, rain")] == [
        "Present: Ada (chair)",
        "Ada",
        "Next: 9 April.",
        "Port: A7; Use: drain, rain",
    ]


@pytest.mark.parametrize(
    ("claim", "rest"),
    [
        ("No: phones stay at home.", "Phones stay at home."),
        ("Нет, собак держать нельзя.", "Собак держать нельзя."),
        ("Yes – on Mondays.", "On Mondays."),
    ],
)
def test_a_reply_before_a_claim_is_none_of_it(claim: str, rest: str) -> None:
    assert without_reply(claim).strip() == rest
    assert len(without_reply(claim)) == len(claim), "its tokens stay where they are"


@pytest.mark.parametrize("claim", ["No phones are allowed.", "Нет сдачи.", "Notes: bring a pen."])
def test_what_begins_a_claim_is_no_reply(claim: str) -> None:
    assert without_reply(claim) == claim


def test_what_is_put_in_parts_no_statement() -> None:
    (parts,) = parts_of("Pets, such as cats and dogs, are forbidden.")
    assert parts[0] == "Pets are forbidden"


@pytest.mark.parametrize(
    ("claim", "sentence", "turned"),
    [
        ("Bei Nebel darf man auslaufen.", "In fog nobody may put to sea.", True),
        ("Bei Nebel darf niemand auslaufen.", "In fog nobody may put to sea.", False),
        ("В туман можно выходить в море.", "In fog nobody may put to sea.", True),
        ("No se necesita sello.", "A stamp is needed.", True),
        ("Sin sello no vale.", "It is valid with a stamp only.", False),
        ("Der Ofen ist geschlossen.", "The stove is open.", True),
        ("Anything.", "", False),
    ],
)
def test_a_sentence_is_turned_in_another_language(claim: str, sentence: str, turned: bool) -> None:
    assert is_turned_in(claim, sentence) == turned


@pytest.mark.parametrize(
    ("claim", "source", "lacks"),
    [
        ("Der Ofen kostet neun Kronen.", "The stove costs nine crowns.", False),
        ("La estufa cuesta siete coronas.", "The stove costs nine crowns.", True),
        ("Zwei Wochen.", "два дня", False),
    ],
)
def test_numbers_are_known_in_german_and_spanish(claim: str, source: str, lacks: bool) -> None:
    assert lacks_number(claim, source) == lacks


def test_units_are_known_in_german_and_spanish() -> None:
    assert lacks_unit("Zwei Wochen.", "два дня")
    assert lacks_unit("Dos semanas.", "two days")
    assert not lacks_unit("Zwei Tage, dos días.", "two days")


@pytest.mark.parametrize(
    ("claim", "lacks"),
    [
        ("Der Schmied verkauft Nägel im Dorf.", False),
        ("Dort verkauft Igor Belkin Nägel.", True),
        ("Dort verkauft Ada Moss Nägel.", False),
        ("Die Tür A7 ist offen.", True),
    ],
)
def test_a_noun_with_a_capital_is_no_name_where_all_have_one(claim: str, lacks: bool) -> None:
    source = "The smith sells nails in the village; her name is Ada Moss."
    assert lacks_name(claim, source, crosses=True, has_nouns=True) == lacks


@pytest.mark.parametrize(
    ("claim", "sentence", "drops"),
    [
        ("Visitors may row.", "Rowing is for members only.", True),
        ("Rowing is for members alone.", "Rowing is for members only.", False),
        ("Кататься могут гости.", "Кататься могут только члены клуба.", True),
        ("Visitors may row.", "Members may row.", False),
    ],
)
def test_what_is_told_of_some_only_is_not_told_of_all(
    claim: str, sentence: str, *, drops: bool
) -> None:
    assert drops_only(claim, sentence) == drops
