"""`paragraf ask QUESTION`."""

import dataclasses
import json
import uuid
from typing import Any

from bot.commands.console import Console, ConsoleNotifier
from bot.commands.session import open_session
from bot.settings import Settings
from bot.views.answers.sources import citation_place
from pipelines.models.answers import Answer
from pipelines.models.requests import AnswerRequest
from pipelines.ports import Phrasebook

PASSAGE_FIELDS = (
    "id",
    "document_id",
    "paragraph_idx",
    "text",
    "similarity",
    "rerank_score",
    "fused_score",
)


async def answer(
    settings: Settings, console: Console, question: str, asker: int | None, *, as_json: bool
) -> int:
    """Ask through the bot's own pipeline; 1 when there was a fault instead of an answer."""
    request = AnswerRequest(
        question=question,
        user_id=f"cli-{asker}" if asker is not None else "cli",
        asker=asker,
        interface_language=console.language,
    )
    notifier = ConsoleNotifier()
    async with open_session(settings, console, notifier) as services:
        state = await services.runs.ask(request, run_id=f"ask-{uuid.uuid4()}")
        passages = await services.answering.scoring.read(state)
    if state.failure is not None:
        message = console.failure(state.failure)
        if as_json:
            console.show(json.dumps({"error": message}))
        console.complain(message)
        return 1
    given = state.answer(passages)
    console.show(json.dumps(_as_json(given)) if as_json else _as_text(given, console.phrases))
    return 0


def _as_json(given: Answer) -> dict[str, Any]:
    full = dataclasses.asdict(given)
    return {
        "answer": given.text,
        "abstained": given.abstained,
        "language": given.language,
        "citations": full["citations"],
        "passages": [
            {name: passage[name] for name in PASSAGE_FIELDS} for passage in full["passages"]
        ],
        "timings_ms": full["timings"],
    }


def _as_text(given: Answer, phrases: Phrasebook) -> str:
    lines = [given.text, ""]
    for citation in given.citations:
        title = citation.title or citation.file_name or citation.url or ""
        place = citation_place(citation, given.language, phrases)
        lines.append(f"[{citation.n}] {', '.join([title, *place])}")
    return "\n".join(lines).strip()
