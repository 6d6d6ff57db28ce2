"""Sums over what was played."""

from benchmarks.conversations.reply import Reply
from benchmarks.conversations.report import as_text, kinds, summary, turns
from benchmarks.conversations.scoring import Played, Verdict
from benchmarks.conversations.script import Expectation, Turn


def played(kind: str, verdict: Verdict, seconds: float = 0.2, reply: str = "Yes [1]") -> Played:
    return Played(Turn("c.1", "why?", kind, "en", Expectation()), Reply(reply), verdict, seconds)


RIGHT = Verdict(strict=True, loose=True, abstained=False)
LATE = Verdict(strict=False, loose=True, abstained=False)
REFUSED = Verdict(strict=False, loose=False, abstained=True)
ALL = [
    played("fact", RIGHT),
    played("fact", LATE),
    played("list", REFUSED, 0.6, "The base has no answer."),
    played("missing", Verdict(strict=True, loose=True, abstained=True), 0.4, "No."),
]


def test_every_kind_that_was_played_has_a_row_and_so_have_sums() -> None:
    rows = {row["kind"]: row for row in kinds(ALL)}
    assert list(rows) == ["fact", "list", "missing", "answerable", "all"]
    assert rows["fact"] == {
        "kind": "fact",
        "turns": 2,
        "strict": 0.5,
        "loose": 1.0,
        "abstained": 0.0,
    }
    assert (rows["answerable"]["turns"], rows["all"]["strict"]) == (3, 0.5)


def test_refusals_are_counted_where_there_is_an_answer() -> None:
    figures = summary(ALL)
    assert figures["refused_answerable"] == 0.33333
    assert (figures["p50_ms"], figures["p95_ms"]) == (200, 600)
    assert figures["no_reply"] == 0


def test_nothing_played_gives_nothing() -> None:
    assert kinds([]) == []
    assert summary([])["refused_answerable"] == 0


def test_what_is_wrong_is_told_with_its_reply() -> None:
    text = as_text(ALL)
    assert "~ c.1 fact: why?\n    → Yes [1]" in text
    assert "✗ c.1 list: why?\n    → The base has no answer." in text
    assert "missing: why?" not in text


def test_every_turn_can_be_written_down() -> None:
    first = turns(ALL)[0]
    assert (first["id"], first["reply"], first["strict"]) == ("c.1", "Yes [1]", True)
