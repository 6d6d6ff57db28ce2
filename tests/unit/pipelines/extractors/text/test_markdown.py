"""Reading Markdown."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors.text.markdown import MarkdownExtractor
from pipelines.models.documents import Extracted, Fetched

TEXT = """---
title: "House rules"
lang: ru
---
# Heading *one*

A paragraph with a [link](https://ex.com), `code`,
and ![a picture](a.png) <b>in</b> it.

- first **item**
- second
  - nested
- third

3. three
4. four

```python
x = 1

y = 2
```

| a | b |
|---|---|
| 1 | `2` |

> quoted

Under
-----

<div>from <i>html</i></div>

<!-- hidden -->
"""


def read(text: str, name: str = "a.md") -> Extracted:
    return MarkdownExtractor().extract(Fetched(text.encode(), "text/markdown", name))


def test_marks_disappear_and_order_stays() -> None:
    extracted = read(TEXT)
    assert [(block.text, block.heading) for block in extracted.blocks] == [
        ("Heading one", True),
        ("A paragraph with a link, code, and a picture in it.", False),
        ("- first item\n- second\n- nested\n- third", False),
        ("3. three\n4. four", False),
        ("x = 1\n\ny = 2", False),
        ("a: 1; b: 2", False),
        ("quoted", False),
        ("Under", True),
        ("from  html", False),
    ]
    assert (extracted.title, extracted.language) == ("House rules", "ru")


def test_rows_of_a_table_carry_the_names_of_their_columns() -> None:
    rows = read("| Plan | Price |\n|---|---|\n| Small | 5 |\n| | 7 |\n| Large | |").blocks
    assert [(block.text, block.row) for block in rows] == [
        ("Plan: Small; Price: 5", 2),
        ("Price: 7", 3),
        ("Plan: Large", 4),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [("| Plan | Price |\n|---|---|", ["Plan; Price"]), ("| | |\n|---|---|\n| a | b |", ["a; b"])],
)
def test_a_table_without_names_or_without_rows_is_not_lost(text: str, said: list[str]) -> None:
    assert [block.text for block in read(text).blocks] == said


def test_the_first_heading_is_the_title_when_none_is_given() -> None:
    assert read("text\n\n## Second level").title == "Second level"
    assert read("only text", "Notes on birds.md").title == "Notes on birds"


def test_a_rule_is_not_front_matter() -> None:
    extracted = read("---\n\ntext\n\n---\nmore")
    assert [block.text for block in extracted.blocks] == ["text", "more"]


def test_nothing_to_read_is_refused() -> None:
    with pytest.raises(SourceRefused) as caught:
        read("<!-- only a comment -->\n\n---\n")
    assert caught.value.code == "source-no-text"


def test_comments_without_an_end_are_read_to_the_end_of_the_text() -> None:
    opened = "<!-- words that are not hidden <b>"
    (block,) = read(f"<!-- hidden --> {opened * 20_000}").blocks
    assert block.text == ("<!-- words that are not hidden  " * 20_000).strip()


@pytest.mark.parametrize("marks", ["[", "<", "&", "*a ", "![", "`a"])
def test_a_text_of_nothing_but_marks_is_read_as_it_is(marks: str) -> None:
    text = marks * 500_000
    extracted = MarkdownExtractor().extract(Fetched(text.encode(), "text/markdown", "marks.md"))
    assert [block.text for block in extracted.blocks] == [text.strip("\n")]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("Check-in: from 3 pm\nCheck-out: by 10.30 am\nkey safe 4471", 3),
        ("Продлёнка до 17:00\nВ бассейн **справка**\nкод двери 45", 3),
        (
            "The lighthouse at Orrefors was built of stone that came by sea, and its\n"
            "lamp was lit for the first time on a night in May, when the keeper and\n"
            "his wife danced on the gallery.",
            1,
        ),
        (
            "Late guests ring the bell twice and wait for the dog to fall silent again\n"
            "Lost key: eighteen pounds\nthe bins are behind the house",
            3,
        ),
        (
            "First aid is in the green box on the wall of the kitchen beside the fridge\n"
            "Nearest hospital is Lorn and Islands in Oban, forty minutes by the coast\n"
            "Fire assembly point is the rowan tree by the gate",
            3,
        ),
        ("图书馆" * 18 + "\n" + "每天开门" * 13 + "\n" + "周日不开放。", 1),
        ("one  \ntwo", 2),
        ("see `a\nb` and  \ntwo", 2),
    ],
)
def test_lines_that_were_not_wrapped_stay_lines(text: str, read_as: int) -> None:
    [block] = read(text).blocks
    assert len(block.text.split("\n")) == read_as
    assert " ".join(block.text.split()) == " ".join(text.replace("**", "").replace("`", "").split())
