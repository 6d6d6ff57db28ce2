"""Rules that came of corrections, in words: what is proposed, what it would change, a list."""

from collections.abc import Sequence

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece, join
from bot.views.answers.sources import citation_place
from bot.views.text import Reader, View, day, shortened, styled, untappable
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.models.interactions import Interaction
from pipelines.models.learning.rules import POINTED, Explanation, KnownRule, Proposed, Replay
from pipelines.nodes.answering.cite import Quote, cite_quotes, place_at
from pipelines.nodes.text.clean import BETWEEN

_SETTLED = "conflict"  # somebody decided between two documents
_EXCERPT = 300  # characters of an answer
_QUESTION = 200
_LABEL = 50  # characters on a button
_PAIRS = 3  # changed answers that a card shows
_MOST_LISTED = 20
_MOST_WEIGHED = 5
_SIGNS = {"draft": "❔", "active": "✅", "rejected": "✖️", "undone": "↩️"}
_REASONS = {
    "wrong": "rule-reason-wrong",
    "off_topic": "rule-reason-off-topic",
    "outdated": "rule-reason-outdated",
    POINTED: "rule-reason-pointed",
    _SETTLED: "rule-reason-conflict",
}
_LINE = Piece("\n")


def rule_card(
    rule: KnownRule, reader: Reader, replay: Replay | None = None, *, said: str = ""
) -> Piece:
    """Show a rule to whoever decides on it.

    Args:
        replay: what it would change; None: that is not known.
        said: what became of it just now, or is being done.
    """
    kind = _SETTLED if rule.reason == _SETTLED else rule.rule.kind
    what = reader.say("rule-does", kind=kind, shown=_named(rule.shown_title, reader))
    lines = [
        styled(reader.say("rule-heading", state=rule.state), MessageEntity.BOLD),
        Piece("\n\n"),
        styled(shortened(rule.question, _QUESTION), MessageEntity.BLOCKQUOTE),
    ]
    if replay is None and rule.answered:
        answered = reader.say("rule-answered", answer=_excerpt(rule.answered, reader))
        lines.append(Piece("\n" + answered))
    lines.append(Piece("\n" + what))
    if rule.right_title is not None:
        lines.append(Piece("\n" + reader.say("rule-right", title=_named(rule.right_title, reader))))
    lines.append(Piece("\n" + reader.say("rule-reason", reason=_reason(rule.reason, reader))))
    if rule.people and not rule.is_personal:
        lines.append(Piece("\n" + reader.say("rule-people", count=rule.people)))
    if rule.is_outdated:
        lines.append(Piece("\n" + reader.say("rule-outdated")))
    elif rule.state == "active":
        until = day(rule.expires_at, reader.language)
        lines.append(Piece("\n" + reader.say("rule-until", date=until)))
    if not rule.is_to_decide:
        lines.append(Piece("\n" + reader.say("rule-waits")))
    if replay is not None:
        lines += [Piece("\n\n"), _replayed(rule, replay, reader)]
    if said:
        lines += [Piece("\n\n"), styled(said, MessageEntity.ITALIC)]
    return join(lines)


def rule_keys(
    rule: KnownRule, reader: Reader, replay: Replay | None = None, *, in_list: bool = False
) -> InlineKeyboardMarkup:
    """Lay out what can be decided about a rule.

    Args:
        replay: what a draft would change; None: it was not tried, and cannot be accepted.
    """
    number = str(rule.rule.id)
    accepting = Action.ACCEPT_RULE if rule.state == "draft" else Action.RENEW_RULE
    accept = reader.key("button-rule-accept", accepting, number, state=rule.state)
    draft = [reader.key("button-rule-reject", Action.REJECT_RULE, number)]
    if replay is None or not replay.may_hold(rule):
        draft.insert(0, reader.key("button-rule-try", Action.RULE, number))
    else:
        draft.insert(0, accept)
    if not rule.is_to_decide:
        draft = [reader.key("button-rule-withdraw", Action.WITHDRAW_RULE, number)]
    keys = {
        "draft": draft,
        "active": [reader.key("button-rule-undo", Action.UNDO_RULE, number), accept],
        "undone": [accept],
        "rejected": [],
    }[rule.state]
    back = [reader.key("button-rules", Action.RULES)] if in_list else []
    return keyboard(*filter(None, [keys, back]))


def undo_keys(rule_id: int, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out the button that undoes a rule."""
    return keyboard([reader.key("button-rule-undo", Action.UNDO_RULE, str(rule_id))])


def taught_text(
    proposed: Proposed | None,
    reader: Reader,
    *,
    is_added: bool = False,
    is_theirs: bool = False,
    is_undecidable: bool = False,
) -> str:
    """Say to whoever gave a correction what comes of it; None: it is noted, and no more.

    Args:
        is_added: their words are a document now, which is found like any other.
        is_theirs: a draft is theirs to decide.
        is_undecidable: there is no admin who could decide a draft.
    """
    state: str = proposed.state if proposed is not None else "noted"
    if is_added and state == "draft":
        state = "added"
    if (is_theirs or is_undecidable) and state in ("draft", "added"):
        state = f"own-{state}" if is_theirs else f"none-{state}"
    return reader.say("taught", state=state, id=reader.user_id)


def decided_text(rule: KnownRule, reader: Reader) -> Piece:
    """Say to whoever asked for a rule what was decided on it."""
    said = reader.say("rule-told", state=rule.state)
    asked = styled(shortened(rule.question, _QUESTION), MessageEntity.BLOCKQUOTE)
    return join([Piece(said + "\n"), asked])


def rules_view(rules: Sequence[KnownRule], reader: Reader) -> View:
    """List the rules that somebody decides on or asks for, drafts first."""
    listed = sorted(rules, key=lambda rule: rule.state != "draft")[:_MOST_LISTED]
    rows = [
        [
            button(
                f"{_SIGNS[rule.state]} {shortened(_label(rule, reader), _LABEL)}",
                Action.RULE,
                reader.user_id,
                str(rule.rule.id),
            )
        ]
        for rule in listed
    ]
    return View(Piece(reader.say("rules-heading", count=len(rules))), keyboard(*rows))


def _label(rule: KnownRule, reader: Reader) -> str:
    """Name a rule by its question; one that settled a conflict by what does not hold any more."""
    if rule.reason != _SETTLED:
        return rule.question
    return reader.say("rule-settled", statement=rule.question)


def others_text(quotes: Sequence[Quote], reader: Reader, *, is_refusal: bool = False) -> Piece:
    """Show passages of which one may be the right one; `is_refusal`: nothing was quoted before."""
    lines = [Piece(reader.say("nearest-heading" if is_refusal else "others-heading"))]
    for number, quote in enumerate(quotes, 1):
        passage = quote.passage
        title = shortened(passage.title or passage.file_name or passage.url or "", _LABEL)
        lines += [
            Piece("\n\n"),
            styled(f"{number}. {title}", MessageEntity.BOLD),
            _LINE,
            styled(_by_lines(_with_heading(quote)), MessageEntity.BLOCKQUOTE),
        ]
    return join(lines)


def _with_heading(quote: Quote) -> str:
    """Put what a quote stands under before it, where it does not begin with that itself.

    The text of a heading may lie there without its number: "4. Keys", "Keys".
    """
    heading = (place_at(quote.passage, quote.span.start).heading or "").split(BETWEEN)[-1]
    bare = heading.lstrip("0123456789.) §")
    return quote.text if bare in quote.text else f"{heading}\n{quote.text}"


def _by_lines(text: str) -> str:
    """Cut a passage that is too long; its headings stay lines of their own."""
    shown, left = [], _EXCERPT
    for line in filter(None, (" ".join(one.split()) for one in text.splitlines())):
        shown.append(shortened(line, left))
        left -= len(line)
        if left <= 1:
            break
    return "\n".join(shown)


def others_keys(
    interaction: Interaction, quotes: Sequence[Quote], reader: Reader
) -> InlineKeyboardMarkup:
    """Lay out a button for each of these passages."""
    answer = interaction.id.replace("-", "")  # so that the passage fits in
    row = [
        button(str(number), Action.PREFER_PASSAGE, reader.user_id, f"{answer}_{quote.passage.id}")
        for number, quote in enumerate(quotes, 1)
    ]
    none = reader.key("button-none-of-these", Action.STOP_WRITING, interaction.id)
    return keyboard(row, [none])


def why_text(explained: Explanation, reader: Reader, passages: Sequence[Passage] = ()) -> Piece:
    """Say what an answer was chosen from, with percents, and which corrections acted.

    Args:
        passages: those of them that can be read now, which tell where in its document one stands.
    """
    places = {one.id: _place(one, reader) for one in passages}
    if not explained.passages and not explained.rules:
        return Piece(reader.say("why-nothing" if explained.is_refusal else "why-unknown"))
    lines = [styled(reader.say("why-heading"), MessageEntity.BOLD)]
    if explained.passages:
        lines.append(Piece("\n" + reader.say("why-measures")))
    for number, passage in enumerate(explained.passages[:_MOST_WEIGHED], 1):
        said = reader.say(
            "why-passage",
            cited="yes" if passage.is_cited else "no",
            fits=round(100 * passage.fused_score),
            meaning=round(100 * passage.similarity),
            words=round(100 * passage.lexical_score),
        )
        lines += [
            Piece("\n\n"),
            styled(f"{number}. {_named(passage.title, reader)}", MessageEntity.BOLD),
            Piece(places.get(passage.passage_id or 0, "")),
            Piece(f"\n{said}"),
        ]
        if passage.modifier != 1.0:
            percent = round(100 * passage.modifier)
            lines.append(Piece("\n" + reader.say("why-votes", percent=percent)))
    for kind, reason in explained.rules:
        why = _reason(reason, reader)
        lines.append(Piece("\n\n" + reader.say("why-rule", kind=kind, reason=why)))
    if explained.model:
        model = shortened(explained.model, _QUESTION)
        said = reader.say("why-model", model=untappable(model), unsupported=explained.unsupported)
        lines.append(Piece(f"\n\n{said}"))
    return join([*lines, Piece("\n\n" + reader.say("why-only-yours"))])


def _place(passage: Passage, reader: Reader) -> str:
    """Write behind a title where in its document a passage begins."""
    (citation,) = cite_quotes([Quote(passage, Span(0, min(1, len(passage.text))))]).citations
    said = citation_place(citation, reader.language, reader.phrases)
    return "".join(f", {part}" for part in said)


def _replayed(rule: KnownRule, replay: Replay, reader: Reader) -> Piece:
    """Say what a rule would change: its own answer, then those to other questions."""
    now = reader.say("rule-now", answer=_excerpt(replay.before, reader))
    then = reader.say("rule-then", answer=_excerpt(replay.after, reader))
    lines = [Piece(f"{now}\n{then}\n\n")]
    lines.append(Piece(reader.say("rule-replayed", asked=replay.asked, changed=replay.changed)))
    for change in replay.changes[:_PAIRS]:
        lines += [
            _LINE,
            styled(shortened(change.question, _QUESTION), MessageEntity.BLOCKQUOTE),
            Piece("\n" + reader.say("rule-now", answer=_excerpt(change.before, reader))),
            Piece("\n" + reader.say("rule-then", answer=_excerpt(change.after, reader))),
        ]
    warning = ""
    if not replay.may_hold(rule):
        warning = reader.say("rule-empties", emptied=replay.emptied)
    elif replay.is_harmful:
        warning = reader.say("rule-harmful")
    if warning:
        lines += [Piece("\n\n"), styled(f"⚠️ {warning}", MessageEntity.BOLD)]
    return join(lines)


def _excerpt(answer: str, reader: Reader) -> str:
    return untappable(shortened(answer, _EXCERPT)) or reader.say("rule-no-answer")


def _named(title: str | None, reader: Reader) -> str:
    return untappable(shortened(title or "", _QUESTION)) or reader.say("source-untitled")


def is_in_words(rule: KnownRule) -> bool:
    """Say whether somebody wrote what would be right, which made a document."""
    return rule.rule.kind == "prefer" and rule.reason not in _REASONS


def _reason(reason: str, reader: Reader) -> str:
    if reason in _REASONS:
        return reader.say(_REASONS[reason])
    return reader.say("rule-reason-written", text=untappable(shortened(reason, _EXCERPT)))
