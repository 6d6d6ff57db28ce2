"""Rules: what they do to the passages that were found for the question they are for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pipelines.models.answers import Passage
from pipelines.models.learning.rules import Rule
from pipelines.nodes.ranking.select import rank

_FIRST = 3  # places among which the passage that was corrected has to be
_DEMOTED = 0.5  # of its score is left


@dataclass(frozen=True, slots=True)
class Ruled:
    """Passages after their rules.

    preferred: those that alone are to answer; left_out: documents, with places in them, that are
    not for the question wherever they are looked up; acted: rules' ids.
    """

    passages: tuple[Passage, ...]
    preferred: tuple[Rule, ...] = ()
    left_out: frozenset[tuple[str, int]] = frozenset()
    acted: tuple[int, ...] = ()


def apply_rules(
    found: Sequence[Passage], rules: Sequence[Rule], added: Collection[int], *, is_found: bool
) -> Ruled:
    """Leave out, put back or prefer passages of a question, as the rules for it say.

    A rule acts only where what it corrects would have been shown: its passage among the first, a
    row of its table anywhere, for tables answer from wherever they are found, or nothing at all.

    Args:
        found: scored, with the right passage of every rule.
        added: ids of those of them that search did not find.
        is_found: whether there would be an answer without rules.
    """
    first = rank([p for p in found if p.id not in added], limit=_FIRST)
    shown = {(p.document_id, p.passage_idx) for p in first}
    tables = {p.document_id for p in found if any(anchor.row is not None for anchor in p.anchors)}
    acting = [rule for rule in rules if _acts(rule, shown, tables, is_found=is_found)]
    kept = [one for each in found if (one := _after(each, acting)) is not None]
    right = {rule.right_passage: rule for rule in acting if rule.right_passage is not None}
    unused = frozenset(added) - right.keys()
    there = {p.id for p in kept}
    return Ruled(
        tuple(p for p in kept if p.id not in unused),
        tuple(rule for number, rule in right.items() if number in there),
        frozenset(place for rule in acting if (place := _left_out(rule)) is not None),
        tuple(rule.id for rule in acting),
    )


def _left_out(rule: Rule) -> tuple[str, int] | None:
    if rule.kind != "suppress" or rule.shown_document_id is None or rule.shown_passage_idx is None:
        return None
    return rule.shown_document_id, rule.shown_passage_idx


def _acts(rule: Rule, shown: set[tuple[str, int]], tables: set[str], *, is_found: bool) -> bool:
    if rule.kind == "retire":
        return True
    if rule.shown_document_id is None:
        return not is_found
    place = rule.shown_document_id, rule.shown_passage_idx
    return place in shown or rule.shown_document_id in tables


def _after(passage: Passage, rules: Sequence[Rule]) -> Passage | None:
    """Return a passage as the rules leave it; None: left out."""
    for rule in rules:
        is_whole = rule.kind == "retire"
        is_it = passage.document_id == rule.shown_document_id and (
            is_whole or passage.passage_idx == rule.shown_passage_idx
        )
        if is_it and rule.kind in ("suppress", "retire"):
            return None
        if is_it and rule.kind == "demote":
            passage = replace(
                passage,
                fused_score=_DEMOTED * (passage.fused_score or 0.0),
                rerank_score=_DEMOTED * (passage.rerank_score or 0.0),
                similarity=_DEMOTED * passage.similarity,
            )
        if passage.id == rule.right_passage:
            passage = replace(passage, rerank_score=1.0, lexical_score=1.0, fused_score=1.0)
    return passage
