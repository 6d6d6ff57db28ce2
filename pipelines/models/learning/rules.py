"""What people taught: rules by which questions like one are answered otherwise."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pipelines.models.documents import Span

MAY_EMPTY = "off_topic"  # the reason for which a question may be left without an answer
POINTED = "pointed"  # why a passage is preferred that somebody pointed at
_OF_BUTTONS = frozenset(("wrong", "off_topic", "outdated", "conflict", POINTED))
RuleKind = Literal["suppress", "demote", "prefer", "pin", "retire"]
RuleState = Literal["draft", "active", "rejected", "undone"]
Decision = Literal["accept", "reject", "undo", "renew"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule does to the passages of a question, without a word of them.

    shown_passage_idx: the number, in its document, of the passage that is not for the question.
    right_passage: id of the passage that is; right_span: which characters of it, of a pin.
    """

    id: int
    kind: RuleKind
    shown_document_id: str | None = None  # None: nothing was found
    shown_passage_idx: int | None = None
    right_passage: int | None = None
    right_span: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleCandidate:
    """A rule that may be for a question, if that is the same as the rule's.

    others: questions that were asked of the same passages, and that it is not for.
    """

    rule: Rule
    question: str
    language: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody would have answered otherwise.

    shown: id of the passage that was shown; None: nothing was found.
    right: id of the passage that answers; span: which characters of it, if only these.
    """

    kind: RuleKind
    question: str
    language: str
    reason: str
    shown: int | None = None
    right: int | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What somebody wrote as the right answer, on which nobody has decided yet.

    passage: id of that which their words have become; day: when they said so, in ISO 8601.
    """

    passage: int
    words: str
    day: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of a proposal.

    state: 'forgotten' when the answer is gone or something of it is not theirs to read;
        'too_many' when this person has proposed enough for a day; 'empties' when it would have held
        at once, and left the question without an answer.
    """

    state: Literal["draft", "active", "forgotten", "too_many", "empties"]
    rule_id: int | None = None


@dataclass(frozen=True, slots=True)
class KnownRule:
    """A rule, for whoever decides on it, or asks for it.

    is_outdated: its document has a newer version, in which it does nothing.
    """

    rule: Rule
    state: RuleState
    question: str
    language: str
    reason: str
    answered: str
    shown_title: str | None
    right_title: str | None
    is_personal: bool
    people: int
    confidence: float
    created_at: datetime
    expires_at: datetime
    is_outdated: bool = False
    is_to_decide: bool = True  # False: they ask for it, and may take that back

    @property
    def is_in_words(self) -> bool:
        """Whether somebody wrote what is right, and did not press or point."""
        return self.rule.right_passage is not None and self.reason not in _OF_BUTTONS


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """A question that a rule is tried on; is_own: whoever decides may be shown it."""

    question: str
    language: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A question that a rule would have answered otherwise. "": without an answer."""

    question: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Replay:
    """What a rule would change of other questions than its own.

    changes: those that may be shown; `changed` counts the others, too.
    emptied: how many of them would have no answer any more.
    before, after: how its own question is answered. "": without an answer.
    """

    before: str
    after: str
    asked: int = 0
    changed: int = 0
    emptied: int = 0
    changes: tuple[Change, ...] = ()

    @property
    def is_harmful(self) -> bool:
        """Whether more than 2 % of the other answers would change."""
        return self.changed > 0.02 * self.asked

    def may_hold(self, rule: KnownRule) -> bool:
        """Tell whether it leaves its answer to every question that has one.

        Its own may go where what is cited is not about it: then none is right.
        """
        is_own_gone = bool(self.before) and not self.after
        return self.emptied == 0 and (rule.reason == MAY_EMPTY or not is_own_gone)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that an answer was chosen from. The scores are 0..1; modifier, what votes make."""

    title: str
    is_cited: bool
    similarity: float
    lexical_score: float
    fused_score: float
    modifier: float
    passage_id: int | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an answer is what it is: passages, best first, and what corrections did and why.

    is_refusal: it is on record, and says that there is no answer.
    model: that wrote it, or tried to; "" if none did.
    unsupported: sentences of the model that were left out as no passage bears them out.
    """

    passages: tuple[Weighed, ...] = ()
    rules: tuple[tuple[RuleKind, str], ...] = ()
    is_refusal: bool = False
    model: str = ""
    unsupported: int = 0
