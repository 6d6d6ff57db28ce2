"""Lines that are gathered into headings and paragraphs."""

import pytest

from pipelines.extractors.pdf.paragraphs import Line, Typography, to_blocks

USUAL = Typography(size=10.0, pitch=12.0, bold=False)


def headings(*texts: str) -> list[str]:
    """Set texts as bold lines below each other, and return what headings they make."""
    lines = [Line(text, 1, 50.0, 700.0 - 14 * n, 12.0, True) for n, text in enumerate(texts)]
    return [block.text for block in to_blocks(lines, USUAL)]


@pytest.mark.parametrize("section", ["1. Полив", "1 Frames", "2.1 Keys", "§ 4 Fees", "3) Сторож"])
def test_the_numbered_heading_of_a_section_is_no_end_of_the_title(section: str) -> None:
    assert headings("Rules of the boathouse", "and its slipway", section) == [
        "Rules of the boathouse and its slipway",
        section,
    ]


@pytest.mark.parametrize("end", ["2025 Edition", "12 months", "30 июня", "of 3 Rowers"])
def test_a_title_may_go_on_with_a_number(end: str) -> None:
    assert headings("Rules of the boathouse for", end) == [f"Rules of the boathouse for {end}"]


def test_a_sentence_goes_on_in_the_next_column_behind_a_colon() -> None:
    """What stands further right there is not set in."""
    set_lines = [
        Line("The Mayor presents the prizes", 1, 45.0, 112.0, 10.0, False),
        Line("and the cups are handed out", 1, 45.0, 100.0, 10.0, False),
        Line("at half past four. Bring and share:", 1, 306.0, 725.0, 10.0, False),
        Line("surnames A to M bring savouries.", 1, 306.0, 713.0, 10.0, False),
    ]
    assert len(list(to_blocks(set_lines, USUAL))) == 1
