"""Same question: whether somebody asks again what a rule was made for, in whichever words.

Within a language a question is the same when its tokens are near and it hangs on the same names,
numbers and kind of thing. Between two languages embeddings are no such measure: another question
about one passage is often nearer than a translation. There a question is compared with all that
were asked of the passage, in the rule's language, and it is the rule's if that is the nearest.

Measured on parallel questions, eight to a passage, of which a sixth had a rule: benchmarks/
RESULTS.md, "Corrections".
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.anchors import Anchor, anchors_of, missing

_SAME = 0.62  # likeness within a language, of two wordings of one question
_SAME_ACROSS = 0.31  # of a question and its translation, which few fall short of
_DIGITS = frozenset({"year", "number", "code"})


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as somebody put it. language: two letters, or "und"."""

    text: str
    language: str
    embedding: QueryEmbedding


def likeness(one: Wording, other: Wording, floor: float) -> float:
    """Return how near the tokens of two questions are, both ways: 1 for the same, 0 unrelated.

    Args:
        floor: cosine of what is unrelated, under the model.
    """
    cosines = one.embedding.token_embeddings @ other.embedding.token_embeddings.T
    if not cosines.size:
        return 0.0
    there = one.embedding.token_weights @ cosines.max(axis=1)
    back = other.embedding.token_weights @ cosines.max(axis=0)
    return float(((there + back) / 2 - floor) / (1.0 - floor))


def is_same_question(
    asked: Wording, taught: Wording, others: Iterable[Wording], *, floor: float
) -> bool:
    """Say whether a question is the one that something was taught for.

    Args:
        others: different questions about the same passages, in the language of `taught`.
    """
    crosses = are_foreign(asked.language, taught.language)
    if _hang_apart(asked, taught, crosses=crosses):
        return False
    near = likeness(asked, taught, floor)
    if near < (_SAME_ACROSS if crosses else _SAME):
        return False
    return not any(
        likeness(asked, other, floor) > near
        for other in others
        if not _is_rewording(other, taught, floor)
    )


def _is_rewording(other: Wording, taught: Wording, floor: float) -> bool:
    """Say whether a question that was asked before is the one that was corrected."""
    is_apart = _hang_apart(other, taught, crosses=False)
    return not is_apart and likeness(other, taught, floor) >= _SAME


def _hang_apart(one: Wording, other: Wording, *, crosses: bool) -> bool:
    """Say whether two questions hang on different things, or ask for different kinds of them.

    Between languages only digits are sure: names are translated, too.
    """
    if not crosses and asked_kind(one.text).name != asked_kind(other.text).name:
        return True
    return _lacks(one, other, crosses=crosses) or _lacks(other, one, crosses=crosses)


def _lacks(one: Wording, other: Wording, *, crosses: bool) -> bool:
    anchors: tuple[Anchor, ...] = anchors_of(one.text, one.language)
    if crosses:
        anchors = tuple(anchor for anchor in anchors if anchor.kind in _DIGITS)
    return bool(missing(anchors, other.text, crosses=crosses))
