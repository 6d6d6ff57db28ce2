"""junk: what is never quoted, and what looks like it and is."""

import pytest

from pipelines.nodes.text.junk import is_junk, prose_share


@pytest.mark.parametrize(
    "line",
    [
        "",
        "..........",
        "— — —",
        "□ □ □",
        "Подпись ______________________ / ______________ /",
        "12",
        "- 12 -",
        "Page 12 of 40",
        "стр. 12",
        "xiv",
        "1.2 Worked example … 10",
        "Приложение А ........ 57",
        "Введение … 3 1 Общие положения … 5 2 Сроки … 8",
        "5 1.1 Definitions for notation and units …",
        "cavitation, 12, 45–47",
        "Tangentialebene, 89, 89–90",
        "exotische, 29 Standardsimplex, 34 Standardtopologie, 2 sternförmig, 48",
        "NPSHₐ = pₐ/(ρ·g) + hₛ − h_f − p_v/(ρ·g) (1.5) 1.4.",
        "λ = 64/Re for Re < 2320; 1/√λ = −2·lg(2.51/(Re·√λ) + k/(3.71·d)) (1.6)",
        "⇒ Z(x) ∪ Z(y) ⊆ Z(x)",
        "T h i s i s s p a c e d",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
        "Sed ut perspiciatis: lorem ipsum dolor sit amet",
        "Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore.",
        "TODO",
        "xxx",
        "[Insert text here]",
        "Click to add title",
        "Здесь будет текст",
        "«Рыба-текст»",
        "Введите текст…",
        "Hier steht Ihr Text",
        "Texto de relleno.",
        "占位符",
        "Vol. 12, no. 3, pp. 45–67.",
        "[7] Smith, J. A. Flow in pipes. Fluid Letters, vol. 12, no. 3, 2001, pp. 45–67.",
        "Петров А. Б. Насосы // Вестник. 2001. Т. 5. С. 12–15.",
    ],
)
def test_junk(line: str) -> None:
    assert is_junk(line)


@pytest.mark.parametrize(
    "line",
    [
        "The pump runs at 2,900 revolutions per minute.",
        "Насос работает 24 часа.",
        "Wait… 5 minutes later he came back.",
        "Температура 10…15 °C",
        "от 3 … 5",
        "Re: 2000; λ: 0.036; k/d: 0.001; ζ: 0.20",
        "Артикул: MK-101; Остаток: 4850",
        "Widget | 20 | 4.50",
        "Name | Price",
        "1 Foo | 2",
        "U = 220 V",
        "max_connections = 100",
        "profit = revenue − costs",
        "≥ 18 лет",
        "+7 495 640-18-90",
        "8 48753 4-10-22",
        "$500",
        "50 %",
        "−5 °C",
        "Civil",
        "Mix",
        "ул. Ленина, 12, 45",
        "Невский проспект, 12, 45",
        "Пн–Пт, 9–18",
        "Moscow, 5 May, 3 June, 2 July",
        "Sei V ein Vektorraum über K und f : V → V eine lineare Abbildung.",
        "In Smith (2001), pp. 12–15, the flow is said to be slow.",
        "Петров А. Б. принят на работу 3 июня 2001 г.",
        "TODO: call Ivan about the lease before Friday",
        "Lorem ipsum is what printers set where text is still to come.",
        "Сотрудник заполняет бланк и ставит подпись ____ внизу.",
        "Der Flächeninhalt eines Dreiecks ist 1/2 · Grundseite · Höhe.",
        "La sala está en el piso 3.",
        "保修期为二十四个月。",
        "- Buy a seeder",
        "git log --oneline | grep fix",
    ],
)
def test_no_junk(line: str) -> None:
    assert not is_junk(line)


def test_prose_is_prose() -> None:
    assert prose_share("The pump runs.\n\nIt hums.") == 1.0
    assert prose_share("") == 1.0


def test_contents_are_no_prose_though_each_line_may_be_a_row() -> None:
    assert prose_share("Contents\n1 Foo | 2\n2 Bar | 2\n3 Baz | 5") == 0.0
    assert prose_share("Содержание\nВведение 3\nСроки 5") == 0.0
    assert prose_share("1 | Widget | 20\n2 | Gadget | 25\n3 | Bolt | 30") == 1.0


def test_many_entries_of_an_index_are_no_prose() -> None:
    index = "Abschluss, 3 | Faser, siehe Urbild\nAtlas, 24\nBasis, 3\nBaum, 37 | Gruppe\nEcke, 4"
    assert prose_share(index) == 0.0
    assert prose_share("Apples, 3\nPears, 4") == 1.0


def test_junk_counts_by_its_length() -> None:
    assert prose_share("12345678\n..........\nabcdefgh12") == pytest.approx(18 / 28)
