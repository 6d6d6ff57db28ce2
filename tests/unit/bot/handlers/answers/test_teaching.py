"""What is proposed of the passages of an answer that somebody finds wrong."""

import pytest

from bot.handlers.answers.teaching import rule_for
from pipelines.models.interactions import Interaction, Reason
from pipelines.models.learning.rules import RuleKind

QUOTED = Interaction("1", "When is the pier open?", "From May.", "7", 7)
WORDED = Interaction("1", "When is the pier open?", "It opens in May.", "7", 7, model="m")


@pytest.mark.parametrize(
    ("reason", "of_quotes", "of_words"),
    [
        ("wrong", "suppress", None),
        ("off_topic", "suppress", None),
        ("outdated", "demote", "demote"),
    ],
)
def test_the_passage_is_not_blamed_for_how_a_model_worded_it(
    reason: Reason, of_quotes: RuleKind | None, of_words: RuleKind | None
) -> None:
    assert rule_for(QUOTED, reason) == of_quotes
    assert rule_for(WORDED, reason) == of_words
