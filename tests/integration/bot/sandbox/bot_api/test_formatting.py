"""Parse modes, entities and what Telegram finds by itself."""

import pytest

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.errors import ApiError
from bot.sandbox.world.values import Entity, Formatted


def entities(formatted: Formatted) -> list[tuple[str, int, int]]:
    return [(entity.type, entity.offset, entity.length) for entity in formatted.entities]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("<b>bold</b> &lt;x&gt; &amp; &#33;&#x21;", "bold <x> & !!", [("bold", 0, 4)]),
        ("<b>a<i>😀b</i></b>", "a😀b", [("bold", 0, 4), ("italic", 1, 3)]),
        (
            '<span class="tg-spoiler">s</span><tg-spoiler>t</tg-spoiler>',
            "st",
            [("spoiler", 0, 1), ("spoiler", 1, 1)],
        ),
        ('<pre><code class="language-python">x</code></pre>', "x", [("pre", 0, 1)]),
        ("<code>/start</code>", "/start", [("code", 0, 6)]),
        ("<blockquote expandable>q</blockquote>", "q", [("expandable_blockquote", 0, 1)]),
        ('<a href="http://a.org/?x=1&amp;y=2">l</a>', "l", [("text_link", 0, 1)]),
        ('<a href="tg://user?id=7">u</a>', "u", [("text_mention", 0, 1)]),
        ('<a href="javascript:alert(1)">l</a>', "l", []),
        ('<tg-emoji emoji-id="5">👍</tg-emoji>', "👍", [("custom_emoji", 0, 2)]),
        ("<u></u>&nbsp;", "&nbsp;", []),
        ("  <s>x</s> \n", "x", [("strikethrough", 0, 1)]),
    ],
)
def test_html(source: str, text: str, expected: list[tuple[str, int, int]]) -> None:
    formatted = format_text(source, "HTML", ())
    assert (formatted.text, entities(formatted)) == (text, expected)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("я<x>", 'Unsupported start tag "x" at byte offset 2'),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("x</i>", "Unexpected end tag at byte offset 1"),
        ("<b", 'Unclosed start tag "b" at byte offset 0'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_wrong_html(source: str, reason: str) -> None:
    with pytest.raises(ApiError) as caught:
        format_text(source, "html", ())
    assert caught.value.description == f"Bad Request: can't parse entities: {reason}"


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "*b* _i_ __u__ ~s~ ||x||",
            "b i u s x",
            [
                ("bold", 0, 1),
                ("italic", 2, 1),
                ("underline", 4, 1),
                ("strikethrough", 6, 1),
                ("spoiler", 8, 1),
            ],
        ),
        (r"1\. a\_b", "1. a_b", []),
        ("*a _b_*", "a b", [("bold", 0, 3), ("italic", 2, 1)]),
        ("`c*`", "c*", [("code", 0, 2)]),
        ("```python\nx = 1\n```", "x = 1", [("pre", 0, 5)]),
        ("[l](http://a.org/\\))", "l", [("text_link", 0, 1)]),
        ("![👍](tg://emoji?id=5)", "👍", [("custom_emoji", 0, 2)]),
        (">q\n>r\nx", "q\nr\nx", [("blockquote", 0, 4)]),
        (">q\n>r||", "q\nr", [("expandable_blockquote", 0, 3)]),
        ("__u_i_**__", "ui", [("underline", 0, 2), ("italic", 1, 1)]),
    ],
)
def test_markdown(source: str, text: str, expected: list[tuple[str, int, int]]) -> None:
    formatted = format_text(source, "MarkdownV2", ())
    assert (formatted.text, entities(formatted)) == (text, expected)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("я *b", "Can't find end of Bold entity at byte offset 3"),
        ("a.", "Character '.' is reserved and must be escaped with the preceding '\\'"),
        ("```a`b```", "Character '`' is reserved and must be escaped with the preceding '\\'"),
        ("[l](http://a", "Can't find end of a URL at byte offset 3"),
        ("![x](http://a)", "Custom emoji entity must contain a tg://emoji URL"),
    ],
)
def test_wrong_markdown(source: str, reason: str) -> None:
    with pytest.raises(ApiError) as caught:
        format_text(source, "MarkdownV2", ())
    assert caught.value.description == f"Bad Request: can't parse entities: {reason}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/start@para_bot go", [("bot_command", 0, 15)]),
        ("a/b 1/2 //x </b>", []),
        ("see https://a.org/x_(y). And b.ru/z, ok", [("url", 4, 19), ("url", 29, 6)]),
        ("😀 http://localhost:1/a", [("url", 3, 20)]),
        (
            "me@example.com @someone #тег $USD",
            [("email", 0, 14), ("mention", 15, 8), ("hashtag", 24, 4), ("cashtag", 29, 4)],
        ),
        ("report.pdf and e.g. this", []),
    ],
)
def test_detection(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert entities(format_text(text, "", ())) == expected


def test_given_entities_are_kept_and_moved_when_space_is_trimmed() -> None:
    formatted = format_text("  ab ", "", [{"type": "bold", "offset": 1, "length": 4}])
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
        format_text("😀b", "", [entity])  # type: ignore[list-item]


def test_an_unknown_parse_mode_is_refused() -> None:
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        format_text("x", "bbcode", ())
