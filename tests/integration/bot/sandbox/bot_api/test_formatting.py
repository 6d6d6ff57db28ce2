"""Entities and what Telegram finds by itself."""

import pytest

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.errors import ApiError
from bot.sandbox.world.values import Entity, Formatted


def entities(formatted: Formatted) -> list[tuple[str, int, int]]:
    return [(entity.type, entity.offset, entity.length) for entity in formatted.entities]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/start@para_bot go", [("bot_command", 0, 15)]),
        ("a/b 1/2 //x </b>", []),
        ("see https://a.org/x_(y). And b.ru/z, ok", [("url", 4, 19), ("url", 29, 6)]),
        ("(https://a.org/[x](y)z), a.org/?b=[c]|`d`", [("url", 1, 21), ("url", 25, 15)]),
        ("“b.ru/z” «a.org/b»", [("url", 1, 6), ("url", 10, 7)]),
        ("a.💥.ws и→.com a.हिन्दी.com/b", [("url", 0, 7), ("url", 8, 6), ("url", 15, 14)]),
        ("😀 http://localhost:1/a", [("url", 3, 20)]),
        (
            "me@example.com @someone #тег $USD",
            [("email", 0, 14), ("mention", 15, 8), ("hashtag", 24, 4), ("cashtag", 29, 4)],
        ),
        ("report.pdf and e.g. this", []),
    ],
)
def test_detection(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert entities(format_text(text, ())) == expected


def test_given_entities_are_kept_and_moved_when_space_is_trimmed() -> None:
    formatted = format_text("  ab ", [{"type": "bold", "offset": 1, "length": 4}])
    assert formatted == Formatted("ab", (Entity("bold", 0, 2),))


@pytest.mark.parametrize(
    "entity",
    [
        {"type": "bold", "offset": 0, "length": 9},
        {"type": "bold", "offset": 1, "length": 1},
        {"type": "blink", "offset": 0, "length": 1},
        {"type": "bold", "offset": -1, "length": 1},
        {"type": "bold"},
        "bold",
    ],
)
def test_wrong_entities_are_refused(entity: object) -> None:
    with pytest.raises(ApiError):
        format_text("😀b", [entity])  # type: ignore[list-item]
