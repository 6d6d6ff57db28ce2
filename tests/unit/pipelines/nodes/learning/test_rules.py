"""What rules do to the passages of the question they are for."""

from dataclasses import replace

import pytest

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor
from pipelines.models.learning.rules import Rule, RuleKind
from pipelines.nodes.learning.rules import apply_rules
from tests.support.nodes.passage_maker import make_passage


def found(count: int = 5) -> list[Passage]:
    """Passages of one document, each a little worse than the one before."""
    return [
        make_passage(
            id=100 + n,
            document_id="d",
            passage_idx=n,
            similarity=0.9 - n / 10,
            rerank_score=0.9 - n / 10,
            fused_score=0.9 - n / 10,
        )
        for n in range(count)
    ]


def rule(kind: RuleKind, shown: int | None = 0, right: int | None = None) -> Rule:
    return Rule(7, kind, None if shown is None else "d", shown, right)


def test_what_is_suppressed_is_left_out() -> None:
    after = apply_rules(found(), [rule("suppress")], (), is_found=True)
    assert [p.id for p in after.passages] == [101, 102, 103, 104]
    assert after.acted == (7,)


def test_what_is_demoted_keeps_half_of_its_score() -> None:
    [first, *others] = apply_rules(found(), [rule("demote")], (), is_found=True).passages
    assert (first.fused_score, first.rerank_score) == (0.45, 0.45)
    assert others == found()[1:]


def test_of_a_retired_document_nothing_is_left() -> None:
    other = make_passage(id=9, document_id="e", fused_score=0.1)
    retired = replace(rule("retire"), shown_passage_idx=None)
    assert apply_rules([*found(), other], [retired], (), is_found=True).passages == (other,)


@pytest.mark.parametrize("kind", ["prefer", "pin"])
def test_what_is_right_answers_alone(kind: RuleKind) -> None:
    added = make_passage(id=9, document_id="e", fused_score=0.0, rerank_score=0.1)
    after = apply_rules([*found(), added], [rule(kind, 0, 9)], [9], is_found=True)
    assert [one.right_passage for one in after.preferred] == [9]
    assert after.passages[-1].fused_score == 1.0


@pytest.mark.parametrize("shown", [3, 4])
def test_a_rule_acts_where_what_it_corrects_is_among_the_first(shown: int) -> None:
    added = make_passage(id=9, document_id="e", fused_score=0.99)
    rules = [rule("suppress", shown), rule("prefer", shown, 9)]
    after = apply_rules([*found(), added], rules, [9], is_found=True)
    assert after.passages == tuple(found()), "and what only the rule names is gone again"
    assert (after.preferred, after.acted) == ((), ())


def test_a_row_answers_from_wherever_its_table_is_found() -> None:
    row = make_passage(id=8, document_id="t", anchors=(Anchor(0, row=3),), fused_score=0.1)
    added = make_passage(id=9, document_id="e", fused_score=0.0)
    rules = [replace(rule(kind, 2, 9), shown_document_id="t") for kind in ("suppress", "prefer")]
    after = apply_rules([*found(), row, added], rules, [9], is_found=True)
    assert [one.right_passage for one in after.preferred] == [9]
    assert after.left_out == {("t", 2)}, "and that row is none of its table"


def test_for_what_had_no_answer_a_rule_acts_only_while_there_is_none() -> None:
    added = make_passage(id=9, document_id="e", fused_score=0.0)
    gap = rule("prefer", None, 9)
    assert apply_rules([added], [gap], [9], is_found=False).acted == (7,)
    assert apply_rules([*found(), added], [gap], [9], is_found=True).acted == ()


def test_a_right_passage_that_was_found_stays_where_it_is() -> None:
    after = apply_rules(found(), [rule("prefer", 4, 101)], (), is_found=True)
    assert after.passages == tuple(found())
