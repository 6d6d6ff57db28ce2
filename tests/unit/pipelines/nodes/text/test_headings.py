"""Under which headings a piece of text stands."""

from pipelines.models.documents import Anchor, Block, Extracted
from pipelines.nodes.text.clean import clean, heading_paths


def head(text: str, level: int | None = None) -> Block:
    return Block(text, heading=True, level=level)


def test_a_path_ends_where_a_heading_of_its_level_begins() -> None:
    blocks = [
        Block("before"),
        *(head("Install", 1), Block("x"), head("Ports", 2), Block("y"), head("Closing", 3)),
        *(head("Levels", 2), head("Care", 1), Block("z")),
    ]
    assert list(heading_paths(blocks, "Handbook")) == [
        None,
        *("Install", "Install", "Install › Ports", "Install › Ports", "Install › Ports › Closing"),
        *("Install › Levels", "Care", "Care"),
    ]


def test_headings_without_a_level_follow_each_other() -> None:
    assert list(heading_paths([head("A"), head("B"), Block("x")], None)) == ["A", "B", "B"]


def test_the_title_does_not_lead_a_path() -> None:
    blocks = [head("The  boiler", 1), Block("x"), head("Ports\xad", 2), Block("y")]
    assert list(heading_paths(blocks, "the boiler")) == [None, None, "Ports", "Ports"]


def test_a_long_heading_is_shortened() -> None:
    (path,) = heading_paths([head("word " * 100)], None)
    assert path is not None
    assert (len(path), path[-1]) == (80, "…")


def test_clean_text_knows_headings_and_rows() -> None:
    blocks = (head("Prices", 1), Block("Item: Valve", row=2), Block("item: pump", row=3))
    cleaned = clean(Extracted(blocks))
    assert [cleaned.text[span.start : span.end] for span in cleaned.paragraphs] == [
        "Prices\nItem: Valve",
        "item: pump",
    ]
    assert cleaned.anchors == (
        Anchor(0, heading="Prices"),
        Anchor(7, heading="Prices", row=2),
        Anchor(20, heading="Prices", row=3),
    )
