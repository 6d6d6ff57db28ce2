"""Clusters: which questions that the base could not answer are one and the same.

Nearness alone takes the neighbour of a question for its translation, so that two are the same only
if they hang on the same names, numbers and kind of thing, too, and do not ask for opposites. A new
question joins the nearest one that it is the same as: what was put together stays together.

Measured on parallel questions, Russian beside English, a hundred of them open at a time: 0.83 puts
five translations of six together, and one question in twelve beside another one. Whoever answers
sees all the questions of a cluster.
"""

from collections.abc import Iterable

from pipelines.models.documents import are_foreign
from pipelines.models.owner_questions import NearGap
from pipelines.nodes.learning.same_question import Asked, hang_apart, lack_digits
from pipelines.nodes.questions.opposites import are_opposed

SAME_ACROSS = 0.83  # cosine of a question and its translation
_SAME = 0.88  # of two wordings of one question


def cluster_of(asked: Asked, gaps: Iterable[NearGap]) -> str | None:
    """Return the cluster that a question belongs to; None: one of its own.

    Args:
        gaps: open questions, the nearest first.
    """
    return next((gap.cluster for gap in gaps if _is_same(asked, gap)), None)


def _is_same(asked: Asked, gap: NearGap) -> bool:
    if are_opposed(asked.text, gap.text):
        return False
    if are_foreign(asked.language, gap.language):
        return gap.similarity >= SAME_ACROSS and not lack_digits(asked, gap)
    return gap.similarity >= _SAME and not hang_apart(asked, gap)
