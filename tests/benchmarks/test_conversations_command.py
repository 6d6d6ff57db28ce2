"""`python -m benchmarks conversations` over the real product, with one document of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main
from benchmarks.conversations.report import kinds, summary
from benchmarks.conversations.script import load
from benchmarks.conversations.trial import play

DOCUMENT = """The windmill of Ossett

The windmill was built by Agnes Thorley in 1788. Its sails are fourteen metres long.

The miller lets visitors in on the first Monday of a month, and asks three pounds.
"""
TURNS = [
    {"text": "Who built the windmill?", "kind": "fact", "expect": {"any_of": ["Agnes Thorley"]}},
    {"text": "How long are its sails?", "kind": "pronoun", "expect": {"any_of": ["fourteen"]}},
]


def a_set(folder: Path) -> Path:
    (folder / "windmill.txt").write_text(DOCUMENT, encoding="utf-8")
    conversations = [{"id": name, "language": "en", "turns": TURNS} for name in ("one", "two")]
    held = {"documents": ["windmill.txt"], "conversations": conversations}
    (folder / "conversations.json").write_text(json.dumps(held), encoding="utf-8")
    return folder


def test_documents_of_other_sets_are_taken_in_once_and_none_of_their_turns_is_asked(
    tmp_path: Path,
) -> None:
    mill, other = tmp_path / "mill", tmp_path / "other"
    for folder in (mill, other):
        folder.mkdir()
    script = load(a_set(mill)).among([load(a_set(other)), load(mill)])
    assert script.documents == [mill / "windmill.txt", other / "windmill.txt"]
    assert [each.id for each in script.conversations] == ["one", "two"]


@pytest.mark.nightly
async def test_conversations_are_played_and_scored(tmp_path: Path, models_dir: Path) -> None:
    played = await play(load(a_set(tmp_path)), models_dir, at_once=2)
    assert [each.turn.id for each in played] == ["one.1", "one.2", "two.1", "two.2"]
    assert all("Thorley" in each.reply.text for each in played if each.turn.kind == "fact")
    rows = {row["kind"]: row for row in kinds(played)}
    assert rows["fact"] == {
        "kind": "fact",
        "turns": 2,
        "strict": 1.0,
        "loose": 1.0,
        "abstained": 0.0,
    }
    figures = summary(played)
    assert figures["no_reply"] == 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]


def test_a_set_that_is_not_there_is_complained_of_in_one_line(tmp_path: Path, capfd: Any) -> None:
    assert main(["conversations", "--set", str(tmp_path), "--json"]) == 2
    out, complaint = capfd.readouterr()
    assert out == ""
    assert complaint.strip().endswith("conversations.json: No such file or directory")


def test_conversations_that_are_not_in_the_set_are_complained_of(
    tmp_path: Path, capfd: Any
) -> None:
    assert main(["conversations", "--set", str(a_set(tmp_path)), "--only", "one,three"]) == 2
    assert "three" in capfd.readouterr().err
