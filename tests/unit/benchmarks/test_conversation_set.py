"""The set of conversations that comes with the benchmark, and how a set is read."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conversations import make_documents
from benchmarks.conversations.blocks import Heading, Prose, Table, blocks
from benchmarks.conversations.reply import holds
from benchmarks.conversations.script import ANSWERS, KINDS, Turn, Values, load
from benchmarks.refused import CannotMeasure
from tests.support import ROOT

OURS = ROOT / "benchmarks" / "conversations" / "set"
PLAIN = (".txt", ".md")
# What is computed from a table stands nowhere.
COMPUTED = {"58", "774", "499", "970", "90,630", "8.30"}
FEWEST = {
    "fact": 35,
    "cell": 20,
    "cross": 20,
    "misspelt": 15,
    "smalltalk": 12,
    "meta": 8,
    "list": 3,
    "multi": 3,
    "about": 3,
    "conflict": 1,
    "date": 3,
}


@pytest.fixture(scope="module")
def texts() -> str:
    plain = [path for path in OURS.iterdir() if path.suffix in PLAIN]
    sources = [*make_documents.SOURCES.glob("*.md"), *plain]
    fares = (OURS / "tarn-sound-fares-2026.csv").read_text("utf-8").replace(",", " | ")
    return "\n".join([*(path.read_text("utf-8") for path in sources), fares])


def expected(turn: Turn) -> Iterator[Values]:
    """Give the values of which one has to stand in the documents."""
    if turn.kind in ANSWERS:
        yield turn.expect.any_of
    yield from (*turn.expect.all_of, *turn.expect.items, *turn.expect.terms)
    if turn.kind == "conflict":
        yield from (turn.expect.older, turn.expect.newer, turn.expect.newer_date)


def test_whatever_is_expected_stands_in_the_documents(texts: str) -> None:
    missing = [
        (turn.id, values)
        for conversation in load(OURS).conversations
        for turn in conversation.turns
        for values in expected(turn)
        if not holds(values, texts) and not COMPUTED & set(values)
    ]
    assert missing == []


def test_every_kind_is_asked_often_enough() -> None:
    script = load(OURS)
    counts = Counter(turn.kind for each in script.conversations for turn in each.turns)
    assert counts.keys() == set(KINDS)
    assert {kind: counts[kind] for kind in FEWEST if counts[kind] < FEWEST[kind]} == {}
    assert counts["followup"] + counts["pronoun"] >= 25
    assert counts["missing"] + counts["offtopic"] >= 20
    ids = [each.id for each in script.conversations]
    assert len(set(ids)) == len(ids)


def test_every_source_is_set_as_a_document_of_the_set() -> None:
    names = {path.name for path in load(OURS).documents}
    assert set(make_documents.SETTERS) <= names
    stems = {path.stem for path in make_documents.SOURCES.iterdir()}
    assert {Path(name).stem for name in make_documents.SETTERS} == stems


def test_the_page_is_made_of_its_source() -> None:
    source = (make_documents.SOURCES / "marrow-lane-theatre.md").read_text("utf-8")
    page = make_documents.as_page(list(blocks(source)))
    assert page == (OURS / "marrow-lane-theatre.html").read_bytes()


def test_a_source_is_headings_paragraphs_formulas_and_tables() -> None:
    read = list(blocks("# Title\n\nSome\ntext.\n\n$ a = b\n\n## Next\n\n| x | y |\n| 1 | 2 |\n"))
    assert read == [
        Heading(1, "Title"),
        Prose("Some\ntext."),
        Prose("a = b", is_formula=True),
        Heading(2, "Next"),
        Table([["x", "y"], ["1", "2"]]),
    ]


def written(folder: Path, kind: str = "fact", **expect: Any) -> Path:
    turns = [{"text": "a?", "kind": kind, "expect": expect}]
    turns.append({"text": "b?", "kind": "smalltalk", "expect": {}, "language": "de"})
    held = {
        "documents": ["a.txt"],
        "conversations": [{"id": "one", "language": "en", "turns": turns}],
    }
    (folder / "conversations.json").write_text(json.dumps(held), encoding="utf-8")
    (folder / "a.txt").write_text("a", encoding="utf-8")
    return folder


def test_turns_are_numbered_and_speak_the_language_of_their_conversation(tmp_path: Path) -> None:
    (conversation,) = load(written(tmp_path, any_of=["x"])).conversations
    first, second = conversation.turns
    assert (first.id, first.language, first.expect.any_of) == ("one.1", "en", ("x",))
    assert (second.id, second.language) == ("one.2", "de")


def test_a_word_alone_is_a_thing_of_one_spelling(tmp_path: Path) -> None:
    (conversation,) = load(written(tmp_path, "about", terms=["roof", ["a", "b"]])).conversations
    assert conversation.turns[0].expect.terms == (("roof",), ("a", "b"))


def test_some_conversations_can_be_picked(tmp_path: Path) -> None:
    script = load(written(tmp_path))
    assert script.only([]) == script
    assert len(script.only(["one"]).conversations) == 1
    with pytest.raises(CannotMeasure, match="two"):
        script.only(["one", "two"])


def test_what_does_not_fit_is_complained_of(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure, match="riddle"):
        load(written(tmp_path, "riddle"))
    with pytest.raises(CannotMeasure, match="all_off"):
        load(written(tmp_path, all_off=["x"]))
    with pytest.raises(CannotMeasure, match="No such file"):
        load(tmp_path / "elsewhere")
    written(tmp_path)
    (tmp_path / "a.txt").unlink()
    with pytest.raises(CannotMeasure, match="no such file"):
        load(tmp_path)
