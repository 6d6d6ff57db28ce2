"""Headings of blocks that were typed without marks."""

import pytest

from pipelines.nodes.text.layout.block_headings import (
    block_at,
    capitals_of,
    denies,
    in_small_letters,
)

RECIPES = (
    "OUR RECIPES (kitchen copy)\nPLUM TART  makes 2 tins\n700g plums\n3 eggs\n\n"
    "DUMPLINGS\n5 eggs\n400g flour"
)


def heading_of(text: str, words: str) -> str:
    block = block_at(text, text.index(words))
    return block.name if block else ""


def test_a_line_is_of_the_block_that_it_stands_in() -> None:
    assert heading_of(RECIPES, "3 eggs") == "PLUM TART"
    assert heading_of(RECIPES, "5 eggs") == "DUMPLINGS"
    block = block_at(RECIPES, RECIPES.index("700g"))
    assert block is not None
    assert [RECIPES[one.start : one.end] for one in block.lines] == ["700g plums", "3 eggs"]
    assert RECIPES[block.named.start : block.named.end] == "PLUM TART"


def test_a_list_has_one_in_small_letters_too() -> None:
    assert heading_of("For the trip:\nboots\n2 torches\na rope", "a rope") == "For the trip"


@pytest.mark.parametrize(
    "text",
    [
        "The tart keeps for two days.\nPlums are in the cellar.\nEggs are in the shed.",
        "12.03.2026, 10:15 - Ann: eggs are out\n12.03.2026, 10:16 - Tim: ok",
        "Dear Mrs Thornton,\nwe write on behalf of your landlord\nto confirm the terms",
    ],
)
def test_prose_and_chats_have_none(text: str) -> None:
    assert block_at(text, len(text) - 1) is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ТЕЛЕФОНЫ ЛУЧ-2 (повесить на сторожке)", "ТЕЛЕФОНЫ ЛУЧ-2"),
        ("LEEK & POTATO SOUP   15 ltr pot", "LEEK & POTATO SOUP"),
        ("РЕШИЛИ: купить насос", ""),
        ("МФЦ Чехов", ""),
        ("KEEP the door shut while the oven is on and call me.", ""),
    ],
)
def test_capitals_make_a_heading_and_no_sentence(line: str, name: str) -> None:
    assert capitals_of(line) == name


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("ПОВЕСТКА ДНЯ", "Повестка дня"),
        ("3. OPENING HOURS", "3. Opening hours"),
        ("Устав › РАЗНОЕ", "Устав › Разное"),
        ("ÖFFNUNGSZEITEN", "Öffnungszeiten"),
        ("УСТАВ ТСЖ", "УСТАВ ТСЖ"),
        ("ДОГОВОР С ПЕТРОВЫМ", "ДОГОВОР С ПЕТРОВЫМ"),
        ("VAT", "VAT"),
        ("НДС", "НДС"),
        ("HVAC units", "HVAC units"),
        ("", ""),
    ],
)
def test_headings_in_capitals_are_shown_as_sentences_begin(path: str, shown: str) -> None:
    assert in_small_letters(path) == shown


@pytest.mark.parametrize(
    "lead",
    [
        "What is not covered",
        "We do not:",
        "You mustn’t:",
        "Prohibited items",
        "Exclusions",
        "В общежитии запрещается:",
        "Не возмещаются",
        "Исключения",
        "Nicht erlaubt sind:",
        "Está prohibido:",
        "禁止事项",
    ],
)
def test_a_lead_that_denies_is_known(lead: str) -> None:
    assert denies(lead)


@pytest.mark.parametrize(
    "lead", ["What is covered", "Dental care", "Notes", "Что нужно знать:", "Das ist erlaubt:"]
)
def test_another_lead_denies_nothing(lead: str) -> None:
    assert not denies(lead)
