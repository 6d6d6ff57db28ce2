"""A name is denied by what stands right before it."""

import pytest

from pipelines.nodes.tables.words.negation import stance


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("Members", "member", True),
        ("Non-members", "member", False),
        ("nonmembers", "member", False),
        ("if I’m not a member", "members", False),
        ("is it not open for members", "member", True),
        ("No. of members", "member", True),
        ("Без абонемента", "абонементом", False),
        ("я не член клуба", "участник", False),
        ("Нечлены клуба", "член", False),
        ("неделя", "деля", False),
        ("неделя", "неделю", True),
        ("Nichtmitglieder", "mitglied", False),
        ("Guests", "member", None),
    ],
)
def test_what_a_text_says_of_a_term(text: str, term: str, expected: bool | None) -> None:
    assert stance(text, term) is expected
