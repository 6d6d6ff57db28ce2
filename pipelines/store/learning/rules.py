"""Rules that came of corrections. Who may propose, decide and be answered by one is said in SQL."""

from collections.abc import Sequence
from typing import cast

from pipelines.models.documents import FloatArray, Span
from pipelines.models.learning.rules import (
    Decision,
    Explanation,
    KnownRule,
    Proposal,
    Proposed,
    ReplayQuestion,
    Rule,
    RuleCandidate,
    RuleKind,
    RuleState,
    Weighed,
)
from pipelines.models.people import Addressee
from pipelines.store.database import Database, Row, date_of, storable, text_or_none, to_vector

_NEAREST = 6  # rules that may be for a question, besides those that hold for all


class RuleStore:
    """Rules by their number, and the questions that they are weighed against."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rules_for(
        self,
        query: FloatArray,
        *,
        least: float,
        asker: int | None,
        drafts: Sequence[int] = (),
        beside: Sequence[int] = (),
    ) -> tuple[RuleCandidate, ...]:
        """Return the rules that may be for a question of this asker, the six nearest first.

        Args:
            query: float32 [768], unit length; least: its cosine to the question of a rule.
            drafts: rules to be tried that nobody has accepted yet.
            beside: drafts that come beside the six nearest.
        """
        rows = await self._database.rows(
            "rules_for",
            p_asker=asker,
            p_query=to_vector(query),
            p_least=least,
            p_drafts=[*drafts, *beside],
            p_limit=_NEAREST + len(beside),
        )
        ranked = [row["id"] for row in rows if row["question"] and row["id"] not in beside]
        further = set(ranked[_NEAREST:])
        return tuple(
            RuleCandidate(_rule(row), row["question"], row["language"], tuple(row["others"]))
            for row in rows
            if row["id"] not in further
        )

    async def log_asked_question(
        self,
        interaction_id: str,
        query: FloatArray,
        *,
        language: str,
        passages: Sequence[int],
        rules: Sequence[int],
    ) -> None:
        """Keep what a question is like, and which passages were found and rules acted for it."""
        await self._database.value(
            "log_asked_question",
            p_id=interaction_id,
            p_language=language,
            p_embedding=to_vector(query),
            p_passages=list(passages),
            p_rules=list(rules),
        )

    async def propose_rule(
        self,
        interaction_id: str,
        proposal: Proposal,
        query: FloatArray,
        *,
        asker: int,
        chat: str,
        opens: bool = False,
    ) -> Proposed:
        """Note what somebody would have answered otherwise.

        Args:
            query: float32 [768], the embedding of the proposal's question.
            opens: what is right are their own words, for everybody once the rule is accepted.
        """
        span = proposal.span
        [row] = await self._database.rows(
            "propose_rule",
            p_asker=asker,
            p_chat=chat,
            p_interaction=interaction_id,
            p_kind=proposal.kind,
            p_question=storable(proposal.question),
            p_language=proposal.language,
            p_embedding=to_vector(query),
            p_shown=proposal.shown,
            p_right=proposal.right,
            p_start=span.start if span else None,
            p_end=span.end if span else None,
            p_reason=storable(proposal.reason),
            p_opens=opens,
        )
        return Proposed(row["state"], row["id"])

    async def list_rules(
        self,
        actor: int,
        *,
        state: RuleState | None = None,
        limit: int = 50,
        with_asked: bool = False,
    ) -> tuple[KnownRule, ...]:
        """Return the rules that are this person's to decide, newest first.

        Args:
            with_asked: also drafts that they ask for, and others decide on.
        """
        rows = await self._database.rows(
            "list_rules",
            p_actor=actor,
            p_state=state,
            p_limit=limit,
            p_with_asked=with_asked,
        )
        return tuple(map(_known, rows))

    async def get_rule(
        self, rule_id: int, *, actor: int, with_asked: bool = False
    ) -> KnownRule | None:
        """Return one of them; None when it is gone, or not theirs."""
        rows = await self._database.rows(
            "list_rules", p_actor=actor, p_id=rule_id, p_with_asked=with_asked
        )
        return _known(rows[0]) if rows else None

    async def withdraw_rule(self, rule_id: int, *, actor: int) -> bool:
        """Ask for a draft no longer; False when they do not, or it was decided on."""
        return bool(await self._database.value("withdraw_rule", p_actor=actor, p_id=rule_id))

    async def questions_to_replay(self, rule_id: int, *, actor: int) -> tuple[ReplayQuestion, ...]:
        """Return what a rule is tried on before it is accepted; nothing if it is not theirs."""
        rows = await self._database.rows("questions_to_replay", p_actor=actor, p_id=rule_id)
        return tuple(
            ReplayQuestion(row["question"], row["language"] or "und", row["is_own"]) for row in rows
        )

    async def decide_rule(
        self, rule_id: int, decision: Decision, *, actor: int
    ) -> RuleState | None:
        """Accept or reject a draft, undo or renew a rule.

        Returns its state from now on; None when it is not theirs, or no longer to be decided so.
        """
        value = await self._database.value(
            "decide_rule", p_actor=actor, p_id=rule_id, p_action=decision
        )
        return cast("RuleState | None", value)

    async def supporters_to_tell(self, rule_id: int, *, actor: int) -> tuple[Addressee, ...]:
        """Return who asked for a rule of theirs to decide and is to be told: once, then nobody."""
        rows = await self._database.rows("supporters_to_tell", p_actor=actor, p_id=rule_id)
        return tuple(Addressee(row["telegram_id"], row["language"]) for row in rows)

    async def explain_answer(
        self, interaction_id: str | None, *, asker: int, chat: str
    ) -> Explanation:
        """Return why an answer (None: the newest in the chat) is what it is, as far as may be read.

        There is nothing of one that is gone, or not theirs to rate.
        """
        database = self._database
        known = await database.value(
            "answer_to_explain", p_asker=asker, p_chat=chat, p_id=interaction_id
        )
        passages = await database.rows(
            "explain_answer", p_asker=asker, p_chat=chat, p_id=interaction_id
        )
        rules = await database.rows(
            "rules_of_answer", p_asker=asker, p_chat=chat, p_id=interaction_id
        )
        writing = await database.rows(
            "writing_of_answer", p_asker=asker, p_chat=chat, p_id=interaction_id
        )
        return Explanation(
            tuple(
                Weighed(
                    row["title"] or "",
                    row["is_cited"],
                    row["similarity"] or 0.0,
                    row["lexical_score"] or 0.0,
                    row["fused_score"] or 0.0,
                    row["modifier"],
                    row["passage_id"],
                )
                for row in passages
            ),
            tuple((row["kind"], row["reason"]) for row in rules),
            is_refusal=await self._is_refusal(known, asker, chat),
            model=writing[0]["model"] if writing else "",
            unsupported=writing[0]["unsupported"] if writing else 0,
        )

    async def _is_refusal(self, interaction_id: str | None, asker: int, chat: str) -> bool:
        """Tell whether an answer is on record that was made of nothing."""
        if interaction_id is None:
            return False
        rows = await self._database.rows(
            "get_interaction", p_id=interaction_id, p_asker=asker, p_chat=chat
        )
        contexts = [row["user_context"] for row in rows]
        return any(not one.get("passages") and not one.get("quotes") for one in contexts)

    async def clean_rules(self) -> int:
        """Delete the rules that have expired; return how many went."""
        return int(await self._database.value("clean_rules"))


def _rule(row: Row) -> Rule:
    shown, span = text_or_none(row["shown_document_id"]), None
    if row["right_start"] is not None:
        span = Span(row["right_start"], row["right_end"])
    kind = cast("RuleKind", row["kind"])
    idx = row.get("shown_passage_idx")
    return Rule(row["id"], kind, shown, idx, row["right_passage"], span)


def _known(row: Row) -> KnownRule:
    return KnownRule(
        rule=_rule(row),
        state=row["state"],
        question=row["question"],
        language=row["language"],
        reason=row["reason"],
        answered=row["answered"] or "",
        shown_title=row["shown_title"],
        right_title=row["right_title"],
        is_personal=row["is_personal"],
        people=row["people"],
        confidence=row["confidence"],
        created_at=date_of(row["created_at"]),
        expires_at=date_of(row["expires_at"]),
        is_outdated=row["is_outdated"],
        is_to_decide=row["is_to_decide"],
    )
