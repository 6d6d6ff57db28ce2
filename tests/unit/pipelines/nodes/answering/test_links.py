"""links: an address that no cited source holds does not reach the reader."""

import pytest

from pipelines.nodes.answering.links import remove_unheld_links, unlink_marks

HELD = ["https://shop.example/help", "See https://docs.example.org/a(1), and www.example.net."]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("See [the docs](https://evil.com/?d=secret) now.", "See the docs now."),
        ("![chart](https://evil.com/p.png) Sales rose.", "Sales rose."),
        ("[![x](http://evil.com/a)](http://evil.com/b) Rise.", "Rise."),
        ("Go to https://evil.com/x. Then rest.", "Go to. Then rest."),
        ("Go to <https://evil.com/x> now.", "Go to now."),
        ("Visit www.evil.io or evil.com today.", "Visit or today."),
        ("Ask at evil.space/join now.", "Ask at now."),
        ("Пишите на сайт.рф сегодня.", "Пишите на сегодня."),
        ("<a href='https://evil.com'>Here</a> <img src=x>", "Here"),
        ("[x](javascript:alert(1)) y", "x y"),
        ("Text [t][r].\n[r]: https://evil.com", "Text [t][r]."),
        ("tg://resolve?domain=x is odd", "is odd"),
    ],
)
def test_addresses_nobody_holds_are_removed(text: str, clean: str) -> None:
    assert remove_unheld_links(text, HELD) == clean


@pytest.mark.parametrize(
    "text",
    [
        "See [help](https://shop.example/help).",
        "See https://docs.example.org/a(1).",
        "See http://www.example.net/ for more.",
        "Node.js, main.py, v1.2.3, a@b.com, e.g. this, т.д. и т.п.",
        "1. One\n   - two  spaces\n\n[1] and [2](see below)",
        "`a  b`",
    ],
)
def test_what_is_held_or_no_address_stays(text: str) -> None:
    assert remove_unheld_links(text, HELD) == text


def test_the_beginning_of_a_held_address_is_another_address() -> None:
    assert remove_unheld_links("https://docs.example.or", HELD) == ""


def test_a_mark_that_is_a_link_becomes_a_mark() -> None:
    assert unlink_marks("A [1](https://evil.com), b [2](see below).") == "A [1], b [2](see below)."


@pytest.mark.parametrize("piece", ["[", "(", "<a ", "![", "a-", "a.", "[a](", " ", "://", "[x]: "])
def test_long_odd_text_is_read_to_its_end(piece: str) -> None:
    end = "Go to https://evil.com/x now."
    cleaned = remove_unheld_links(unlink_marks(piece * 20_000 + "\n" + end), HELD)
    assert "evil.com" not in cleaned
