"""Questions with their answers, what people say of them, and texts that they were asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from pipelines.models.interactions import (
    AwaitedKind,
    AwaitedText,
    Feedback,
    Interaction,
    Rating,
    Reason,
    SeenInteraction,
    ShownAnswer,
    Tally,
)
from pipelines.models.learning.evaluations import AnswerLog
from pipelines.store.database import Database, Json, Row, storable, storable_or_none, text_or_none

_NOTHING = AnswerLog()


class InteractionStore:
    """Answers and their ratings. Who may see and rate one is decided in SQL (`may_rate`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def log_interaction(self, interaction: Interaction, log: AnswerLog = _NOTHING) -> None:
        """Keep a question with its answer, and how it came to be; a kept one stays as it is."""
        await self._database.value(
            "log_interaction",
            p_id=interaction.id,
            p_asker=interaction.asker,
            p_query=storable(interaction.query),
            p_response=storable(interaction.response),
            p_context=Json(_context(interaction)),
            p_model=interaction.model,
            p_steps=interaction.steps,
            p_details=Json(_details(log)),
            p_evaluation=_evaluation(log),
            p_reader=interaction.reader,
        )

    async def note_answer(self, interaction_id: str, log: AnswerLog) -> None:
        """Keep how an answer came to be that was kept before; of a forgotten one nothing."""
        await self._database.value(
            "note_answer",
            p_id=interaction_id,
            p_details=Json(_details(log)),
            p_evaluation=_evaluation(log),
        )

    async def get_interaction(
        self, interaction_id: str, *, asker: int, chat: str
    ) -> SeenInteraction | None:
        """Return an answer with what this person said of it; None when it is not theirs to see."""
        rows = await self._database.rows(
            "get_interaction", p_id=interaction_id, p_asker=asker, p_chat=chat
        )
        return _seen(rows[0]) if rows else None

    async def rate_interaction(
        self,
        interaction_id: str,
        *,
        asker: int,
        chat: str,
        rating: Rating | None,
        reason: Reason | None = None,
        correction: str | None = None,
    ) -> bool:
        """Keep what a person says of an answer; with None it is taken back.

        Returns False when the answer is forgotten, or is not theirs to rate.
        """
        value = await self._database.value(
            "rate_interaction",
            p_id=interaction_id,
            p_asker=asker,
            p_chat=chat,
            p_rating=rating,
            p_reason=reason,
            p_correction=storable_or_none(correction),
        )
        return bool(value)

    async def count_ratings(self, interaction_id: str, *, asker: int | None, chat: str) -> Tally:
        """Return how many people say what of an answer; of one that is not theirs, nobody."""
        [row] = await self._database.rows(
            "count_ratings", p_id=interaction_id, p_asker=asker, p_chat=chat
        )
        return Tally(row["positive"], row["negative"])

    async def record_shown_answer(self, interaction_id: str, message_id: int) -> None:
        """Note the message that shows an answer."""
        await self._database.value(
            "record_shown_answer", p_id=interaction_id, p_message_id=message_id
        )

    async def find_shown_answer(self, chat_id: int, message_id: int) -> ShownAnswer | None:
        """Return the answer that a message shows; None when it shows none."""
        rows = await self._database.rows(
            "find_shown_answer", p_chat=str(chat_id), p_message_id=message_id
        )
        return ShownAnswer(str(rows[0]["id"]), rows[0]["chat"]) if rows else None

    async def offer_questions(self, interaction_id: str, questions: Sequence[str]) -> Rating | None:
        """Keep what is offered to be asked next; return how the answer is rated by now."""
        value = await self._database.value(
            "offer_questions",
            p_id=interaction_id,
            p_questions=[storable(question) for question in questions],
        )
        return cast("Rating | None", text_or_none(value))

    async def await_text(
        self, chat: str, asker: int, kind: AwaitedKind, subject: str, prompt_id: int
    ) -> None:
        """Take this person's next text in this chat, within an hour, for what was asked for."""
        await self._database.value(
            "await_text",
            p_chat=chat,
            p_asker=asker,
            p_kind=kind,
            p_subject=subject,
            p_prompt_id=prompt_id,
        )

    async def take_text(
        self,
        chat: str,
        asker: int,
        message_id: int,
        replied_to: int | None = None,
        *,
        kinds: Sequence[AwaitedKind] | None = None,
    ) -> AwaitedText | None:
        """Return what this message was asked for; None when it was not, or not for these kinds.

        A message that is handled again gets the same, any other one gets nothing more. In a group
        it must reply to what asked for it.
        """
        rows = await self._database.rows(
            "take_text",
            p_chat=chat,
            p_asker=asker,
            p_message_id=message_id,
            p_replied_to=replied_to,
            p_kinds=None if kinds is None else list(kinds),
        )
        return _awaited(rows[0]) if rows else None

    async def stop_awaiting_text(
        self, chat: str, asker: int, *, kinds: Sequence[AwaitedKind] | None = None
    ) -> AwaitedText | None:
        """Take this person's next text for an ordinary one, unless it is of other kinds.

        Returns what was awaited until now; None when nothing was.
        """
        rows = await self._database.rows(
            "stop_awaiting_text",
            p_chat=chat,
            p_asker=asker,
            p_kinds=None if kinds is None else list(kinds),
        )
        return _awaited(rows[0]) if rows else None

    async def prune_interactions(self, keep_days: int) -> int:
        """Delete what is older; return how many answers went."""
        return int(await self._database.value("prune_interactions", p_keep_days=keep_days))


def _awaited(row: Row) -> AwaitedText:
    return AwaitedText(row["kind"], str(row["subject"]), row["prompt_id"])


def _context(interaction: Interaction) -> Mapping[str, Any]:
    return {
        "chat": interaction.chat,
        "asker": interaction.asker,
        "reader": interaction.reader,
        "run_id": interaction.run_id,
        "language": interaction.language,
        "kind": interaction.kind,
        "reading": storable(interaction.reading),
        "is_single": interaction.is_single,
        "is_literal": interaction.is_literal,
        "documents": list(interaction.documents),
        "sources": list(interaction.sources),
        "passages": list(interaction.passages),
        "quotes": [storable(quote) for quote in interaction.quotes],
        "left_out": [storable(quote) for quote in interaction.left_out],
        "offered": [storable(question) for question in interaction.offered],
    }


def _details(log: AnswerLog) -> Mapping[str, Any]:
    return {
        "ms": {stage: round(spent, 1) for stage, spent in log.stage_ms},
        "passages": [
            {"rank": rank, **asdict(passage)} for rank, passage in enumerate(log.passages, start=1)
        ],
        "rules": list(log.rules),
        "model": storable(log.model) or None,
        "tokens": asdict(log.tokens),
        "unsupported": log.unsupported,
    }


def _evaluation(log: AnswerLog) -> Json | None:
    if log.evaluation is None:
        return None
    return Json({**asdict(log.evaluation), "trace_id": log.trace_id or None})


def _seen(row: Row) -> SeenInteraction:
    context = row["user_context"]
    interaction = Interaction(
        id=str(row["id"]),
        query=row["original_query"],
        response=row["ai_response"],
        chat=context["chat"],
        asker=context["asker"],
        run_id=context["run_id"],
        language=context["language"],
        kind=context["kind"],
        reading=context["reading"],
        is_single=context["is_single"],
        is_literal=context["is_literal"],
        documents=tuple(context["documents"]),
        sources=tuple(context.get("sources", ())),
        passages=tuple(context["passages"]),
        quotes=tuple(context["quotes"]),
        left_out=tuple(context["left_out"]),
        offered=tuple(context["offered"]),
    )
    if row["rating"] is None:
        return SeenInteraction(interaction)
    reason = cast("Reason | None", row["reason"])
    return SeenInteraction(interaction, Feedback(row["rating"], reason, row["correction"]))
