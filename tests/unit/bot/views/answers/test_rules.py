"""Rules in words: what an admin reads before deciding."""

import datetime as dt
from dataclasses import replace

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.transport.buttons import Action, read_button
from bot.views.answers.rules import (
    is_in_words,
    others_text,
    rule_card,
    rule_keys,
    rules_view,
    taught_text,
    why_text,
)
from bot.views.text import Reader
from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.models.learning.rules import (
    Change,
    Explanation,
    KnownRule,
    Proposed,
    Replay,
    Rule,
    RuleState,
    Weighed,
)
from pipelines.nodes.answering.cite import Quote

AT = dt.datetime(2026, 11, 24, tzinfo=dt.UTC)
RULE = KnownRule(
    *(Rule(7, "suppress", "d", 0), "draft", "Who keeps the key?", "en", "off_topic"),
    *("The porter.", "Doors", None, False, 2, 0.67, AT, AT + dt.timedelta(days=90)),
)
READER = Reader(1, "en", FluentPhrasebook())
REPLAY = Replay("The porter.", "The guard.", asked=100, changed=1)


def card(rule: KnownRule = RULE, replay: Replay | None = None, language: str = "en") -> str:
    return rule_card(rule, replace(READER, language=language), replay).text


def actions(rule: KnownRule, replay: Replay | None) -> list[Action]:
    keys = rule_keys(rule, READER, replay)
    data = [read_button(str(key.callback_data)) for row in keys.inline_keyboard for key in row]
    return [one.action for one in data if one is not None]


def test_a_card_says_what_is_asked_for_why_and_by_how_many() -> None:
    said = card()
    for part in ("Who keeps the key?", "The porter.", "“Doors”", "not about this", "2 people"):
        assert part in said


@pytest.mark.parametrize(("language", "why"), [("en", "disagree"), ("ru", "расходятся")])
def test_a_decision_between_documents_is_told_as_one(language: str, why: str) -> None:
    preferred = replace(RULE.rule, kind="prefer", right_passage=9)
    decided = replace(RULE, rule=preferred, state="active", reason="conflict", people=0)
    said = card(decided, language=language)
    assert why in said
    assert "conflict" not in said
    assert "0 " not in said.replace("2026", "")


def test_of_a_correction_in_words_a_document_is_left_when_it_is_undone() -> None:
    preferred = replace(RULE.rule, kind="prefer", right_passage=9)
    assert is_in_words(replace(RULE, rule=preferred, reason="The guard keeps it."))
    for reason in "pointed", "conflict":
        assert not is_in_words(replace(RULE, rule=preferred, reason=reason))
    assert not is_in_words(RULE)
    said = READER.say("rule-decided", state="undone", left="document")
    assert "/docs" in said
    assert "/docs" not in READER.say("rule-decided", state="undone", left="nothing")


def test_why_there_is_no_answer_is_said() -> None:
    assert "no passage that fits" in why_text(Explanation(is_refusal=True), READER).text
    assert "no longer know" in why_text(Explanation(), READER).text


def test_why_tells_how_much_of_what_a_model_wrote_is_left_out() -> None:
    found = (Weighed("Tides", True, 0.9, 0.5, 0.8, 1.0),)
    two = why_text(Explanation(found, model="tiny-1", unsupported=2), READER).text
    assert "Model: tiny-1. 2 of its sentences stand in no source" in two
    none = why_text(Explanation(found, model="tiny-1"), READER).text
    assert "Model: tiny-1.\n" in none
    assert "Model" not in why_text(Explanation(found), READER).text


def test_whoever_proposed_it_may_take_it_back_and_no_more() -> None:
    mine = replace(RULE, is_to_decide=False)
    assert actions(mine, None) == [Action.WITHDRAW_RULE]
    assert "It waits for an admin" in card(mine)
    assert "It waits for an admin" not in card()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_replay_shows_now_and_then_and_counts(language: str) -> None:
    said = card(replay=REPLAY, language=language)
    assert "The guard." in said
    assert "100" in said
    assert "⚠️" not in said


@pytest.mark.parametrize("replay", [replace(REPLAY, changed=3), replace(REPLAY, asked=10)])
def test_what_does_harm_is_said_in_words(replay: Replay) -> None:
    assert "⚠️ Careful" in card(replay=replay)
    assert actions(RULE, replay) == [Action.ACCEPT_RULE, Action.REJECT_RULE]


@pytest.mark.parametrize(
    ("rule", "replay"),
    [
        (RULE, replace(REPLAY, emptied=1)),
        (replace(RULE, reason="wrong"), replace(REPLAY, after="")),
        (replace(RULE, reason="in one's own words"), replace(REPLAY, after="")),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_would_leave_no_answer_cannot_be_accepted(
    rule: KnownRule, replay: Replay, language: str
) -> None:
    said = card(rule, replay, language)
    assert "⚠️ It cannot be accepted" in said or "⚠️ Принять нельзя" in said
    assert actions(rule, replay) == [Action.RULE, Action.REJECT_RULE]


def test_what_is_not_about_a_question_may_leave_it_without_an_answer() -> None:
    assert actions(RULE, replace(REPLAY, after="")) == [Action.ACCEPT_RULE, Action.REJECT_RULE]


def test_what_was_not_tried_cannot_be_accepted() -> None:
    assert actions(RULE, None) == [Action.RULE, Action.REJECT_RULE]


def test_of_others_questions_only_the_number_is_shown() -> None:
    own = Change("May I borrow it?", "Yes.", "")
    said = card(replay=replace(REPLAY, asked=200, changed=3, changes=(own,)))
    assert "3 would be answered otherwise" in said
    assert "May I borrow it?" in said
    assert "no answer" in said


def test_a_reason_in_ones_own_words_links_and_commands_nothing() -> None:
    said = card(replace(RULE, reason="see https://evil.example and /clear, @admin"))
    for tapped in ("https://", "/clear", "@admin"):
        assert tapped not in said


@pytest.mark.parametrize(
    ("state", "possible"),
    [
        ("draft", [Action.ACCEPT_RULE, Action.REJECT_RULE]),
        ("active", [Action.UNDO_RULE, Action.RENEW_RULE]),
        ("undone", [Action.RENEW_RULE]),
        ("rejected", []),
    ],
)
def test_what_can_be_decided(state: RuleState, possible: list[Action]) -> None:
    assert actions(replace(RULE, state=state), REPLAY) == possible


def test_what_waits_stands_first_in_the_list() -> None:
    view = rules_view([replace(RULE, state="active", question="Old?"), RULE], READER)
    texts = [row[0].text for row in view.keys.inline_keyboard]
    assert texts == ["❔ Who keeps the key?", "✅ Old?"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_whoever_corrects_reads_what_comes_of_it_in_an_alert(language: str) -> None:
    reader = replace(READER, language=language)
    said = [
        taught_text(proposed, reader)
        for proposed in (None, *(Proposed(s) for s in ("draft", "active", "too_many")))
    ]
    said.append(taught_text(Proposed("draft"), reader, is_theirs=True))
    assert len(set(said)) == 5
    assert all(len(text) <= 200 for text in said)


def test_what_the_admin_may_not_read_is_not_said_to_be_no_answer() -> None:
    assert "It was answered" in card()
    assert "It was answered" not in card(replace(RULE, answered=""))


def test_what_else_was_found_is_shown_line_by_line() -> None:
    text = "Keys\n\nThe porter   keeps the key.\n" + "And on. " * 100
    passage = Passage(*(1, "d", 0, text, "file", "Doors", *(None,) * 2, "en", None, None, (), 0.5))
    shown = others_text([Quote(passage, Span(0, len(text)))], READER).text
    assert "Doors\nKeys\nThe porter keeps the key.\nAnd on. " in shown
    assert shown.endswith("…")
    assert len(shown) < 400


def test_what_comes_closest_is_shown_with_what_it_stands_under() -> None:
    text = "Keys\n\nThe porter keeps the key. The door is blue."
    anchors = (Anchor(0, heading="Keys"),)
    passage = Passage(
        *(1, "d", 0, text, "file", "Doors", *(None,) * 2, "en", None, None), anchors, 0.5
    )
    quote = Quote(passage, Span(text.index("The door"), len(text)))
    shown = others_text([quote], READER, is_refusal=True).text
    assert "1. Doors\nKeys\nThe door is blue." in shown
    whole = replace(
        quote, passage=replace(passage, anchors=(Anchor(0, heading="House › 4. Keys"),))
    )
    whole = replace(whole, span=Span(0, len(text)))
    assert "1. Doors\nKeys\nThe porter" in others_text([whole], READER).text
    assert "none of it surely answers" in shown


def test_a_settled_conflict_is_listed_by_what_does_not_hold() -> None:
    settled = replace(RULE, state="active", reason="conflict", question="We close at six.")
    view = rules_view([settled], READER)
    assert view.keys.inline_keyboard[0][0].text == "✅ Not: We close at six."
    assert "This statement does not hold." in rule_card(settled, READER).text


def test_why_tells_passages_of_one_document_apart_by_their_place() -> None:
    found = tuple(Weighed("Tides", n == 1, 0.9, 0.5, 0.8, 1.0, n) for n in (1, 2, 3))
    places = {1: Anchor(0, page=4), 2: Anchor(0, heading="Prices", row=7)}
    passages = [
        Passage(
            *(n, "d", 0, "High water.", "file", "Tides", None, "tides.pdf", "en", None, None),
            anchors=(anchor,),
            similarity=0.9,
        )
        for n, anchor in places.items()
    ]
    said = why_text(Explanation(found), READER, passages).text
    assert "1. Tides, p. 4\n" in said
    assert "2. Tides" in said
    assert "row 7\n" in said
    assert "3. Tides\n" in said, "one that cannot be read any more has no place"
